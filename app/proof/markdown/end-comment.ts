// The comment at the end of a job: what was delivered and how well it is proven, or why nothing was,
// what is kept, and what helps. Pure.
import type { Job } from '../../job/types.ts';
import { HEADLINE_MARKS, UNREPORTED } from '../headline.ts';
import type { CaseStatus, MatrixRow } from '../matrix.ts';
import type { Report } from '../report.ts';
import { plural } from '../sections/figures.ts';
import { verdictLine } from '../sections/verdict.ts';
import { failureLine, helpList } from './failure-body.ts';
import { block, inline, type Redact } from './filter.ts';
import { fitBody } from './fit.ts';
import { dollars, joined, list, section, sequence, shortSha } from './layout.ts';
import { type WorkLeft, workLeftLines } from './work-left.ts';

type EndFacts = {
  job: Job;
  /** The newest one, when there is one. */
  report?: Report;
  costUsd: number;
  pull: { url: string };
  branch: string;
  /** Where the work lies. */
  work?: WorkLeft;
  /** What could not be kept there. */
  left?: readonly string[];
  isIssueGone?: boolean;
  redact: Redact;
};

export function endComment(facts: EndFacts): string {
  const { job, report } = facts;
  if (job.state === 'DELIVERED' && report !== undefined) return deliveredText(facts, report);
  return fitBody(({ output }) => failedText(facts, Math.max(400, output)));
}

function deliveredText({ job, costUsd, pull }: EndFacts, report: Report): string {
  const links = `[Report and proof](${pull.url}) · [Changes](${pull.url}/files)`;
  return joined([
    `### ${HEADLINE_MARKS[report.headline]} ${verdictLine(report)}`,
    matrixLine(report.matrix),
    `${links} · ${spentText(job, costUsd)}`,
    `It is your turn: read the changes and the proof. ${yoursText(job)}`,
  ]);
}

type ReviewFacts = {
  job: Job;
  /** What was delivered, and how well it is proven. */
  delivered?: { sha: string; headline: string };
  redact: Redact;
};

/** For the thread of a review in which the job was asked for. */
export function endInReview({ job, delivered, redact }: ReviewFacts): string {
  if (job.state === 'DELIVERED' && delivered !== undefined) {
    return `This is done in ${shortSha(delivered.sha)}: ${delivered.headline}. The report is the text of this pull request.`;
  }
  return joined([
    `This was not done: \`${job.failureReason ?? job.state}\`.`,
    causeText(job, redact, LONGEST_IN_REVIEW),
  ]);
}

const LONGEST_IN_REVIEW = 2_000;

/** Nothing here does either. */
export function yoursText({ opensReady }: Job): string {
  return opensReady === true
    ? 'Merging the pull request is yours.'
    : 'The pull request stays a draft; marking it ready and merging it are yours.';
}

/** More would be no line any more. */
const MOST_ROWS = 20;
const MARKS: Record<CaseStatus, string> = {
  red: '🔴',
  green: '🟢',
  mixed: '〰️',
  'not run': '–',
};

/** Each criterion on base and head, as its weakest test says. */
function matrixLine(matrix: readonly MatrixRow[]): string {
  const rows = matrix.map(({ criterion, blocked, cases }) => {
    if (blocked) return `${criterion} blocked`;
    const base = MARKS[weakest(cases.map((one) => one.base))];
    return `${criterion} ${base}→${MARKS[weakest(cases.map((one) => one.head))]}`;
  });
  return rows.length === 0 ? '' : `Base → head: ${sequence(rows, MOST_ROWS)}`;
}

const WEAKEST: readonly CaseStatus[] = ['not run', 'mixed', 'red', 'green'];

function weakest(found: readonly CaseStatus[]): CaseStatus {
  return WEAKEST.find((status) => found.includes(status)) ?? 'not run';
}

function spentText({ attemptNumber }: Job, costUsd: number): string {
  const attempts = attemptNumber === 0 ? '' : `${plural(attemptNumber, 'attempt')}, `;
  return `${attempts}${dollars(costUsd)}`;
}

function failedText(facts: EndFacts, longest: number): string {
  const { job, costUsd, pull, isIssueGone = false, redact } = facts;
  return joined([
    `### ${headingOf(facts)}`,
    failureLine(job),
    causeText(job, redact, longest),
    section('What is kept', list(keptLines(facts))),
    section('What helps', helpList({ job, isIssueGone })),
    `${spentText(job, costUsd)} · [how far it came](${pull.url})`,
  ]);
}

/** What a person said is quoted; of everything else the real words are shown. */
function causeText(
  { failureReason, failureDetail = '' }: Job,
  redact: Redact,
  longest: number,
): string {
  if (failureDetail.trim() === '') return '';
  return failureReason === 'USER_CANCELLED'
    ? `> ${inline(failureDetail, redact, longest)}`
    : `What it said:\n\n${block(failureDetail, redact, longest)}`;
}

/** The same word as everywhere; what a person stopped is no alarm. */
function headingOf({ job, report }: EndFacts): string {
  const headline = report?.headline ?? UNREPORTED;
  return job.failureReason === 'USER_CANCELLED'
    ? `⏹️ ${headline}, stopped`
    : `🔴 ${headline}, not delivered`;
}

function keptLines({ job, branch, work, left = [] }: EndFacts): string[] {
  return [
    `This pull request and its branch \`${branch}\`, with everything that people pushed.`,
    ...(work === undefined ? [] : workLeftLines(work)),
    ...left,
    ...(job.planRevision === undefined ? [] : ['The plan and its revisions.']),
    ...(job.attemptNumber === 0
      ? []
      : [`What ${plural(job.attemptNumber, 'attempt')} tried, and what the tests said to it.`]),
  ];
}
