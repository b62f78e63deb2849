// Translates what GitHub and the network answer into our faults, once and here. Callers branch on
// code and reason; of foreign words only GitHub's own first line, where it refuses, is passed on.
import { z } from 'zod';
import { AppError, isAppError } from '../errors.ts';
import type { GitHubRefusal } from './port.ts';
import { firstLine, lastingRefusal, type Refusal } from './refusals.ts';

/** Nobody knows whether the request was carried out. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof AppError && error.details['outcome'] === 'unknown';
}

export function unanswered(what: string, cause: unknown): AppError {
  return new AppError('GITHUB_UNAVAILABLE', {
    problem: `GitHub did not answer: ${what}.`,
    details: { outcome: 'unknown' },
    cause,
  });
}

/**
 * Of a request for a token, after its own tries: what it was for was never sent. Refused, it means
 * that the App is not installed there, or suspended.
 */
export function noAccess(installationId: number, cause: unknown): AppError {
  if (isAppError(cause) && isUnanswered(cause)) {
    return new AppError('GITHUB_UNAVAILABLE', { problem: cause.message, cause });
  }
  if (isAppError(cause) && !REFUSED.has(Number(cause.details['status']))) return cause;
  const said = isAppError(cause) ? ` ${cause.message}` : '';
  return new AppError('GITHUB_NO_ACCESS', {
    problem: `GitHub gives the App no token for installation ${installationId}.${said}`,
    details: { installationId, ...(isAppError(cause) ? cause.details : {}) },
    cause,
  });
}

const REFUSED: ReadonlySet<number> = new Set([401, 403, 404, 410, 422]);

export function unexpected(what: string, cause?: unknown): AppError {
  return new AppError('GITHUB_UNAVAILABLE', {
    problem: `GitHub’s answer cannot be read: ${what}.`,
    cause,
  });
}

export function refused(reason: GitHubRefusal, problem: string, cause?: unknown): AppError {
  return new AppError('VALIDATION_ERROR', { problem, details: { reason }, cause });
}

/** What Octokit throws carries the answer; what our fetch threw is its cause. */
export function toFault(what: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && error.cause instanceof AppError) return error.cause;
  const graphql = graphqlFault(what, error);
  if (graphql !== undefined) return graphql;
  const refusal = refusalIn(error);
  if (refusal !== undefined && refusal.status < 400) return unexpected(what, error);
  const isPassing = refusal === undefined || refusal.status >= 500 || refusal.status === 408;
  if (isPassing) return unanswered(what, error);
  const lasting = lastingRefusal(what, refusal, error);
  if (lasting !== undefined) return lasting;
  const { status, said } = refusal;
  const problem = `GitHub refused (${status}): ${what}. It said: “${firstLine(said)}”`;
  const facts = { problem, details: { status }, cause: error };
  if (status === 404 || status === 410) return new AppError('NOT_FOUND', facts);
  if (status === 422 || status === 400) return new AppError('VALIDATION_ERROR', facts);
  return new AppError('GITHUB_REFUSED', facts);
}

const GraphqlErrors = z.array(
  z.object({
    type: z.string().optional(),
    message: z.string().optional(),
    extensions: z.object({ code: z.string() }).optional().catch(undefined),
  }),
);
const PASSING: ReadonlySet<string> = new Set(['INTERNAL', 'SERVICE_UNAVAILABLE']);

/** GraphQL refuses with status 200 and a list of errors, each of a type; what has none is a fault. */
function graphqlFault(what: string, error: unknown): AppError | undefined {
  if (!(error instanceof Error) || error.name !== 'GraphqlResponseError') return undefined;
  const errors = GraphqlErrors.safeParse('errors' in error && error.errors).data ?? [];
  const types = errors.flatMap(({ type, extensions }) => type ?? extensions?.code ?? []);
  if (types.every((type) => PASSING.has(type))) return unanswered(what, error);
  if (types.includes('FORBIDDEN')) return refused('forbidden', `GitHub forbids it: ${what}`, error);
  const said = firstLine(errors.find(({ message }) => message !== undefined)?.message ?? '');
  const problem = `GitHub refused: ${what}. It said: “${said}”`;
  const code = types.includes('NOT_FOUND') ? 'NOT_FOUND' : 'VALIDATION_ERROR';
  return new AppError(code, { problem, cause: error });
}

/** Whether GitHub's words for a refusal match; they are the only thing that tells some apart. */
export function says({ cause }: AppError, words: RegExp): boolean {
  return cause instanceof Error && words.test(cause.message);
}

/** Errors without an answer have a made-up status in Octokit. */
function refusalIn(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('status' in error) || !('response' in error)) return undefined;
  const { status, response } = error;
  if (typeof status !== 'number' || typeof response !== 'object' || response === null) {
    return undefined;
  }
  const data = 'data' in response ? response.data : undefined;
  const headers = 'headers' in response ? response.headers : undefined;
  const accepted = textIn(headers, 'x-accepted-github-permissions');
  return { status, said: textIn(data, 'message') ?? error.message, accepted };
}

function textIn(from: unknown, name: string): string | undefined {
  if (typeof from !== 'object' || from === null) return undefined;
  const found: unknown = Object.entries(from).find(([key]) => key === name)?.[1];
  return typeof found === 'string' && found !== '' ? found : undefined;
}
