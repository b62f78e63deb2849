// The check run `redgreen` of a commit: the same verdict and matrix as the PR body. Pure.
import type { Job } from '../../job/types.ts';
import { CONCLUSIONS, UNREPORTED } from '../headline.ts';
import type { Report } from '../report.ts';
import { failureLine } from './failure-body.ts';
import { title as asTitle, type Redact } from './filter.ts';
import { type Detail, fitSummary, LONGEST_TITLE } from './fit.ts';
import { joined } from './layout.ts';
import { legend, matrixTable } from './matrix-table.ts';
import { reasonsList, totalsLine, verdictLine } from './report-body.ts';
import { attemptsSection, boundsSection } from './report-parts.ts';

type CheckText = {
  conclusion: 'success' | 'failure' | 'action_required' | 'cancelled';
  title: string;
  summary: string;
};

export function reportCheck(report: Report, redact: Redact): CheckText {
  return {
    conclusion: CONCLUSIONS[report.headline],
    title: verdictLine(report),
    summary: fitSummary((detail) => summary(report, redact, detail)),
  };
}

export function failureCheck(job: Job, report: Report | undefined, redact: Redact): CheckText {
  const line = failureLine(job);
  const headline = report?.headline ?? UNREPORTED;
  return {
    conclusion: job.failureReason === 'USER_CANCELLED' ? 'cancelled' : 'failure',
    title: asTitle(`${headline}: ${line}`, redact, LONGEST_TITLE),
    summary: report === undefined ? line : fitSummary((detail) => summary(report, redact, detail)),
  };
}

/** `[redgreen] …` as the PR and the first commit are called. */
export function pullRequestTitle(text: string, redact: Redact): string {
  return asTitle(`[redgreen] ${text}`, redact, LONGEST_TITLE);
}

function summary(report: Report, redact: Redact, detail: Detail): string {
  return joined([
    report.verdict.passed ? '' : reasonsList(report, redact, detail),
    matrixTable(report.matrix, redact, detail),
    legend(report.matrix),
    totalsLine(report, redact),
    boundsSection(report, redact, detail),
    attemptsSection(report.attempts, report.costUsd),
  ]);
}
