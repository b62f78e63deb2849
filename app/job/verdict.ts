// What a handler answers: the changed job, or a refusal that says why and what helps. Pure.
import type { ErrorCode } from '../error-codes.ts';
import type { CommandType } from './events.ts';
import type { Job } from './types.ts';

export type RefusalCode = Extract<
  ErrorCode,
  | 'JOB_STATE_INVALID'
  | 'REVISION_CONFLICT'
  | 'VALIDATION_ERROR'
  | 'ENTITLEMENT_INSUFFICIENT'
  | 'STALE_WORKER'
>;

/** Nothing was changed. `allowed` names the commands that would be accepted now. */
export type Refusal = {
  ok: false;
  code: RefusalCode;
  reason: string;
  allowed: readonly CommandType[];
};

export type Handled = { ok: true; job: Job } | { ok: false; code: RefusalCode; reason: string };

export function accept(job: Job): Handled {
  return { ok: true, job };
}

export function refuse(code: RefusalCode, reason: string): Handled {
  return { ok: false, code, reason };
}
