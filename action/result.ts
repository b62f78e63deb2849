// What a run leaves for people and for the next steps: outputs, summary, annotation, exit code.
import * as core from '@actions/core';
import type { PullRequest } from '../app/github/port.ts';
import type { Job } from '../app/job/types.ts';
import { complain, say, summarise } from './console.ts';
import type { FollowEnd } from './follow.ts';

export type Result = {
  job: Job;
  /** Why the job failed, without secrets. */
  failureDetail: string;
  pull?: PullRequest;
  runUrl: string;
  /** What became of the event. */
  handled: { outcome: string; reason?: string };
  end: FollowEnd;
};

export async function tellResult(result: Result): Promise<void> {
  const { job, pull, handled } = result;
  if (handled.outcome === 'ignored') say(`Nothing new was begun: ${handled.reason ?? ''}.`);
  core.setOutput('job', job.id);
  core.setOutput('state', job.state);
  core.setOutput('pull-request', pull === undefined ? '' : String(pull.number));
  await summarise(summary(result));
  say(`The job is ${job.state}${pull === undefined ? '' : `; pull request #${pull.number}`}.`);
  const problem = problemOf(result);
  if (problem === undefined) return;
  complain(problem);
  process.exitCode = 1;
}

function summary({ job, pull, runUrl, handled }: Result): string {
  const head = [
    `## Redgreen: ${job.state}`,
    '',
    `Job \`${job.id}\`, [this run](${runUrl})${pull === undefined ? '' : `, [pull request #${pull.number}](${pull.url})`}.`,
    ...(handled.outcome === 'refused' ? ['', `Refused: ${handled.reason ?? ''}`] : []),
  ];
  // As GitHub shows it: filtered and redacted when it was published.
  return [...head, '', pull?.body ?? ''].join('\n');
}

function problemOf({ job, failureDetail, handled, end }: Result) {
  if (end === 'deadline') {
    return {
      code: 'TIMEOUT',
      cause: 'The run came to its time limit; the job is kept where it stands.',
      remedy: 'Run this again: the job goes on from there.',
    } as const;
  }
  if (end === 'parked') {
    return {
      code: 'INTERNAL_ERROR',
      cause: 'The work on the job was set aside after a fault of ours.',
      remedy: 'Say `/stop` and start again; please report it with the log of this run.',
    } as const;
  }
  if (handled.outcome === 'refused') {
    return {
      code: 'JOB_STATE_INVALID',
      cause: `Refused: ${handled.reason ?? 'it may not be done now'}.`,
      remedy: 'The status comment of the pull request says what can be said now.',
    } as const;
  }
  // Somebody said `/stop`: that is no fault.
  if (job.state !== 'FAILED' || job.failureReason === 'USER_CANCELLED') return undefined;
  return {
    code: 'JOB_STATE_INVALID',
    cause: `The job ended with ${job.failureReason ?? 'a failure'}.\n${failureDetail}`.trimEnd(),
    remedy: 'The pull request says what failed; run the workflow again to begin anew.',
  } as const;
}
