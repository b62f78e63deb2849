// What happens to the sandbox a job works in: broken sessions, a silent wire, a dead runner. Pure.

import type { EventOf } from '../events.ts';
import { effectKind } from '../outstanding.ts';
import { SESSION_ERRORS_TOLERATED } from '../policy.ts';
import { change } from '../record.ts';
import type { Job } from '../types.ts';
import { accept, type Handled } from '../verdict.ts';
import { fail } from './ending.ts';
import { failAttempt } from './implementing.ts';

/** The same work again in a fresh session; three such in a row are tolerated (decision 9). */
export function sessionError(job: Job, { detail }: EventOf<'session_error'>): Handled {
  return accept(countError(job, detail));
}

/**
 * An implementation whose runner died is a failed attempt (decision 8); everything else is done
 * again. Both count as broken sessions, so a sandbox that dies every time ends the job.
 */
export function runnerDied(job: Job, { detail }: EventOf<'runner_died'>): Handled {
  const counted = countError(job, detail);
  const isAttempt = effectKind(job) === 'implement' && counted.state !== 'FAILED';
  return accept(isAttempt ? failAttempt(counted) : counted);
}

function countError(job: Job, detail: string): Job {
  const sessionErrorCount = job.sessionErrorCount + 1;
  const counted = change(job, { sessionErrorCount });
  return sessionErrorCount > SESSION_ERRORS_TOLERATED
    ? fail(counted, 'SESSION_ERRORS', detail)
    : counted;
}

/**
 * The effect stays outstanding: it holds the wire, has already aborted the provider's stream, and
 * is the one that re-attaches. The mark starts the grace window.
 */
export function heartbeatLost(job: Job, _event: EventOf<'heartbeat_lost'>, now: number): Handled {
  return accept(change(job, { heartbeatLostAt: job.heartbeatLostAt ?? now }));
}

export function heartbeatRestored(job: Job): Handled {
  return accept(change(job, { heartbeatLostAt: undefined }));
}

/** The new worker gets the whole grace window: its predecessor's death is not the runner's. */
export function workerChanged(job: Job, _event: EventOf<'worker_changed'>, now: number): Handled {
  return accept(
    change(job, { heartbeatLostAt: job.heartbeatLostAt === undefined ? undefined : now }),
  );
}

export function graceExpired(job: Job): Handled {
  return accept(
    change(job, { state: 'CLIENT_HEARTBEAT_LOST', step: undefined, revise: undefined }),
  );
}

export function released(job: Job): Handled {
  return accept(fail(job, 'CLIENT_DISCONNECTED'));
}
