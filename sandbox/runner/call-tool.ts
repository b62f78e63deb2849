// One tool call through all its checks, in the order of DESIGN §7: allowed tools → disallowed
// patterns → planning gate → PreToolUse → permission rules → run → PostToolUse. The caller records.
import { SUBMIT_TOOLS } from '../protocol/tool-definitions.ts';
import { isToolName, type ToolName } from '../protocol/tool-inputs.ts';
import type { Refuser } from '../protocol/transcript.ts';
import type { ToolHooks } from './hooks.ts';
import type { Disallowed, Permissions } from './permissions/decide.ts';
import {
  internalFailure,
  rejected,
  type Tool,
  type ToolCall,
  type ToolContext,
  type ToolResult,
} from './tool.ts';

export type CallDeps = {
  toolbox: Readonly<Record<ToolName, Tool>>;
  hooks: ToolHooks;
  disallowed: Disallowed;
  permissions: Permissions;
};

const REFUSED_WHILE_PLANNING: ReadonlySet<string> = new Set([
  'Write',
  'Edit',
  'Bash',
  'NotebookEdit',
]);
const STEP_TOOLS: ReadonlySet<string> = new Set(Object.values(SUBMIT_TOOLS));

/** Throws only what a hook throws: a broken hook must not look like a tool's own failure. */
export async function callTool(
  asked: ToolCall,
  context: ToolContext,
  deps: CallDeps,
): Promise<ToolResult> {
  const early = await checkCall(asked, context, deps);
  if (early !== undefined) return early;
  const verdict = await deps.hooks.preToolUse(asked, context.signal);
  if (verdict.kind === 'deny') return refuse('pre_tool_use', verdict.reason);
  const call = verdict.kind === 'change' ? { ...asked, input: verdict.input } : asked;
  const again = verdict.kind === 'change' ? await checkCall(call, context, deps) : undefined;
  if (again !== undefined) return again;
  const decision = await deps.permissions(call);
  if (decision.kind !== 'allow') return refuse('permission_rules', decision.reason);
  const result = await run(call, context, deps);
  return await deps.hooks.postToolUse(call, result, context.signal);
}

async function checkCall(
  call: ToolCall,
  { task }: ToolContext,
  deps: CallDeps,
): Promise<ToolResult | undefined> {
  const isOfThisStep = !STEP_TOOLS.has(call.name) || call.name === SUBMIT_TOOLS[task.step];
  if (!task.tools.includes(call.name) || !isToolName(call.name) || !isOfThisStep) {
    const offered = task.tools.join(', ');
    return refuse('allowed_tools', `${call.name} is not available here. Available: ${offered}.`);
  }
  const rule = await deps.disallowed(call);
  if (rule !== undefined) return refuse('disallowed_patterns', `the rule ${rule} forbids it.`);
  if (task.planning && REFUSED_WHILE_PLANNING.has(call.name)) {
    return refuse('planning_gate', `${call.name} is closed until the plan is approved.`);
  }
  return undefined;
}

function refuse(refusedBy: Refuser, reason: string): ToolResult {
  return { ...rejected(`Refused: ${reason}`), refusedBy };
}

async function run(call: ToolCall, context: ToolContext, deps: CallDeps): Promise<ToolResult> {
  const { name } = call;
  if (!isToolName(name)) return internalFailure(`${name} has no implementation.`);
  try {
    return await deps.toolbox[name](call.input, context);
  } catch (error) {
    if (context.signal.aborted) return internalFailure('The session was cancelled.');
    return internalFailure(error instanceof Error ? error.message : String(error));
  }
}
