// RECOVERY_PENDING: the branch is restored and the attempts are packed, or that fails (decision 11).
// Pure.

import type { EventOf } from '../events.ts';
import { change } from '../record.ts';
import type { Job } from '../types.ts';
import { accept, type Handled } from '../verdict.ts';
import { fail } from './ending.ts';

export function recovered(job: Job, { artifact }: EventOf<'recovered'>): Handled {
  return accept(change(job, { state: 'FALLBACK_REQUIRED', artifact }));
}

export function recoverFailed(job: Job, { detail }: EventOf<'recover_failed'>): Handled {
  return accept(fail(job, 'RECOVERY_FAILED', detail));
}
