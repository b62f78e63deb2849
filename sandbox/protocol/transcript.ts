// The transcript of a session: numbered rows, and the messages for a model that follow from them.
// The same rows give the same bytes, so prompt caches are hit. Pure.
import { z } from 'zod';

/** Half a surrogate pair would be refused by the database and by providers. */
const Text = z.string().overwrite((text) => text.toWellFormed());

export const TextBlock = z.strictObject({ type: z.literal('text'), text: Text });
export type TextBlock = z.infer<typeof TextBlock>;

export const ToolUseBlock = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().min(1).max(200),
  name: z.string().min(1).max(200),
  input: z.unknown(),
});
export type ToolUseBlock = z.infer<typeof ToolUseBlock>;

const ThinkingBlock = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string(),
});

const RedactedThinkingBlock = z.strictObject({
  type: z.literal('redacted_thinking'),
  data: z.string(),
});

export const AssistantBlock = z.discriminatedUnion('type', [
  TextBlock,
  ToolUseBlock,
  ThinkingBlock,
  RedactedThinkingBlock,
]);
export type AssistantBlock = z.infer<typeof AssistantBlock>;

export const StopReason = z.enum(['end_turn', 'tool_use', 'max_tokens', 'refusal']);
export type StopReason = z.infer<typeof StopReason>;

/** How a tool call ended. All but `success` are errors to the model. */
export const ToolOutcome = z.enum(['success', 'tool_rejected', 'internal_failure']);
export type ToolOutcome = z.infer<typeof ToolOutcome>;

/** Which check refused a call before its tool was run. */
export const Refuser = z.enum([
  'allowed_tools',
  'disallowed_patterns',
  'planning_gate',
  'pre_tool_use',
  'permission_rules',
]);
export type Refuser = z.infer<typeof Refuser>;

const UserPayload = z.strictObject({
  _t: z.literal('user'),
  uuid: z.uuid(),
  content: z.array(TextBlock).min(1),
});

export const AssistantPayload = z.strictObject({
  _t: z.literal('assistant'),
  uuid: z.uuid(),
  content: z.array(AssistantBlock),
  stop_reason: StopReason,
});
export type AssistantPayload = z.infer<typeof AssistantPayload>;

/** What a model is shown beside the words of a result. `data` is base64. */
const ResultImage = z.strictObject({
  media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  data: z.base64().max(6_000_000),
});
type ResultImage = z.infer<typeof ResultImage>;

export const ToolResultPayload = z.strictObject({
  _t: z.literal('tool_result'),
  tool_use_id: z.string().min(1).max(200),
  name: z.string().min(1).max(200),
  content: Text,
  is_error: z.boolean(),
  outcome: ToolOutcome,
  images: z.array(ResultImage).max(20).optional(),
  refused_by: Refuser.optional(),
});
export type ToolResultPayload = z.infer<typeof ToolResultPayload>;

export const Payload = z.discriminatedUnion('_t', [
  UserPayload,
  AssistantPayload,
  ToolResultPayload,
]);
export type Payload = z.infer<typeof Payload>;

const Row = z.number().int().positive();

/** A row of the transcript. Rows are numbered from 1 without gaps. */
export const Entry = z.strictObject({ row: Row, payload: Payload });
export type Entry = z.infer<typeof Entry>;

/** What a runner may add; what the model said is written by the host, which heard it. */
export const RunnerEntry = z.strictObject({
  row: Row,
  payload: z.discriminatedUnion('_t', [UserPayload, ToolResultPayload]),
});
export type RunnerEntry = z.infer<typeof RunnerEntry>;

type ToolResultBlock = {
  type: 'tool_result';
  tool_use_id: string;
  content: string;
  is_error: boolean;
  images?: ResultImage[];
};
type TranscriptMessage =
  | { role: 'user'; content: (TextBlock | ToolResultBlock)[] }
  | { role: 'assistant'; content: AssistantBlock[] };

const UNANSWERED = '[SDLC_INTERNAL] The call was interrupted; it has no result.';

/** The messages of a conversation that grows. A message keeps its identity until a row joins it. */
export type History = {
  add(payload: Payload): void;
  /** As they are now; the next `add` changes the list, never a message in it. */
  messages(): readonly TranscriptMessage[];
};

/**
 * Roles alternate: rows of one side join into one message, an empty reply disappears. A tool call
 * whose result was never written (the session was cut off) gets one that says so.
 */
export function createHistory(): History {
  const messages: TranscriptMessage[] = [];
  // What the user said in the last message, before it is completed.
  let said: (TextBlock | ToolResultBlock)[] = [];
  return {
    add(payload) {
      if (payload._t === 'assistant') {
        if (payload.content.length === 0) return;
        messages.push({ role: 'assistant', content: payload.content });
        said = [];
        return;
      }
      const isJoining = said.length > 0;
      said = [...said, ...toUserBlocks(payload)];
      if (isJoining) messages.pop();
      messages.push(answered({ role: 'user', content: said }, messages.at(-1)));
    },
    messages: () => messages,
  };
}

function toUserBlocks(
  payload: Exclude<Payload, AssistantPayload>,
): (TextBlock | ToolResultBlock)[] {
  if (payload._t === 'user') return [...payload.content];
  const { tool_use_id, content, is_error, images } = payload;
  const shown = images === undefined ? {} : { images };
  return [{ type: 'tool_result', tool_use_id, content, is_error, ...shown }];
}

function answered(
  message: TranscriptMessage,
  before: TranscriptMessage | undefined,
): TranscriptMessage {
  if (message.role !== 'user' || before?.role !== 'assistant') return message;
  const known = new Set(
    message.content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : [])),
  );
  const missing = before.content.flatMap((block): ToolResultBlock[] => {
    if (block.type !== 'tool_use' || known.has(block.id)) return [];
    return [{ type: 'tool_result', tool_use_id: block.id, content: UNANSWERED, is_error: true }];
  });
  return missing.length === 0 ? message : { ...message, content: [...missing, ...message.content] };
}
