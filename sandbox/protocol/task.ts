// What a session is about: the one task a runner gets. Pure shapes.
import { z } from 'zod';
import { PermissionPolicy } from './permission-policy.ts';
import { HostAnswer } from './question.ts';
import { RunnerState } from './runner-state.ts';
import { ToolUseBlock } from './transcript.ts';

export const STEPS = ['plan', 'write-tests', 'implement', 'verify', 'challenge'] as const;
export const Step = z.enum(STEPS);
export type Step = z.infer<typeof Step>;

const Rule = z.string().min(1).max(1_000);
const Milliseconds = z.number().int().positive();

const TaskLimits = z.strictObject({
  /** Model calls. The host counts them too. */
  turns: z.number().int().positive().max(1_000).default(100),
  /** Of a Bash call that names none, and the longest one may name. */
  bashTimeoutMs: Milliseconds.default(120_000),
  bashTimeoutMaxMs: Milliseconds.default(600_000),
  /** Of each stream of a command, and of a listing. */
  outputBytes: z.number().int().positive().max(1_048_576).default(1_048_576),
});
type TaskLimits = z.infer<typeof TaskLimits>;

export const Resume = z.strictObject({
  /** The last row of the transcript, and the last model call. */
  row: z.number().int().nonnegative(),
  call: z.number().int().nonnegative(),
  /** Calls of the last reply that have no result yet, in order. */
  pending: z.array(ToolUseBlock).max(100),
  /** What was answered to the first of them. */
  answer: HostAnswer.optional(),
  /** Without pending calls: what the user says next. */
  note: z.string().min(1).max(50_000),
  state: RunnerState,
});
export type Resume = z.infer<typeof Resume>;

export const Task = z.strictObject({
  step: Step,
  /** The system text. The host has it already; the runner keeps it for what starts inside later. */
  instruction: z.string().min(1).max(100_000),
  /** The first thing the user says. */
  input: z.string().min(1).max(500_000),
  /** The tools offered to the model; a call of any other is refused. */
  tools: z.array(z.string().min(1).max(200)).min(1).max(100),
  permissions: PermissionPolicy,
  /** Calls that a person allowed for good: what would be asked is not asked again. */
  granted: z
    .array(z.strictObject({ tool: z.string().max(200), input: z.string().max(20_000) }))
    .max(500)
    .default([]),
  /** Rules whose calls are refused whatever else says, e.g. `Bash(git push *)`. */
  disallowed: z.array(Rule).max(500).default([]),
  /** While planning, tools that write or run are refused. */
  planning: z.boolean(),
  /** The conversation ends when the model ends its turn: nothing has to be handed over. */
  endsWithTurn: z.boolean().default(false),
  workspace: z.string().regex(/^\/[^\0\r\n]*$/, 'an absolute path'),
  limits: TaskLimits.prefault({}),
  /** Set when the conversation goes on after it was parked. */
  resume: Resume.optional(),
});
export type Task = z.infer<typeof Task>;
export type TaskInput = z.input<typeof Task>;
