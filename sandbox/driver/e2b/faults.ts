// Translates what the e2b SDK throws into our faults. The one place that reads a foreign error's
// class or text; the foreign error stays as the cause.
import {
  AuthenticationError,
  FileNotFoundError,
  NotEnoughSpaceError,
  NotFoundError,
  RateLimitError,
  SandboxError,
  SandboxNotFoundError,
  ServiceBusyError,
  TimeoutError,
} from 'e2b';
import { ERRORS, type ErrorCode, FOR_PEOPLE } from '../../../app/error-codes.ts';
import { AppError, isAppError } from '../../../app/errors.ts';

export type CallContext = {
  /** What was being done, for instance "create a sandbox". */
  what: string;
  details?: Record<string, unknown>;
  signal?: AbortSignal | undefined;
  /** What a plain "not found" means in this call. */
  notFound?: ErrorCode;
};

export async function translating<T>(context: CallContext, work: () => Promise<T>): Promise<T> {
  if (context.signal?.aborted === true) throw cancelled(context);
  try {
    return await work();
  } catch (error) {
    throw toFault(error, context);
  }
}

export function toFault(error: unknown, context: CallContext): AppError {
  if (isAppError(error)) return error;
  if (context.signal?.aborted === true) return cancelled(context);
  if (isTimeout(error)) {
    return new AppError('TIMEOUT', {
      problem: `The sandbox provider did not answer in time: ${context.what}.`,
      details: context.details ?? {},
      cause: error,
    });
  }
  const details = { ...context.details, ...statusIn(error), answer: answerOf(error) };
  const said = faultOfServer(error);
  if (said !== undefined) return new AppError(said.code, { ...said, details, cause: error });
  const code = codeOf(error, context);
  const problem = `${ERRORS[code].message.replace(/\.$/, '')}: ${context.what}.`;
  return new AppError(code, { problem, details, cause: error });
}

function cancelled({ what, signal, details }: CallContext): AppError {
  const cause: unknown = signal?.reason;
  return new AppError('CANCELLED', {
    problem: `Cancelled: ${what}.`,
    details: details ?? {},
    cause,
  });
}

/** What our own server's machine lacks comes whole: code, problem, and in a second line what helps. */
function faultOfServer(
  error: unknown,
): { code: ErrorCode; problem: string; hint: string } | undefined {
  if (!(error instanceof SandboxError)) return undefined;
  const [, name, problem = '', hint = ''] =
    /^424: ([A-Z_]+): (.+)\n(.+)$/.exec(error.message) ?? [];
  const code = [...FOR_PEOPLE].find((one) => one === name);
  return code && { code, problem, hint };
}

/** Our own server says these by name. */
const NAMED = ['NETWORK_POLICY_UNAVAILABLE', 'SANDBOX_SNAPSHOT_IN_USE'] as const;

function codeOf(error: unknown, { notFound }: CallContext): ErrorCode {
  if (error instanceof SandboxNotFoundError) return 'SANDBOX_NOT_FOUND';
  if (error instanceof FileNotFoundError) return 'SANDBOX_FILE_NOT_FOUND';
  if (error instanceof NotFoundError) return notFound ?? 'SANDBOX_NOT_FOUND';
  if (error instanceof NotEnoughSpaceError) return 'SANDBOX_DISK_FULL';
  if (error instanceof AuthenticationError) return 'SANDBOX_UNAUTHORIZED';
  if (error instanceof RateLimitError || error instanceof ServiceBusyError) return 'SANDBOX_BUSY';
  if (error instanceof SandboxError) {
    if (error.statusCode === 404) return notFound ?? 'SANDBOX_NOT_FOUND';
    return NAMED.find((name) => error.message.includes(name)) ?? 'SANDBOX_REFUSED';
  }
  return 'SANDBOX_UNREACHABLE';
}

function statusIn(error: unknown): { status?: number } {
  return error instanceof SandboxError && error.statusCode !== undefined
    ? { status: error.statusCode }
    : {};
}

/** The SDK's TimeoutError also stands for "unavailable"; whoever needs to know asks the provider. */
function isTimeout(error: unknown): boolean {
  return (
    error instanceof TimeoutError ||
    (error instanceof DOMException && error.name === 'TimeoutError')
  );
}

/** Short, for operators: the provider's words, never a key (the SDK puts none into messages). */
function answerOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  return [text, cause]
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, 500);
}
