// The one word a report is told with, and what stands against saying it plainly: decided here and
// nowhere else. A reservation asks for a person; whatever is only good to know is none. Pure.
import { openQuestions } from './challenge/challenged.ts';
import type { MatrixRow } from './matrix.ts';
import { oldSuiteText } from './old-suite/words.ts';
import { type PerturbedCase, patientText, unalteredText, vagueText } from './perturb/words.ts';
import type { Headline, Report, ReportHunk } from './report.ts';
import { NOT_TOLD } from './roles/roles.ts';
import { lostTests } from './suite.ts';
import { TAMPER_WORDS } from './tamper/finding.ts';
import { toldTampering } from './tamper/told.ts';
import { doorText, notVariedText } from './world/words.ts';

/** Something to look at, with its place where it has one. */
export type Remark = {
  kind: string;
  says: string;
  path?: string;
  lines?: { start: number; end: number } | undefined;
  symbol?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
};

/** A report before it has its headline. */
type Judged = Omit<Report, 'headline'>;

export function headlineOf(report: Judged): Headline {
  if (!report.verdict.passed) return 'Not proven';
  return reservationsOf(report).length === 0 ? 'Proven' : 'Proven with reservations';
}

/** Of a job that ended before anything was verified. */
export const UNREPORTED: Headline = 'Not proven';

/** Each asks of the whole report; in the order in which people should look. */
const ASKED: readonly ((report: Judged) => Remark[])[] = [
  blocked,
  disputed,
  tampered,
  opened,
  besides,
  lost,
  oldTests,
  unknownSuite,
  unguarded,
  unread,
  unmeasured,
  weak,
  vague,
  patient,
  unasked,
];

export function reservationsOf(report: Judged): Remark[] {
  return ASKED.flatMap((ask) => ask(report));
}

/** Green for what is proven, and for nothing else. */
export const CONCLUSIONS = {
  Proven: 'success',
  'Proven with reservations': 'action_required',
  'Not proven': 'failure',
} as const satisfies Record<Headline, string>;

export const HEADLINE_MARKS: Record<Headline, string> = {
  Proven: '🟢',
  'Proven with reservations': '🟡',
  'Not proven': '🔴',
};

function blocked({ matrix }: Judged): Remark[] {
  return matrix
    .filter((row) => row.blocked)
    .map(({ criterion }) => ({
      kind: 'blocked',
      says: `${criterion} is blocked by a cause outside the code: it is not proven`,
    }));
}

/** Reader and challenger differ about what the plan promises. */
function disputed({ challenged }: Judged): Remark[] {
  const questions = challenged === undefined ? [] : openQuestions(challenged);
  return questions.map((says) => ({ kind: 'disputed', says }));
}

function tampered({ tampering }: Judged): Remark[] {
  return toldTampering(tampering).map(({ kind, path, detail, before, after }) => ({
    kind,
    path,
    says: `${TAMPER_WORDS[kind]} (${detail})`,
    before,
    after,
  }));
}

/** What nobody can read where it stands. */
function opened({ world }: Judged): Remark[] {
  const doors = world?.doors ?? [];
  return doors.map(({ door, path }) => ({ kind: 'computed-program', path, says: doorText(door) }));
}

/** What no test asks for, and whoever calls it gets. */
function besides({ world }: Judged): Remark[] {
  return (world?.besides ?? []).map(({ path, says }) => ({ kind: 'besides', path, says }));
}

function lost(report: Judged): Remark[] {
  return lostTests(report).map((says) => ({ kind: 'test-lost', says }));
}

function oldTests({ oldSuite }: Judged): Remark[] {
  return oldSuiteText(oldSuite).map((says) => ({ kind: 'old-suite', says }));
}

/** Red before and red now, and nobody knows by which tests: a new failure could hide in it. */
function unknownSuite({ suite }: Judged): Remark[] {
  if (suite === undefined || suite.head === 'green' || suite.compared?.by === 'tests') return [];
  const says = `the repository’s own tests are ${suite.base} on the base and ${suite.head} on the head, and could not be compared test by test`;
  return [{ kind: 'suite-unknown', says }];
}

function unguarded(report: Judged): Remark[] {
  return hunksBy(report, 'unguarded').map((hunk) => ({
    kind: 'unguarded',
    path: hunk.path,
    lines: linesOf(hunk),
    symbol: hunk.symbol,
    says: `no test notices when it ${hunk.kind === 'added-function' ? 'does nothing' : 'is undone'}`,
  }));
}

/** More are counted. */
const MOST_UNREAD = 5;

function unread({ unread: paths = [] }: Judged): Remark[] {
  const says = 'not proven: nothing that was run reads it';
  const named = paths.slice(0, MOST_UNREAD).map((path) => ({ kind: 'unread', path, says }));
  const more = paths.length - named.length;
  if (more === 0) return named;
  return [
    ...named,
    { kind: 'unread', says: `not proven: nothing that was run reads ${more} more` },
  ];
}

function unmeasured(report: Judged): Remark[] {
  return hunksBy(report, 'unmeasured').map((hunk) => ({
    kind: 'unmeasured',
    path: hunk.path,
    lines: linesOf(hunk),
    symbol: hunk.symbol,
    says: 'there was no time to see whether a test notices when it is undone',
  }));
}

/** Below this share of what was altered, a criterion’s best test hardly looks. */
const LEAST_STRENGTH = 0.3;

function weak({ matrix }: Judged): Remark[] {
  return matrix.flatMap((row) => {
    const best = strongest(row);
    if (best === undefined || best.share >= LEAST_STRENGTH) return [];
    const says = `${row.criterion}: its strongest test noticed ${best.noticed} of ${best.of} alterations of what the changed code gives back`;
    return [{ kind: 'weak', says }];
  });
}

/** Every case of it that uses a result only looks at how much came back, or where it begins. */
function vague(report: Judged): Remark[] {
  const criteria = criteriaWhere(report, ({ isVague }) => isVague);
  return criteria.map((criterion) => ({ kind: 'weak', says: vagueText(criterion) }));
}

/** Every case of it that uses a result is content when a later one is right. */
function patient(report: Judged): Remark[] {
  const criteria = criteriaWhere(report, ({ isPatient }) => isPatient === true);
  return criteria.map((criterion) => ({ kind: 'weak', says: patientText(criterion) }));
}

/** New ones of which this holds for every case in whose run something was altered. */
function criteriaWhere(
  { matrix, perturbed }: Judged,
  holds: (one: PerturbedCase) => boolean,
): string[] {
  const promised = matrix.filter((row) => row.kind === 'new' && !row.blocked);
  return promised.flatMap(({ criterion, cases }) => {
    const isOwn = ({ caseId }: { caseId: string }) => cases.some(({ id }) => id === caseId);
    const altered = perturbed?.cases.filter((one) => isOwn(one) && one.of > 0) ?? [];
    return altered.length > 0 && altered.every(holds) ? [criterion] : [];
  });
}

function strongest({ kind, blocked: isOut, cases }: MatrixRow) {
  if (kind !== 'new' || isOut) return undefined;
  const known = cases.flatMap(({ strength }) =>
    strength === undefined || strength.of === 0
      ? []
      : [{ ...strength, share: strength.noticed / strength.of }],
  );
  return known.toSorted((one, other) => other.share - one.share)[0];
}

/** What could not be made different around the tests is good to know, and asks for nobody. */
function unasked({ notMeasured, world, perturbed }: Judged): Remark[] {
  const around = new Set([...notVariedText(world), ...unalteredText(perturbed), NOT_TOLD]);
  return notMeasured
    .filter((one) => !around.has(one))
    .map((says) => ({ kind: 'not measured', says }));
}

function hunksBy({ hunks }: Judged, verdict: ReportHunk['verdict']): ReportHunk[] {
  return hunks.measured ? hunks.list.filter((one) => one.verdict === verdict) : [];
}

function linesOf({ startLine, endLine }: ReportHunk): Remark['lines'] {
  return { start: startLine, end: endLine };
}
