// What host and runner say to each other, as closed unions. Pure shapes. Everything that comes from
// a runner is untrusted: it is parsed by these shapes before anyone looks at it.
import { z } from 'zod';
import { FileContent, TestCase } from './cases.ts';
import { PermissionDecision } from './permission-decision.ts';
import { Plan } from './plan.ts';
import { HostAnswer, HostQuestion } from './question.ts';
import { RunnerState } from './runner-state.ts';
import { Task } from './task.ts';
import { TodoList } from './tools/talk.ts';
import { RunnerEntry, StopReason, TextBlock, ToolUseBlock } from './transcript.ts';

/** Model calls and submissions are numbered from 1, each on its own. */
const Ordinal = z.number().int().positive();
const Words = z.string().max(10_000);

/** What a step hands over. `finished` is only a request to verify. */
export const Submission = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('plan'), plan: Plan }),
  z.strictObject({
    kind: z.literal('tests'),
    cases: z.array(TestCase).min(1).max(200),
    files: z.array(FileContent).min(1).max(400),
  }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.literal('finished'),
    /** What was done. */
    reason: Words,
  }),
]);
export type Submission = z.infer<typeof Submission>;

/** How the conversation ended, as the runner sees it. */
export const Outcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('submitted'), submission: z.enum(['plan', 'tests']) }),
  z.strictObject({ kind: z.literal('finished'), summary: Words }),
  /** The model ended its turn without handing anything over, and went on doing so when told. */
  z.strictObject({ kind: z.literal('ended'), text: Words }),
  z.strictObject({ kind: z.literal('refused'), text: Words }),
  z.strictObject({ kind: z.literal('turns_spent') }),
  z.strictObject({ kind: z.literal('cancelled') }),
  /** Interrupted, to be gone on with in another sandbox. `question`: what it waits for, if it asked. */
  z.strictObject({
    kind: z.literal('parked'),
    state: RunnerState,
    question: HostQuestion.optional(),
  }),
  /** Something broke inside the runner. */
  z.strictObject({ kind: z.literal('failed'), problem: Words }),
]);
export type Outcome = z.infer<typeof Outcome>;

export const RunnerMessage = z.discriminatedUnion('kind', [
  /** `entries` are the rows since the last request; the reply's own row follows them. */
  z.strictObject({
    kind: z.literal('turn_request'),
    call: Ordinal,
    entries: z.array(RunnerEntry).min(1).max(1_000),
    decisions: z.array(PermissionDecision).max(1_000),
  }),
  z.strictObject({ kind: z.literal('submit'), number: Ordinal, submission: Submission }),
  /** Something that only the host, or a person behind it, can answer. Numbered like submissions. */
  z.strictObject({ kind: z.literal('ask'), number: Ordinal, question: HostQuestion }),
  z.strictObject({ kind: z.literal('progress'), todos: TodoList }),
  z.strictObject({
    kind: z.literal('done'),
    outcome: Outcome,
    entries: z.array(RunnerEntry).max(1_000),
    decisions: z.array(PermissionDecision).max(1_000),
  }),
]);
export type RunnerMessage = z.infer<typeof RunnerMessage>;

export const Verdict = z.discriminatedUnion('accepted', [
  z.strictObject({ accepted: z.literal(true) }),
  z.strictObject({ accepted: z.literal(false), reasons: z.array(Words).min(1).max(200) }),
]);
export type Verdict = z.infer<typeof Verdict>;

/** Without the model's thinking, which is nobody's business in a sandbox. */
export const TurnReply = z.strictObject({
  content: z.array(z.discriminatedUnion('type', [TextBlock, ToolUseBlock])),
  stopReason: StopReason,
});
export type TurnReply = z.infer<typeof TurnReply>;

export const HostMessage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('task'), task: Task }),
  z.strictObject({ kind: z.literal('turn_reply'), call: Ordinal, reply: TurnReply }),
  z.strictObject({ kind: z.literal('submit_reply'), number: Ordinal, verdict: Verdict }),
  z.strictObject({ kind: z.literal('ask_reply'), number: Ordinal, answer: HostAnswer }),
  /** Stop what is going on and hand over what the session needs to go on elsewhere. */
  z.strictObject({ kind: z.literal('park') }),
  z.strictObject({ kind: z.literal('cancel') }),
]);
export type HostMessage = z.infer<typeof HostMessage>;
