// What was decided about a tool call before it ran, and why: one row of the permission log. Pure.
import { z } from 'zod';

const DECIDED_BY = [
  'deny_rule',
  'ask_rule',
  'allow_rule',
  'command_list',
  'mode',
  'protected_path',
  'unparsable',
  'step_tool',
  'person',
] as const;

export const PermissionDecision = z.strictObject({
  tool_use_id: z.string().min(1).max(200),
  tool: z.string().min(1).max(200),
  decision: z.enum(['allow', 'deny', 'ask']),
  by: z.enum(DECIDED_BY),
  /** The rule string that matched, where one did. */
  rule: z.string().max(1_000).optional(),
  reason: z.string().max(2_000),
});
export type PermissionDecision = z.infer<typeof PermissionDecision>;
