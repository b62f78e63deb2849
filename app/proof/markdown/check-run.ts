// The check run `redgreen` of a commit: the same verdict and matrix as the PR body. Pure.
import type { Job } from '../../job/types.ts';
import { CONCLUSIONS, UNREPORTED } from '../headline.ts';
import type { Report } from '../report.ts';
import { verdictLine } from '../sections/verdict.ts';
import { failureLine } from './failure-body.ts';
import { title as asTitle, type Redact } from './filter.ts';
import { fitSummary, LONGEST_TITLE } from './fit.ts';
import { reportSections, withVisibleOutputs } from './report-body.ts';

export type CheckText = {
  conclusion: 'success' | 'failure' | 'neutral' | 'action_required' | 'cancelled';
  title: string;
  summary: string;
};

export function reportCheck(report: Report, redact: Redact): CheckText {
  return {
    conclusion: CONCLUSIONS[report.headline],
    title: verdictLine(report),
    summary: summaryOf(report, redact),
  };
}

export function failureCheck(job: Job, report: Report | undefined, redact: Redact): CheckText {
  const line = failureLine(job);
  const headline = report?.headline ?? UNREPORTED;
  return {
    conclusion: job.failureReason === 'USER_CANCELLED' ? 'cancelled' : 'failure',
    title: asTitle(`${headline}: ${line}`, redact, LONGEST_TITLE),
    summary: report === undefined ? line : summaryOf(report, redact),
  };
}

/** `[redgreen] …` as the PR and the first commit are called. */
export function pullRequestTitle(text: string, redact: Redact): string {
  return asTitle(`[redgreen] ${text}`, redact, LONGEST_TITLE);
}

function summaryOf(report: Report, redact: Redact): string {
  const shown = withVisibleOutputs(report, redact);
  return fitSummary((detail) => reportSections(shown, redact, detail));
}
