// Every refusal of the Action in plain words, each with what to change. Pure.
import type { ErrorCode } from '../app/error-codes.ts';
import { AppError, toAppError } from '../app/errors.ts';
import { NO_PLAN } from '../app/job/branch-check.ts';

/** What a workflow of ours begins with. */
const ON_BLOCK = `on:
  workflow_dispatch:
    inputs:
      issue:
        description: Number of the issue
        required: true
  issues:
    types: [labeled]
  issue_comment:
    types: [created]
  pull_request_review:
    types: [submitted]
  pull_request_review_comment:
    types: [created]`;

const PERMISSIONS_BLOCK = `permissions:
  contents: write
  issues: write
  pull-requests: write
  checks: write`;

const PULL_REQUEST_SETTING =
  'Settings → Actions → General → Workflow permissions → "Allow GitHub Actions to create and approve pull requests"';

const SANDBOX_STEP = `- name: Let sandboxes run
  run: |
    sudo apt-get update
    sudo apt-get install -y bubblewrap
    sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`;

/** `remedy` is what to do, in the words or lines to use. */
export function refuse(code: ErrorCode, problem: string, remedy: string): AppError {
  return new AppError(code, { problem, hint: remedy });
}

export type Refused = { code: ErrorCode; cause: string; remedy: string };

/** Never a stack, never a foreign message. */
export function toRefused(error: unknown): Refused {
  const { code, message, details, hint: remedy } = toAppError(error);
  const lines = Object.entries(details).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${name} ${value}`] : [],
  );
  return { code, cause: [message, ...lines].join('\n'), remedy };
}

/** For who switches debugging on: what lies behind a fault, without its stack. */
export function causesOf(error: unknown, depth = 0): unknown[] {
  if (!(error instanceof Error) || depth > 8) return [];
  return [error, ...causesOf(error.cause, depth + 1)];
}

export function unknownEvent(name: string): AppError {
  return refuse(
    'USAGE',
    `Nothing is done for the event ${name}: only for workflow_dispatch, issues (labeled), issue_comment (created), pull_request_review (submitted) and pull_request_review_comment (created).`,
    `Let the workflow begin with:\n${ON_BLOCK}`,
  );
}

export function badPayload(problem: string): AppError {
  return refuse(
    'VALIDATION_ERROR',
    `GitHub's description of the event cannot be used: ${problem}.`,
    `Let the workflow begin with:\n${ON_BLOCK}`,
  );
}

export function forkHead(number: number): AppError {
  return refuse(
    'UNAUTHORIZED',
    `Pull request #${number} comes from a fork. Nothing is done for it: this run holds secrets.`,
    'Say the command on the pull request that Redgreen opened, or open an issue and label it.',
  );
}

export function noJob(issue: number): AppError {
  return refuse(
    'NOT_FOUND',
    `No job of issue #${issue} is kept at refs/redgreen/jobs/${issue}.`,
    'Start one first: run the workflow with the number of the issue, or label the issue.',
  );
}

/** Of `/verify` on a pull request that leads to no job. */
export function noPlan(): AppError {
  const { code, cause, help } = NO_PLAN;
  return refuse(code, `There is nothing to verify: ${cause}.`, `To verify it, ${help}.`);
}

export function otherRepository(named: string, here: string): AppError {
  return refuse(
    'VALIDATION_ERROR',
    `The event or the kept job is about ${named}, but this run belongs to ${here}.`,
    'Run the workflow in the repository of the issue; a kept job cannot be moved.',
  );
}

/** A 403 to the token of the workflow. */
export function denied({ message, accepted }: { message: string; accepted?: string }): AppError {
  if (/create or approve pull requests/i.test(message)) {
    return refuse(
      'GITHUB_PULLS_FORBIDDEN',
      'The token of the workflow may not create pull requests in this repository.',
      `Switch it on: ${PULL_REQUEST_SETTING}. Then run this again: the job goes on where it stopped.`,
    );
  }
  const needs = accepted === undefined ? '' : ` It would need ${accepted}.`;
  return refuse(
    'GITHUB_PERMISSION_MISSING',
    `The token of the workflow lacks a permission (GitHub says 403).${needs}`,
    `Put this into the workflow, and run it again:\n${PERMISSIONS_BLOCK}`,
  );
}

export function noBubblewrap(): AppError {
  return refuse(
    'BUBBLEWRAP_MISSING',
    'bubblewrap is not on this runner; sandboxes need it.',
    `Add this step before ours, or give the input e2b-api-key:\n${SANDBOX_STEP}`,
  );
}

export function noNamespaces(said: string): AppError {
  return refuse(
    'USER_NAMESPACES_REFUSED',
    `This runner does not let an ordinary user make user namespaces${said === '' ? '' : ` (${said})`}.`,
    `Add this step before ours, or give the input e2b-api-key:\n${SANDBOX_STEP}`,
  );
}

export function noPostgres(): AppError {
  return refuse(
    'EMBEDDED_POSTGRES_UNAVAILABLE',
    'No PostgreSQL programs (version 15 or newer) are on this runner.',
    'Add a step before ours: run: sudo apt-get update && sudo apt-get install -y postgresql',
  );
}

export function busy(run: string, until: string): AppError {
  return refuse(
    'JOB_STATE_INVALID',
    `Run ${run} is at work on this job.`,
    `Wait for it to end, or cancel it. If it was killed, this can be said again after ${until}.`,
  );
}

export function cancelled(): AppError {
  return refuse(
    'CANCELLED',
    'The run was cancelled; the job is kept where it stands.',
    'Run it again to go on from there, or say `/stop` to end the job.',
  );
}

export function lostRace(): AppError {
  return refuse(
    'DATABASE_CONFLICT',
    'Another run moved the job meanwhile; what this run did with it is not kept.',
    'Say it again if it is still wanted. `concurrency:` in the workflow keeps runs apart.',
  );
}

export function notOurs(problem: string): AppError {
  return refuse(
    'AUDIT_BROKEN',
    `The kept job is not as we wrote it: ${problem}.`,
    'Somebody with write access changed refs/redgreen/jobs. Delete the ref and start a new job.',
  );
}

export function tooNew(format: number): AppError {
  return refuse(
    'VALIDATION_ERROR',
    `The kept job was written by a newer version of this Action (format ${format}).`,
    'Use the same version of the Action in every workflow of the repository, at least the newer.',
  );
}
