// A fault is thrown as AppError with a code of the closed union in error-codes.ts. Branch on the
// code, never on the message. Nothing here does I/O.
import { ERRORS, type ErrorCode, type PublicCode } from './error-codes.ts';

/**
 * A fault. `details` may be shown to operators and, for VALIDATION_ERROR and the conflict codes,
 * to callers: put ids, names and paths there, never secrets. `problem` says what exactly is wrong,
 * in our own words.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly problem: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    options: { problem?: string; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(options.problem ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.problem = options.problem;
    this.details = options.details ?? {};
  }
}

export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
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
  const code = error instanceof AppError ? error.code : 'INTERNAL_ERROR';
  const { publicCode, status, message, hint } = ERRORS[code];
  const details =
    error instanceof AppError && CALLER_DETAILS.has(code) ? { ...error.details, hint } : { hint };
  return { status, body: { error: { code: publicCode, message, details } } };
}

/** What an operator reads in a terminal: cause, exact problem, remedy. One line each, no stack. */
export function toOperatorLines(error: unknown): string[] {
  if (!(error instanceof AppError)) {
    return [`INTERNAL_ERROR: ${ERRORS.INTERNAL_ERROR.message}`, `  ${String(error)}`];
  }
  const { message, hint } = ERRORS[error.code];
  const details = Object.entries(error.details).map(([name, value]) => `  ${name}: ${show(value)}`);
  const problem = error.problem === undefined ? [] : [`  ${error.problem}`];
  return [`${error.code}: ${message}`, ...problem, ...details, `  ${hint}`];
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
