// How long the engine waits for what may never come.
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../errors.ts';

/** A database that fell silent must not keep us from noticing that the lease is over. */
export async function answeredWithin<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const answered = new AbortController();
  const silence = pause(timeoutMs, undefined, { signal: answered.signal }).then(() => {
    throw new AppError('DATABASE_UNREACHABLE');
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    answered.abort();
  }
}

/** Until it has ended or its time is over; whatever does not end in time goes on. */
export async function within(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const ended = new AbortController();
  await Promise.race([work, pause(timeoutMs, undefined, { signal: ended.signal })]);
  ended.abort();
}
