// The places where hooks are called around a tool call. Here are only the places: who fills them
// passes an implementation.
import type { ToolCall, ToolResult } from './tool.ts';

export type HookVerdict =
  | { kind: 'proceed' }
  /** The call goes on with this input, after passing the earlier checks again (decision 70). */
  | { kind: 'change'; input: unknown }
  | { kind: 'deny'; reason: string };

export type ToolHooks = {
  preToolUse(call: ToolCall, signal: AbortSignal): Promise<HookVerdict>;
  /** May replace what the model sees of the result, also of a failed one. */
  postToolUse(call: ToolCall, result: ToolResult, signal: AbortSignal): Promise<ToolResult>;
};

export const NO_HOOKS: ToolHooks = {
  preToolUse: async () => ({ kind: 'proceed' }),
  postToolUse: async (_call, result) => result,
};
