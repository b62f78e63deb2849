// How long the engine waits for what may never come.
import { AppError } from '../errors.ts';
import { waitAtMost } from '../machine/deadline.ts';

/** A database that fell silent must not keep us from noticing that the lease is over. */
export async function answeredWithin<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  return await waitAtMost(timeoutMs, answer, () => {
    throw new AppError('DATABASE_UNREACHABLE');
  });
}

/** Until it has ended or its time is over; whatever does not end in time goes on. */
export async function within(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  await waitAtMost(timeoutMs, work, () => undefined);
}
