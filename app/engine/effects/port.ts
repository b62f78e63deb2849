// What an effect is for the engine: one function per kind, returning exactly one outcome.
import type { Effect, EffectKind, OutcomeOf } from '../../job/effects.ts';
import type { SignalBody } from '../../job/events.ts';
import type { JobRecord } from '../../store/jobs.ts';

export type EffectOf<K extends EffectKind> = Extract<Effect, { kind: K }>;

export type EffectContext<E extends Effect = Effect> = {
  /** The job as it was when this run began. */
  record: JobRecord;
  effect: E;
  /** Goes into every write; the database refuses a stale one. */
  fence: number;
  /** Aborted when the effect was taken away or the process drains: stop at once, write nothing. */
  signal: AbortSignal;
  /** Tells the job something before the effect ends. */
  report(signal: SignalBody): Promise<void>;
};

/**
 * Safe to run twice. An expected end is an outcome; what is thrown is a fault: the effect is tried
 * again, at most three times in all. A fault that only says who is away is waited out and no try.
 */
export type EffectFunction<K extends EffectKind> = (
  context: EffectContext<EffectOf<K>>,
) => Promise<OutcomeOf<K>>;

export type EffectFunctions = { [K in EffectKind]: EffectFunction<K> };
