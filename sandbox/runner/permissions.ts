// The permission rules that follow the PreToolUse chain (seed 000 §5.12): allow rules, then the
// mode. Who would be asked cannot be reached from here, so what would be asked is denied. Pure.
import type { PermissionDecision } from '../protocol/permission-decision.ts';
import type { Task } from '../protocol/task.ts';
import { ruleMatches } from './rules.ts';
import type { ToolCall } from './tool.ts';

export type Decision = {
  kind: 'allow' | 'deny' | 'ask';
  by: PermissionDecision['by'];
  rule?: string;
  reason: string;
};

export type Permissions = (call: ToolCall, task: Task) => Promise<Decision>;

const EDITS: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit']);
const CHANGES: ReadonlySet<string> = new Set(['Write', 'Edit', 'Bash', 'NotebookEdit']);

export async function decideByRules(call: ToolCall, task: Task): Promise<Decision> {
  const { mode, allow } = task.permissions;
  // What hands a step's work over changes nothing in the sandbox, and the host judges it.
  if (call.name.startsWith('mcp__redgreen__')) {
    return { kind: 'allow', by: 'step_tool', reason: 'The host judges it.' };
  }
  const rule = allow.find((one) =>
    ruleMatches(one, call, { purpose: 'allow', root: task.workspace }),
  );
  if (rule !== undefined)
    return { kind: 'allow', by: 'allow_rule', rule, reason: 'A rule allows it.' };
  if (MODES[mode](call.name)) return { kind: 'allow', by: 'mode', reason: `The mode ${mode}.` };
  const reason = `${call.name} is not allowed by any rule in the mode ${mode}`;
  return { kind: 'deny', by: 'mode', reason };
}

/** What a mode allows without a rule. */
const MODES: Readonly<Record<Task['permissions']['mode'], (tool: string) => boolean>> = {
  bypassPermissions: () => true,
  acceptEdits: (tool) => EDITS.has(tool),
  plan: (tool) => !CHANGES.has(tool),
  default: () => false,
  dontAsk: () => false,
};
