// The shape of a report: everything the PR body, the check run and `report.json` say of one attempt,
// as one versioned value. Pure.
import { z } from 'zod';
import { Challenged } from './challenge/challenged.ts';
import { Coverage } from './coverage/words.ts';
import { GATE_RULES } from './gate.ts';
import { HUNK_VERDICTS } from './hunks/judge-hunk.ts';
import { MatrixRow } from './matrix.ts';
import { Moved } from './moved/words.ts';
import { OldSuite } from './old-suite/words.ts';
import { Perturbed } from './perturb/words.ts';
import { Suite } from './suite.ts';
import { TAMPER_KINDS } from './tamper/finding.ts';
import { World } from './world/words.ts';

export const REPORT_VERSION = 2;
/** The one word it is told with, the same everywhere. */
const HEADLINES = ['Proven', 'Proven with reservations', 'Not proven'] as const;
export type Headline = (typeof HEADLINES)[number];

const count = z.number().int().nonnegative();
const Attempt = z.strictObject({
  number: z.number().int().positive(),
  kind: z.enum(['implement', 'self_heal', 'deep_fix', 'intervention']),
  modelClass: z.enum(['L1', 'L2', 'L3']),
  status: z.enum(['running', 'green', 'red', 'failed', 'abandoned']),
  costUsd: z.number().nonnegative().optional(),
  durationMs: count.optional(),
});
export type ReportAttempt = z.infer<typeof Attempt>;

const ChangedFile = z.strictObject({
  path: z.string(),
  part: z.enum(['code', 'tests', 'authored']),
  /** Absent: no text. */
  added: count.optional(),
  removed: count.optional(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

const Question = z.strictObject({
  asked: z.string(),
  answer: z.string().optional(),
  by: z.string().optional(),
});
export type ReportQuestion = z.infer<typeof Question>;

export const Report = z.strictObject({
  version: z.literal(REPORT_VERSION),
  headline: z.enum(HEADLINES),
  jobId: z.string(),
  attempt: z.number().int().positive(),
  issue: z.number().int().positive().optional(),
  baseSha: z.string(),
  /** What others did to branch and base until it was verified; absent: nothing. */
  moved: Moved.optional(),
  plan: z.strictObject({
    revision: z.string(),
    goal: z.string(),
    paths: z.array(z.string()),
    packages: z.array(z.string()),
  }),
  verdict: z.strictObject({
    passed: z.boolean(),
    reasons: z.array(
      z.strictObject({
        rule: z.enum(GATE_RULES),
        message: z.string(),
        criterion: z.string().optional(),
        caseId: z.string().optional(),
      }),
    ),
  }),
  totals: z.strictObject({
    criteria: count,
    /** With every case right on base and head. */
    proven: count,
    cases: count,
    green: count,
    withheld: count,
    flaky: count,
  }),
  /** What the implementer said when it handed over: told as its words, and counted nowhere. */
  closingNote: z.string().optional(),
  changedFiles: z.array(ChangedFile).optional(),
  matrix: z.array(MatrixRow),
  suite: Suite.optional(),
  /** Each case again, expecting something else; absent when a case was red. */
  twins: z.strictObject({ red: count, green: count, none: z.array(z.string()) }).optional(),
  world: World.optional(),
  /** Each case again, with other results of the changed code; absent: not looked. */
  perturbed: Perturbed.optional(),
  oldSuite: OldSuite.optional(),
  /** Further cases; absent: not wished for, or the gate was not passed without them. */
  challenged: Challenged.optional(),
  hunks: z.discriminatedUnion('measured', [
    z.strictObject({ measured: z.literal(false) }),
    z.strictObject({
      measured: z.literal(true),
      guarded: count,
      held: count.optional(),
      unguarded: count,
      inseparable: count,
      unmeasured: count,
      list: z.array(
        z.strictObject({
          id: z.string(),
          path: z.string(),
          startLine: count,
          endLine: count,
          kind: z.enum(['changed', 'added-function', 'added-lines', 'removed']),
          symbol: z.string().optional(),
          verdict: z.enum(HUNK_VERDICTS),
          /** Tests that noticed, `suite` for the repository's own; each run ends with the first. */
          heldBy: z.array(z.string()).optional(),
        }),
      ),
    }),
  ]),
  /** Which changed lines ran; absent: not counted. */
  coverage: Coverage.optional(),
  /** Absent: there is none. */
  unread: z.array(z.string()).optional(),
  runs: z.array(
    z.strictObject({
      /** Absent: the repository's own suite. */
      caseId: z.string().optional(),
      tree: z.enum(['base', 'head']),
      run: z.number().int().positive(),
      exitCode: z.number().int(),
      why: z.enum(['assertion', 'error', 'load']).optional(),
      durationMs: count,
      output: z.string(),
    }),
  ),
  attempts: z.array(Attempt),
  costUsd: z.number().nonnegative(),
  questions: z.array(Question).optional(),
  tampering: z.array(
    z.strictObject({
      kind: z.enum(TAMPER_KINDS),
      path: z.string(),
      detail: z.string(),
      before: z.string().optional(),
      after: z.string().optional(),
      /** The approved plan says that it is changed: it asks for nobody. */
      isAnnounced: z.boolean().optional(),
    }),
  ),
  dropped: z.array(z.strictObject({ path: z.string(), why: z.enum(['protected', 'authored']) })),
  outsideFence: z.array(z.string()),
  sandboxes: z.strictObject({ created: count, wiped: count }),
  notMeasured: z.array(z.string()),
});
export type Report = z.infer<typeof Report>;
export type ReportHunk = Extract<Report['hunks'], { measured: true }>['list'][number];

/** Why the head of this report could not be set up. */
export function setupProblem({ verdict }: Report): string | undefined {
  return verdict.reasons.find(({ rule }) => rule === 'setup')?.message;
}
