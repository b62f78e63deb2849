// What has to be known to run an errand after the delivery that asked for it is long over: what was
// said, by whom, where. Pure; the shape in which records keep it.
import { z } from 'zod';
import type { Errand } from './act.ts';
import type { ReviewLine } from './trigger.ts';

const AnErrand = z.discriminatedUnion('type', [
  z.object({ type: z.literal('accept'), isOverride: z.boolean() }),
  z.object({ type: z.literal('fix'), text: z.string() }),
  z.object({ type: z.literal('retry') }),
  z.object({ type: z.literal('revert') }),
]) satisfies z.ZodType<Errand>;

const Line = z.object({
  path: z.string(),
  line: z.number().exactOptional(),
  startLine: z.number().exactOptional(),
  side: z.enum(['LEFT', 'RIGHT']).exactOptional(),
  diffHunk: z.string(),
  wasLine: z.number().exactOptional(),
  inReplyToId: z.number().exactOptional(),
  reviewId: z.number().exactOptional(),
  commitSha: z.string(),
  text: z.string(),
}) satisfies z.ZodType<ReviewLine>;

export const ErrandRequest = z.object({
  errand: AnErrand,
  sender: z.object({ id: z.number(), login: z.string(), type: z.string() }),
  /** The sender's, when it was asked. */
  permission: z.enum(['admin', 'maintain', 'write', 'triage', 'read', 'none']),
  installationId: z.number(),
  repository: z.object({
    id: z.number(),
    owner: z.string(),
    ownerId: z.number(),
    name: z.string(),
    defaultBranch: z.string(),
    isPrivate: z.boolean(),
  }),
  /** Where it was said, and is answered. */
  thread: z.object({ number: z.number(), isPullRequest: z.boolean() }),
  comment: z.object({
    id: z.number(),
    line: Line.exactOptional(),
    /** It is the text of a review, which has no thread of its own. */
    isReview: z.literal(true).exactOptional(),
  }),
});
export type ErrandRequest = z.infer<typeof ErrandRequest>;

/** The answer, in words for people. */
export const ErrandOutcome = z.object({
  isRefused: z.boolean(),
  say: z.string(),
  /** For the audit. */
  detail: z.record(z.string(), z.unknown()).exactOptional(),
  /** Comments on lines that a follow-up is about, each with the first of its thread. */
  covers: z.array(z.object({ id: z.number(), inReplyTo: z.number() })).exactOptional(),
});
export type ErrandOutcome = z.infer<typeof ErrandOutcome>;
