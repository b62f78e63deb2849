// One tool call through all its checks, in this order: allowed tools → disallowed patterns → planning
// gate → PreToolUse → permission rules → run → PostToolUse. The caller records.
import type { PermissionDecision } from '../protocol/permission-decision.ts';
import { isStepTool } from '../protocol/tools/step.ts';
import {
  isClosedWhilePlanning,
  isLater,
  isToolName,
  type ToolName,
  toolsOfStep,
} from '../protocol/tools.ts';
import type { Refuser } from '../protocol/transcript.ts';
import type { ToolHooks } from './hooks.ts';
import type { Disallowed, Permissions } from './permissions/decide.ts';
import type { Decision } from './permissions/decision.ts';
import {
  askHost,
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
  /** Every decision is a row. */
  log(decision: PermissionDecision): void;
};

/** Of a call that a person is asked about. */
const SHOWN_INPUT = 10_000;

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
  const refusal = await checkPermission(call, context, deps);
  if (refusal !== undefined) return refusal;
  const result = await run(call, context, deps);
  if (result.waitsFor !== undefined) return result;
  return await deps.hooks.postToolUse(call, result, context.signal);
}

/** Undefined: go on. */
async function checkPermission(
  call: ToolCall,
  context: ToolContext,
  deps: CallDeps,
): Promise<ToolResult | undefined> {
  const decision = await deps.permissions(call);
  deps.log(toRow(call, decision));
  if (decision.kind === 'allow') return undefined;
  if (decision.kind === 'deny') return refuse('permission_rules', decision.reason);
  const input = JSON.stringify(call.input).slice(0, SHOWN_INPUT);
  const { reason } = decision;
  if (context.task.granted.some((one) => one.tool === call.name && one.input === input)) {
    const why = 'A person allowed exactly this call for good.';
    deps.log(toRow(call, { kind: 'allow', by: 'person', reason: why }));
    return undefined;
  }
  const asked = await askHost({ kind: 'permission', tool: call.name, input, reason }, context);
  if (asked.waitsFor !== undefined) return asked;
  const isAllowed = asked.outcome === 'success';
  const said = isAllowed ? 'A person allowed it.' : asked.content;
  deps.log(toRow(call, { kind: isAllowed ? 'allow' : 'deny', by: 'person', reason: said }));
  // The answer was to the question whether it may run, not what its tool has asked for.
  context.answer = undefined;
  return isAllowed ? undefined : { ...asked, refusedBy: 'permission_rules' };
}

function toRow({ id, name }: ToolCall, { kind, by, rule, reason }: Decision): PermissionDecision {
  const why = { by, reason: reason.slice(0, 2_000), ...(rule !== undefined && { rule }) };
  return { tool_use_id: id, tool: name, decision: kind, ...why };
}

async function checkCall(
  call: ToolCall,
  { task, gate }: ToolContext,
  deps: CallDeps,
): Promise<ToolResult | undefined> {
  const { name } = call;
  const isOfThisStep = !isStepTool(name) || toolsOfStep(task.step).includes(name);
  if (!task.tools.includes(name) || !isToolName(name) || !isOfThisStep) {
    const where = isLater(name) ? 'in this version' : 'available here';
    const available = task.tools.filter(isToolName).join(', ');
    return refuse('allowed_tools', `${name} is not ${where}. Available: ${available}.`);
  }
  const rule = await deps.disallowed(call);
  if (rule !== undefined) return refuse('disallowed_patterns', `the rule ${rule} forbids it.`);
  if (gate.isPlanning && isClosedWhilePlanning(name)) {
    return refuse('planning_gate', `${name} is closed until the plan is approved.`);
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
