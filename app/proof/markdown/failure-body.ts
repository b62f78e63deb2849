// The PR body of a job that ended without delivering: why in plain words, what was reached, and
// which commands help. Pure.
import type { Plan } from '../../../sandbox/protocol/plan.ts';
import { formLine, movesNow } from '../../command/sayable.ts';
import { whereItStands } from '../../job/commands.ts';
import type { FailureReason, Job } from '../../job/types.ts';
import { UNREPORTED } from '../headline.ts';
import type { Report, ReportAttempt } from '../report.ts';
import { attemptsBlocks } from '../sections/evidence.ts';
import { plural } from '../sections/figures.ts';
import { sectionsOf } from '../sections/sections.ts';
import { verdictLine } from '../sections/verdict.ts';
import { sectionText } from './blocks.ts';
import { block, prose, type Redact } from './filter.ts';
import { type Detail, fitReport } from './fit.ts';
import { joined, list, section } from './layout.ts';
import { withVisibleOutputs } from './report-body.ts';
import { type WorkLeft, workLeftLines } from './work-left.ts';

type FailureFacts = {
  job: Job;
  issue?: number;
  plan?: Plan;
  /** The newest one, when there is one. */
  report?: Report;
  attempts: readonly ReportAttempt[];
  costUsd: number;
  /** Where its work lies. */
  left?: WorkLeft;
  /** It was moved to another repository, or deleted. */
  isIssueGone?: boolean;
  /** The real words of what went wrong. */
  detail?: string;
  redact: Redact;
};

export function failureBody(facts: FailureFacts): string {
  const { report, redact } = facts;
  const shown = report === undefined ? facts : { ...facts, report: shownReport(report, redact) };
  return fitReport((detail) => render(shown, detail), report?.totals.cases ?? 0);
}

/** It closes nothing. */
function shownReport(report: Report, redact: Redact): Report {
  const { issue: _open, ...shown } = withVisibleOutputs(report, redact);
  return shown;
}

/** On the issue, where there is no pull request to say it in. */
export function unopenedText(job: Job, redact: Redact): string {
  return joined([
    `This did not get as far as a pull request: \`${job.failureReason ?? job.state}\`. ${failureLine(job)}`,
    causeText({ job, redact }, LONGEST_CAUSE),
    section('What helps', helpList({ job })),
  ]);
}

const LONGEST_CAUSE = 2_000;

/** One sentence, also for the check run and the status comment. */
export function failureLine(job: Job): string {
  if (job.failureReason !== undefined) return FAILURES[job.failureReason];
  if (job.state === 'FALLBACK_REQUIRED') {
    return `It gave up after ${plural(job.attemptCount, 'failed attempt')}; the tests are not green.`;
  }
  const words = whereItStands(job);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

const FAILURES: Record<FailureReason, string> = {
  USER_CANCELLED: 'A person stopped it.',
  ESCALATION_CONFIRMATION_TIMEOUT: 'Nobody said within an hour whether to use the stronger model.',
  CLIENT_DISCONNECTED: 'The runner in the sandbox was lost and did not come back in five minutes.',
  QUOTA_RESERVATION_TIMEOUT: 'No quota could be reserved within ten seconds.',
  QUOTA_EXHAUSTED: 'The quota of this period is used up.',
  DAILY_JOB_LIMIT_REACHED: 'The daily number of jobs is reached.',
  INSUFFICIENT_MONTHLY_BALANCE: 'This month’s balance is too small to start a job.',
  ENTITLEMENT_INSUFFICIENT: 'The tier does not include what this job needs.',
  PROVIDER_QUOTA: 'The model provider’s quota is used up.',
  ALL_BLOCKED: 'Every criterion is blocked by something outside the code.',
  SESSION_ERRORS: 'Four sessions in a row broke.',
  RECOVERY_FAILED: 'The branch could not be put back to where it was.',
  POISONED: 'A step failed each time it was tried, for a cause that has no name yet.',
  UNRECOVERABLE_ERROR: 'A step failed in a way that trying again cannot help.',
};

function render(facts: FailureFacts, detail: Detail): string {
  const { job, report, plan, redact } = facts;
  const goal = report === undefined ? plan?.goal : undefined;
  return joined([
    `## 🔴 ${report?.headline ?? UNREPORTED}, not delivered`,
    failureLine(job),
    causeText(facts, detail.output),
    section('What helps', helpList(facts)),
    facts.issue === undefined ? '' : `For #${facts.issue}`,
    goal === undefined ? '' : section('What was asked', prose(goal, redact, detail.text)),
    ...reached(facts, detail),
  ]);
}

/** All that the newest report says, with what the attempts have come to since. */
function reached({ report, attempts, costUsd, redact }: FailureFacts, detail: Detail): string[] {
  const look = { redact, detail };
  if (report === undefined) {
    const known = attemptsBlocks({ attempts: [...attempts], costUsd });
    return [sectionText({ heading: 'Attempts', blocks: known }, look)];
  }
  const sections = sectionsOf({ ...report, attempts: [...attempts], costUsd }, detail.outputs);
  return [
    section('How far it came', `${verdictLine(report)}.`),
    ...sections.map((one) => sectionText(one, look)),
  ];
}

/** The real error text is always shown. */
function causeText(
  { job, detail: given, redact }: Pick<FailureFacts, 'job' | 'detail' | 'redact'>,
  longest: number,
): string {
  const text = given ?? job.failureDetail ?? '';
  if (text.trim() === '') return '';
  return `What it said:\n\n${block(text, redact, Math.max(longest, 400))}`;
}

export function helpList(facts: Pick<FailureFacts, 'job' | 'left' | 'isIssueGone'>): string {
  const { job, left, isIssueGone = false } = facts;
  const commands = list(movesNow(job).map(formLine));
  const retry =
    job.state === 'FAILED' || job.state === 'FALLBACK_REQUIRED'
      ? list([
          isIssueGone
            ? ELSEWHERE
            : 'Take the label off the issue and put it on again: that starts a new job',
        ])
      : '';
  const work = left === undefined ? '' : list(workLeftLines(left));
  return [commands, retry, work].filter((part) => part !== '').join('\n');
}

const ELSEWHERE =
  'The issue is not here any more: label it where it is now, or open another and label that';
