// The form of a script for the scripted gateway, and how one is read. A script is data: what the
// model says in each session of each step, turn by turn. Must not know how it is played.
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { AssistantBlock, ModelFault } from '../port.ts';

/** When an alternative applies; all that is given must hold. */
export type ScriptCondition = {
  /** Somewhere in the system text or in what the user side said so far. */
  contains?: string;
  /** In the last user message: the newest tool results. */
  lastContains?: string;
};

/** A tool call may leave out its id: it then gets one that is the same at every replay. */
export type ScriptBlock =
  | AssistantBlock
  | { type: 'tool_use'; name: string; input: unknown; id?: string | undefined };

export type ScriptTurn = {
  when?: ScriptCondition | undefined;
} & (
  | { content: readonly ScriptBlock[]; stopReason?: 'max_tokens' | 'refusal' | undefined }
  | { fault: ModelFault }
);

/** One turn, or alternatives of which the first that applies is taken. */
export type ScriptSession = readonly (ScriptTurn | readonly ScriptTurn[])[];
export type Script = Readonly<Record<string, readonly ScriptSession[]>>;

const Block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1) }),
  z.strictObject({
    type: z.literal('tool_use'),
    id: z.string().min(1).optional(),
    name: z.string().min(1),
    input: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() }),
]);

const Condition = z
  .strictObject({
    contains: z.string().min(1).exactOptional(),
    lastContains: z.string().min(1).exactOptional(),
  })
  .optional();

const message = z.string().min(1);
const Fault = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('quota'), resetAt: z.number().exactOptional(), message }),
  z.strictObject({ kind: z.literal('spend_limit'), message }),
  z.strictObject({ kind: z.literal('overloaded'), message }),
  z.strictObject({ kind: z.literal('authentication'), message }),
  z.strictObject({ kind: z.literal('context_exhausted'), message }),
  z.strictObject({ kind: z.literal('invalid'), message }),
]);

const Turn = z
  .strictObject({
    when: Condition,
    content: z.array(Block).min(1).optional(),
    stopReason: z.enum(['max_tokens', 'refusal']).optional(),
    fault: Fault.optional(),
  })
  .transform(({ when, content, stopReason, fault }, context): ScriptTurn => {
    if (content !== undefined && fault === undefined) return { when, content, stopReason };
    if (fault !== undefined && content === undefined) return { when, fault };
    context.addIssue('a turn has either content or a fault');
    return z.NEVER;
  });

/** One turn may stand without its list; problems are then told with their own place. */
const Entry = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(Turn).min(1),
);

const ScriptFile = z.record(z.string().min(1), z.array(z.array(Entry)));

/** Throws VALIDATION_ERROR; its details name the place of each problem. */
export function readScript(value: unknown): Script {
  const read = ScriptFile.safeParse(value);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message: problem }) => [
    path.map(String).join('.') || 'script',
    problem,
  ]);
  throw new AppError('VALIDATION_ERROR', {
    problem: 'The script of the model cannot be read.',
    details: Object.fromEntries(problems),
  });
}
