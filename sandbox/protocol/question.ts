// What a runner asks its host, and what it is answered. Some questions the host answers itself,
// others wait for a person: then the session is parked. Pure shapes.
import { z } from 'zod';
import { CriterionId } from './plan.ts';

const Words = z.string().max(20_000);

/** AskUserQuestion's own shape, which is Claude Code's. */
export const UserQuestion = z.strictObject({
  question: z.string().trim().min(1).max(2_000),
  header: z.string().trim().min(1).max(80),
  options: z
    .array(
      z.strictObject({
        label: z.string().trim().min(1).max(200),
        description: z.string().max(2_000),
        preview: z.string().max(10_000).optional(),
      }),
    )
    .min(2)
    .max(4),
  multiSelect: z.boolean(),
});
export type UserQuestion = z.infer<typeof UserQuestion>;

export const HostQuestion = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('question'), questions: z.array(UserQuestion).min(1).max(4) }),
  /** A rule says that a person decides about this call. */
  z.strictObject({
    kind: z.literal('permission'),
    tool: z.string().min(1).max(200),
    /** The exact input as JSON, cut if very long. */
    input: Words,
    reason: z.string().max(2_000),
  }),
  /** ExitPlanMode: may the session leave its planning? */
  z.strictObject({ kind: z.literal('exit_plan'), plan: Words }),
  /** A message to the people who follow. */
  z.strictObject({
    kind: z.literal('brief'),
    message: Words,
    attachments: z.array(z.string().max(4_096)).max(20),
    isProactive: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('list'),
    status: z.enum(['pending', 'passed', 'blocked']).optional(),
    verified: z.boolean().optional(),
  }),
  /** What the agent thinks of one criterion: shown, never counted. */
  z.strictObject({
    kind: z.literal('claim'),
    criterion: CriterionId,
    status: z.enum(['pending', 'passed']),
    reason: Words,
  }),
  /** A cause outside the code makes a criterion, or all of them, impossible: a person decides. */
  z.strictObject({
    kind: z.literal('blocked'),
    criterion: CriterionId.optional(),
    reason: Words,
  }),
  z.strictObject({ kind: z.literal('verify'), criterion: CriterionId, reason: Words }),
  z.strictObject({ kind: z.literal('deprecate'), criterion: CriterionId, reason: Words }),
  /** Run the repository's setup again for changed manifests. */
  z.strictObject({ kind: z.literal('install') }),
]);
export type HostQuestion = z.infer<typeof HostQuestion>;

export const HostAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('said'),
    content: z.string().max(500_000),
    isError: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('allow') }),
  z.strictObject({ kind: z.literal('deny'), reason: z.string().max(2_000) }),
  /** Nobody can answer now: park, and the conversation goes on with the answer. */
  z.strictObject({ kind: z.literal('park') }),
]);
export type HostAnswer = z.infer<typeof HostAnswer>;
