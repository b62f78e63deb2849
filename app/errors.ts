// A fault is thrown as AppError with a code of the closed union in error-codes.ts. Branch on the
// code, never on the message. Nothing here does I/O.
import { ERRORS, type ErrorCode, FOR_PEOPLE, type PublicCode } from './error-codes.ts';

/**
 * A fault. `details` may be shown to operators and, for VALIDATION_ERROR and the conflict codes,
 * to callers: put ids, names and paths there, never secrets. `problem` says what exactly is wrong,
 * in our own words; `hint` what helps here, where the table's is too general.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly problem: string | undefined;
  readonly hint: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, options: FaultOptions = {}) {
    super(options.problem ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.problem = options.problem;
    this.hint = options.hint ?? ERRORS[code].hint;
    this.details = options.details ?? {};
  }
}

type FaultOptions = {
  problem?: string | undefined;
  hint?: string | undefined;
  details?: Record<string, unknown>;
  cause?: unknown;
};

export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}

/** Trying again may help. */
export function isPassing(error: unknown): error is AppError {
  return error instanceof AppError && ERRORS[error.code].retryable;
}

/** Trying again cannot help: people have to change a setting, or the machine. */
export function isForPeople(error: unknown): error is AppError {
  return error instanceof AppError && FOR_PEOPLE.has(error.code);
}

/** Codes whose details were made for the caller. */
const CALLER_DETAILS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'VALIDATION_ERROR',
  'REVISION_CONFLICT',
  'SPEC_REVISION_CONFLICT',
  'JOB_STATE_INVALID',
  'RATE_LIMITED',
  'ROLE_INSUFFICIENT',
]);

type ErrorBody = {
  error: { code: PublicCode; message: string; details: Record<string, unknown> };
};

/** The one JSON shape for callers: no stack, no URL, no SQL, no foreign message. */
export function toErrorBody(error: unknown): { status: number; body: ErrorBody } {
  const { code, hint, details: own } = toAppError(error);
  const { publicCode, status, message } = ERRORS[code];
  const details = CALLER_DETAILS.has(code) ? { ...own, hint } : { hint };
  return { status, body: { error: { code: publicCode, message, details } } };
}

/** What an operator reads in a terminal: cause, exact problem, remedy. One line each, no stack. */
export function toOperatorLines(error: unknown): string[] {
  if (!(error instanceof AppError)) {
    return [`INTERNAL_ERROR: ${ERRORS.INTERNAL_ERROR.message}`, `  ${String(error)}`];
  }
  const { message } = ERRORS[error.code];
  const details = Object.entries(error.details).map(([name, value]) => `  ${name}: ${show(value)}`);
  const problem = error.problem === undefined ? [] : [`  ${error.problem}`];
  return [`${error.code}: ${message}`, ...problem, ...details, `  ${error.hint}`];
}

/** Whatever is thrown; what is none of ours is INTERNAL_ERROR, with it as the cause. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('INTERNAL_ERROR', { cause: error });
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
