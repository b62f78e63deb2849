// Whether a fault says only that somebody the work needs is away: then nothing is wrong with the
// work, and it is waited for (decision 98). Pure.
import type { ErrorCode } from '../error-codes.ts';
import { isAppError } from '../errors.ts';

export type Absence = {
  /** Who is away and what was asked, in words for people. */
  detail: string;
  /** What was asked for; absent: nobody said how long. */
  retryAfterMs?: number;
  /** Whoever asked has asked again already, so a hold begins at once. */
  isAskedEnough: boolean;
};

/** GitHub repeats what it asks by itself; of the others a further try may already mend it. */
const AWAY: Partial<Record<ErrorCode, { isAskedEnough: boolean }>> = {
  GITHUB_UNAVAILABLE: { isAskedEnough: true },
  RATE_LIMITED: { isAskedEnough: true },
  TIMEOUT: { isAskedEnough: true },
  SANDBOX_UNAVAILABLE: { isAskedEnough: false },
  SANDBOX_BUSY: { isAskedEnough: false },
  SANDBOX_REFUSED: { isAskedEnough: false },
  SANDBOX_UNREACHABLE: { isAskedEnough: false },
  SANDBOX_NOT_DESTROYED: { isAskedEnough: false },
  SANDBOX_SERVER_FAILED: { isAskedEnough: false },
  DATABASE_UNREACHABLE: { isAskedEnough: false },
  DATABASE_BUSY: { isAskedEnough: false },
  DATABASE_CONFLICT: { isAskedEnough: false },
  DISK_FULL: { isAskedEnough: false },
};

/** Undefined: the fault is of another kind. */
export function absenceOf(error: unknown): Absence | undefined {
  if (!isAppError(error)) return undefined;
  const away = AWAY[error.code];
  if (away === undefined || isRefusedByProvider(error)) return undefined;
  const { retryAfterMs, isNotYet } = error.details;
  return {
    detail: error.message,
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
    // It answers, and shows what was done a moment later.
    isAskedEnough: away.isAskedEnough && isNotYet !== true,
  };
}

/** A provider that says what is wrong with the request is not away. */
function isRefusedByProvider({
  code,
  details: { status },
}: {
  code: ErrorCode;
  details: Readonly<Record<string, unknown>>;
}): boolean {
  return code === 'SANDBOX_REFUSED' && typeof status === 'number' && status < 500;
}
