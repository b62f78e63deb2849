// Makes the report of an attempt from stored runs. Figures are computed here and nowhere else. Pure.
import type { Plan } from '../../sandbox/protocol/plan.ts';
import { type ProofCase, type ProofRun, runsOf } from './case.ts';
import { type Challenged, unaskedText } from './challenge/challenged.ts';
import type { Coverage } from './coverage/words.ts';
import { type GateResult, gate, type Looks } from './gate.ts';
import { headlineOf } from './headline.ts';
import type { HunkVerdict } from './hunks/judge-hunk.ts';
import { buildMatrix, isRedByLoadOnly, type MatrixRow } from './matrix.ts';
import type { Moved } from './moved/words.ts';
import { withAnnounced } from './old-suite/announced.ts';
import { redKind } from './output/red-kind.ts';
import { plainText, shortened } from './output/terminal-text.ts';
import { unalteredText, unsoundText } from './perturb/words.ts';
import {
  type ChangedFile,
  REPORT_VERSION,
  type Report,
  type ReportAttempt,
  type ReportHunk,
  type ReportQuestion,
} from './report.ts';
import { inRunOrder } from './run-order.ts';
import { suiteFacts, suiteOf } from './suite.ts';
import type { TamperFinding } from './tamper/finding.ts';
import type { Dropped } from './verification-tree.ts';
import { notVariedText } from './world/words.ts';

/** Of each run; the records keep the whole. */
const OUTPUT_KEPT = 16_000;

export type ReportFacts = Looks & {
  jobId: string;
  attempt: number;
  issue?: number;
  baseSha: string;
  moved?: Moved | undefined;
  plan: Plan;
  revision: string;
  cases: readonly ProofCase[];
  runs: readonly ProofRun[];
  blocked?: readonly string[];
  /** Changed code that no run reads. */
  unread?: readonly string[];
  /** Why it is not known of all of it what it is. */
  untold?: string | undefined;
  /** Absent: lines were not counted. */
  coverage?: Coverage | undefined;
  closingNote?: string | undefined;
  /** Absent: not counted. */
  changedFiles?: readonly ChangedFile[] | undefined;
  /** What agents asked people. */
  questions?: readonly ReportQuestion[];
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
  const { outsideFence, hollow, twins, world, perturbed, setup } = facts;
  const matrix = buildMatrix({ plan, cases: facts.cases, runs, attempt, blocked, perturbed });
  const suite = suiteOf(facts);
  const { unread = [], oldSuite, challenged, coverage } = facts;
  const looks = { hollow, twins, world, perturbed, challenged };
  const own = { suite: suite && suiteFacts(suite), oldSuite };
  const known: Omit<Report, 'headline'> = {
    version: REPORT_VERSION,
    jobId: facts.jobId,
    attempt,
    ...(facts.issue === undefined ? {} : { issue: facts.issue }),
    baseSha: facts.baseSha,
    ...(facts.moved === undefined ? {} : { moved: facts.moved }),
    plan: planOf(facts),
    verdict: gate({ matrix, outsideFence, setup, ...own, ...looks }),
    totals: totalsOf(matrix, looks),
    ...saidIn(facts),
    ...(facts.changedFiles !== undefined && { changedFiles: [...facts.changedFiles] }),
    matrix,
    ...(suite === undefined ? {} : { suite }),
    ...lookedAt(matrix, facts),
    hunks: hunksOf(facts.hunks),
    ...(coverage === undefined ? {} : { coverage }),
    ...(unread.length === 0 ? {} : { unread: [...unread] }),
    runs: keptRuns(facts),
    attempts: [...facts.attempts],
    costUsd: facts.costUsd,
    tampering: withAnnounced(facts.tampering, plan).map((one) => redacted(one, facts.redact)),
    dropped: [...facts.dropped],
    outsideFence: [...outsideFence],
    sandboxes: { ...facts.sandboxes },
    notMeasured: notMeasured(matrix, facts),
  };
  return { ...known, headline: headlineOf(known) };
}

/** What was asked beyond green and red; absent: not asked. */
function lookedAt(
  matrix: readonly MatrixRow[],
  { twins, world, perturbed, oldSuite, challenged, redact }: ReportFacts,
) {
  return {
    ...(twins === undefined ? {} : { twins: twinsOf(matrix, twins) }),
    ...(world === undefined ? {} : { world }),
    ...(perturbed === undefined ? {} : { perturbed }),
    ...(oldSuite === undefined ? {} : { oldSuite }),
    ...(challenged === undefined ? {} : { challenged: toldCases(challenged, redact) }),
  };
}

/** Of an implementer's note and of one question or answer. */
const WORDS_KEPT = 2_000;

/** What agents and people said: no figure comes from it. */
function saidIn({ closingNote, questions = [], redact }: ReportFacts) {
  const kept = (words: string) => shortened(redact(plainText(words)), WORDS_KEPT);
  const talk = questions.map(({ asked, answer, by }) => ({
    asked: kept(asked),
    ...(answer !== undefined && { answer: kept(answer) }),
    ...(by !== undefined && { by }),
  }));
  return {
    ...(closingNote !== undefined && { closingNote: kept(closingNote) }),
    ...(talk.length === 0 ? {} : { questions: talk }),
  };
}

function planOf({ plan, revision }: ReportFacts): Report['plan'] {
  const { goal, paths, packages } = plan;
  return { revision, goal, paths: [...paths], packages: [...packages] };
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

/** Model text. */
function toldCases(challenged: Challenged, redact: (text: string) => string): Challenged {
  const kept = (words: string) => shortened(redact(plainText(words)), WORDS_KEPT);
  const cases = challenged.cases.map(({ id, criterion, title, result, why }) => {
    const told = { id, criterion, title: kept(title), result };
    return why === undefined ? told : { ...told, why: kept(why) };
  });
  return { ...challenged, cases };
}

function hunksOf(hunks: ReportFacts['hunks']): Report['hunks'] {
  if (hunks === undefined) return { measured: false };
  const of = (verdict: HunkVerdict) => hunks.filter((one) => one.verdict === verdict).length;
  const held = of('held');
  return {
    measured: true,
    guarded: of('guarded'),
    ...(held > 0 && { held }),
    unguarded: of('unguarded'),
    inseparable: of('inseparable'),
    unmeasured: of('unmeasured'),
    list: [...hunks],
  };
}

function notMeasured(
  matrix: readonly MatrixRow[],
  { hollow, twins, hunks, world, perturbed, challenged, untold, unjudged = [] }: ReportFacts,
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
    ...notVariedText(world),
    ...(untold === undefined ? [] : [untold]),
    ...unalteredText(perturbed),
    ...unsoundText(perturbed),
    ...unaskedText(challenged),
    ...(loads.length === 0
      ? []
      : [
          `Strength of the tests of ${loads.join(', ')}: on the base they could not be loaded, so only the head shows what they assert.`,
        ]),
  ];
}
