// What is common to work beside the course of a job (errands, checks of branches, deliveries): it is
// claimed, tried with growing pauses, and given back when it fails or its process ends.
import type { Again } from '../store/leases/lease.ts';
import type { EngineLog, RunControl } from './lease-loop.ts';

/** Tries of an answer: an hour of GitHub's silence, about. */
const TELL_TRIES = 14;
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 600_000;

/** Twice as long before each further try. */
export function pauseAfter(tries: number, firstMs = RETRY_MS): number {
  return Math.min(firstMs * 2 ** (tries - 1), LONGEST_RETRY_MS);
}

type GivingBack = {
  control: Pick<RunControl, 'isHandedOver'>;
  log: EngineLog;
  /** Such as `a delivery`. */
  what: string;
  fields: object;
  again(error: unknown): Again;
  release(again: Again): Promise<void>;
};

/** Never rejects. What a process that ends had begun is no try. */
export async function orGivenBack(
  work: () => Promise<void>,
  { control, log, what, fields, again, release }: GivingBack,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isHandedOver = control.isHandedOver();
    if (!isHandedOver) log.warn({ ...fields, error }, `${what} is tried again later`);
    // Should this fail too, the lease ends by itself.
    await release(isHandedOver ? { delayMs: 0, isTry: false } : again(error)).catch(
      (fault: unknown) => log.warn({ ...fields, error: fault }, `${what} was not given back`),
    );
  }
}

type Telling = { signal: AbortSignal; tries: number; log: EngineLog; what: string; id: string };

/** The comment that told it; undefined when it was tried often enough. */
export async function toldOrGivenUp(
  tell: () => Promise<{ id: number }>,
  { signal, tries, log, what, id }: Telling,
): Promise<number | undefined> {
  try {
    return (await tell()).id;
  } catch (error) {
    if (signal.aborted || tries < TELL_TRIES) throw error;
    log.warn({ id, error }, `nobody could be told of ${what}`);
    return undefined;
  }
}
