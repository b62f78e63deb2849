// What became of a trigger: what is written beside its delivery, and what the thread has to hear.
// Types only.
import type { Reaction } from '../github/port.ts';

export type Handled = {
  /** `repeated`: this delivery was handled before; nothing was done and nothing is said. */
  outcome: 'accepted' | 'ignored' | 'refused' | 'repeated';
  reason?: string;
  jobId?: string;
  reaction?: Reaction;
  /** To be told in the thread. */
  say?: string;
  /** Say and react only if this key was not told lately. */
  sayOnceKey?: string;
};

/** Refused and accepted deliveries have an audit row of their own. */
export type Recorded = Handled & {
  audit?: { installationId: number; actor: string; detail: Record<string, unknown> };
};
