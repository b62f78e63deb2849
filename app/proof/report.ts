// The report of one attempt: everything the PR body, the check run and `report.json` say, as one
// versioned value made from stored runs. Figures are computed here and nowhere else. Pure.
import { z } from 'zod';
import type { Plan } from '../../sandbox/protocol/plan.ts';
import { type ProofCase, type ProofRun, runsOf } from './case.ts';
import { GATE_RULES, type GateResult, gate, type Looks } from './gate.ts';
import { HUNK_VERDICTS, type HunkVerdict } from './hunks/judge-hunk.ts';
import { buildMatrix, isRedByLoadOnly, MatrixRow } from './matrix.ts';
import { redKind } from './output/red-kind.ts';
import { plainText, shortened } from './output/terminal-text.ts';
import { inRunOrder } from './run-order.ts';
import { Suite, suiteFacts, suiteOf } from './suite.ts';
import { TAMPER_KINDS, type TamperFinding } from './tamper/finding.ts';
import type { Dropped } from './verification-tree.ts';

export const REPORT_VERSION = 1;
/** Of each run; the records keep the whole. */
const OUTPUT_KEPT = 16_000;

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

export const Report = z.strictObject({
  version: z.literal(REPORT_VERSION),
  jobId: z.string(),
  attempt: z.number().int().positive(),
  issue: z.number().int().positive().optional(),
  baseSha: z.string(),
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
  matrix: z.array(MatrixRow),
  suite: Suite.optional(),
  /** Each case again, expecting something else; absent when a case was red. */
  twins: z.strictObject({ red: count, green: count, none: z.array(z.string()) }).optional(),
  hunks: z.discriminatedUnion('measured', [
    z.strictObject({ measured: z.literal(false) }),
    z.strictObject({
      measured: z.literal(true),
      guarded: count,
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
        }),
      ),
    }),
  ]),
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
  tampering: z.array(
    z.strictObject({
      kind: z.enum(TAMPER_KINDS),
      path: z.string(),
      detail: z.string(),
      before: z.string().optional(),
      after: z.string().optional(),
    }),
  ),
  dropped: z.array(z.strictObject({ path: z.string(), why: z.enum(['protected', 'authored']) })),
  outsideFence: z.array(z.string()),
  sandboxes: z.strictObject({ created: count, wiped: count }),
  notMeasured: z.array(z.string()),
});
export type Report = z.infer<typeof Report>;
export type ReportHunk = Extract<Report['hunks'], { measured: true }>['list'][number];

export type ReportFacts = Looks & {
  jobId: string;
  attempt: number;
  issue?: number;
  baseSha: string;
  plan: Plan;
  revision: string;
  cases: readonly ProofCase[];
  runs: readonly ProofRun[];
  blocked?: readonly string[];
  /** Absent: not measured. */
  hunks?: readonly ReportHunk[];
  /** Authored files in languages that the judge does not know. */
  unjudged?: readonly string[];
  attempts: readonly ReportAttempt[];
  costUsd: number;
  tampering: readonly TamperFinding[];
  dropped: readonly Dropped[];
  outsideFence: readonly string[];
  /** Why the head could not be set up. */
  setup?: string;
  sandboxes: { created: number; wiped: number };
  /** Takes secrets out of what is kept. */
  redact: (text: string) => string;
};

export function buildReport(given: ReportFacts): Report {
  const facts = { ...given, runs: inRunOrder(given.runs, given.cases) };
  const { plan, attempt, runs, blocked = [] } = facts;
  const matrix = buildMatrix({ plan, cases: facts.cases, runs, attempt, blocked });
  const suite = suiteOf(facts);
  const { outsideFence, hollow, twins, setup } = facts;
  const looks = { hollow, twins };
  return {
    version: REPORT_VERSION,
    jobId: facts.jobId,
    attempt,
    ...(facts.issue === undefined ? {} : { issue: facts.issue }),
    baseSha: facts.baseSha,
    plan: {
      revision: facts.revision,
      goal: plan.goal,
      paths: [...plan.paths],
      packages: [...plan.packages],
    },
    verdict: gate({ matrix, outsideFence, suite: suite && suiteFacts(suite), setup, ...looks }),
    totals: totalsOf(matrix, looks),
    matrix,
    ...(suite === undefined ? {} : { suite }),
    ...(twins === undefined ? {} : { twins: twinsOf(matrix, twins) }),
    hunks: hunksOf(facts.hunks),
    runs: keptRuns(facts),
    attempts: [...facts.attempts],
    costUsd: facts.costUsd,
    tampering: facts.tampering.map((one) => redacted(one, facts.redact)),
    dropped: [...facts.dropped],
    outsideFence: [...outsideFence],
    sandboxes: { ...facts.sandboxes },
    notMeasured: notMeasured(matrix, facts),
  };
}

/** A stored report, or undefined when it is of another version or damaged. */
export function readReport(content: unknown): Report | undefined {
  const read = Report.safeParse(content);
  return read.success ? read.data : undefined;
}

/** Why the head of this report could not be set up. */
export function setupProblem({ verdict }: Report): string | undefined {
  return verdict.reasons.find(({ rule }) => rule === 'setup')?.message;
}

function isProven(row: MatrixRow, looks: Looks = {}): boolean {
  return !row.blocked && judged(row, looks).passed;
}

function judged(row: MatrixRow, looks: Looks): GateResult {
  return gate({ matrix: [row], outsideFence: [], ...looks });
}

function totalsOf(matrix: readonly MatrixRow[], looks: Looks): Report['totals'] {
  const cases = matrix.flatMap((row) => row.cases);
  return {
    criteria: matrix.length,
    proven: matrix.filter((row) => isProven(row, looks)).length,
    cases: cases.length,
    green: cases.filter(({ head }) => head === 'green').length,
    withheld: cases.filter(({ withheld }) => withheld).length,
    flaky: cases.filter(({ flaky }) => flaky).length,
  };
}

function twinsOf(
  matrix: readonly MatrixRow[],
  twins: NonNullable<Looks['twins']>,
): NonNullable<Report['twins']> {
  const known = new Set(twins.map(({ caseId }) => caseId));
  const ids = matrix.filter(({ blocked }) => !blocked).flatMap(({ cases }) => cases);
  const green = twins.filter(({ exitCode }) => exitCode === 0).length;
  return {
    red: twins.length - green,
    green,
    none: ids.map(({ id }) => id).filter((id) => !known.has(id)),
  };
}

function keptRuns({ runs, attempt, redact }: ReportFacts): Report['runs'] {
  const base = runsOf(runs, 'base').map((run) => keptRun(run, 'base', redact));
  const head = runsOf(runs, 'head', attempt).map((run) => keptRun(run, 'head', redact));
  return [...base, ...head];
}

function keptRun(
  run: ProofRun,
  tree: 'base' | 'head',
  redact: (text: string) => string,
): Report['runs'][number] {
  const why = redKind(run);
  return {
    ...(run.caseId === undefined ? {} : { caseId: run.caseId }),
    tree,
    run: run.runNumber,
    exitCode: run.exitCode,
    ...(why === undefined ? {} : { why }),
    durationMs: run.durationMs,
    // Redacted before it is cut: half a secret is no longer recognised.
    output: shortened(redact(plainText(run.output)), OUTPUT_KEPT),
  };
}

/** What was quoted from files may hold anything. */
function redacted(one: TamperFinding, redact: (text: string) => string): TamperFinding {
  const { before, after } = one;
  return {
    ...one,
    ...(before !== undefined && { before: redact(before) }),
    ...(after !== undefined && { after: redact(after) }),
  };
}

function hunksOf(hunks: ReportFacts['hunks']): Report['hunks'] {
  if (hunks === undefined) return { measured: false };
  const of = (verdict: HunkVerdict) => hunks.filter((one) => one.verdict === verdict).length;
  return {
    measured: true,
    guarded: of('guarded'),
    unguarded: of('unguarded'),
    inseparable: of('inseparable'),
    unmeasured: of('unmeasured'),
    list: [...hunks],
  };
}

function notMeasured(
  matrix: readonly MatrixRow[],
  { hollow, twins, hunks, unjudged = [] }: ReportFacts,
): string[] {
  const unshown = hollow === undefined ? matrix.filter(isRedByLoadOnly) : [];
  const loads = unshown.map(({ criterion }) => criterion);
  const none = twins === undefined ? [] : twinsOf(matrix, twins).none;
  return [
    ...(hunks === undefined
      ? ['Hunks: whether a test notices when a single changed hunk is undone.']
      : []),
    ...(unjudged.length === 0
      ? []
      : [`What is written in ${unjudged.join(', ')}: the judge does not know the language.`]),
    ...(none.length === 0
      ? []
      : [`Whether ${none.join(', ')} would fail: nothing was found in it to expect otherwise.`]),
    ...(loads.length === 0
      ? []
      : [
          `Strength of the tests of ${loads.join(', ')}: on the base they could not be loaded, so only the head shows what they assert.`,
        ]),
  ];
}
