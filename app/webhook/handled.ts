// What became of a delivery: what is written beside it, and what the thread has to hear.
import { z } from 'zod';
import type { Reaction } from '../github/port.ts';

export type Handled = {
  /**
   * `noted`: it changed something that is no job. `repeated`: this delivery was decided before;
   * nothing was done and nothing is said.
   */
  outcome: 'accepted' | 'ignored' | 'refused' | 'noted' | 'repeated';
  reason?: string;
  jobId?: string;
  reaction?: Reaction;
  /** To be told in the thread. */
  say?: string;
  /** Say and react only if this key was not told lately. */
  sayOnceKey?: string;
  /** Jobs that are to be shown anew. */
  show?: string[];
};

export type Decided = Handled & { outcome: Exclude<Handled['outcome'], 'repeated'> };

/** What is kept in the inbox until the thread has heard it. */
export type Telling = Pick<Handled, 'reaction' | 'say' | 'sayOnceKey' | 'jobId' | 'show'>;

const Kept: z.ZodType<Telling> = z.object({
  reaction: z.enum(['+1', 'eyes', 'confused']).exactOptional(),
  say: z.string().exactOptional(),
  sayOnceKey: z.string().exactOptional(),
  jobId: z.string().exactOptional(),
  show: z.array(z.string()).exactOptional(),
});

/** Undefined when nobody has to hear of it. */
export function tellingOf(handled: Handled): Telling | undefined {
  const { reaction, say, show } = handled;
  const isSilent = reaction === undefined && say === undefined && show === undefined;
  return isSilent ? undefined : readTelling(handled);
}

/** As it comes out of the inbox. */
export function readTelling(kept: unknown): Telling {
  return Kept.parse(kept);
}

/** Refused and accepted deliveries have an audit row of their own. */
export type Recorded = Decided & {
  audit?: { installationId: number; actor: string; detail: Record<string, unknown> };
};
