// Translates what GitHub and the network answer into our faults, once and here. Foreign messages
// stay in the cause, for operators; callers branch on code and reason.
import { AppError, isAppError } from '../errors.ts';
import type { GitHubRefusal } from './port.ts';

/** Nobody knows whether the request was carried out. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof AppError && error.details['outcome'] === 'unknown';
}

export function unanswered(what: string, cause: unknown): AppError {
  return new AppError('GITHUB_UNAVAILABLE', {
    problem: `GitHub did not answer: ${what}`,
    details: { outcome: 'unknown' },
    cause,
  });
}

/** The key is not taken, or the App is not installed there (any more), or is suspended. */
export function noAccess(installationId: number, cause: unknown): AppError {
  if (isAppError(cause, 'CANCELLED') || isAppError(cause, 'TIMEOUT')) return cause;
  return new AppError('GITHUB_UNAVAILABLE', {
    problem: `GitHub gives the App no token for installation ${installationId}`,
    details: { installationId, ...(isAppError(cause) ? cause.details : {}) },
    cause,
  });
}

export function unexpected(what: string, cause?: unknown): AppError {
  return new AppError('GITHUB_UNAVAILABLE', {
    problem: `GitHub’s answer cannot be read: ${what}`,
    cause,
  });
}

export function refused(reason: GitHubRefusal, problem: string, cause?: unknown): AppError {
  return new AppError('VALIDATION_ERROR', { problem, details: { reason }, cause });
}

/** What Octokit throws carries the status; what our fetch threw is its cause. */
export function toFault(what: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && error.cause instanceof AppError) return error.cause;
  const status = statusOf(error);
  if (status === undefined || status >= 500) return unanswered(what, error);
  const details = { status };
  const problem = `GitHub refused (${status}): ${what}`;
  if (status === 404 || status === 410) {
    return new AppError('NOT_FOUND', { problem, details, cause: error });
  }
  if (status === 401) return new AppError('UNAUTHORIZED', { problem, details, cause: error });
  if (status === 422 || status === 400) {
    return new AppError('VALIDATION_ERROR', { problem, details, cause: error });
  }
  return new AppError('GITHUB_UNAVAILABLE', { problem, details, cause: error });
}

/** Whether GitHub's words for a refusal match; they are the only thing that tells some apart. */
export function says({ cause }: AppError, words: RegExp): boolean {
  return cause instanceof Error && words.test(cause.message);
}

/** Errors without an answer have a made-up status in Octokit. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('status' in error) || !('response' in error)) return undefined;
  return typeof error.status === 'number' && error.response !== undefined
    ? error.status
    : undefined;
}
