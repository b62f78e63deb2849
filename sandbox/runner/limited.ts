// Runs a piece of our own code that may never end (a regular expression of a model) with an end.
import { createContext, Script } from 'node:vm';

export class TookTooLong extends Error {
  constructor(timeoutMs: number) {
    super(`stopped after ${timeoutMs} ms`);
    this.name = 'TookTooLong';
  }
}

/** Synchronous: nothing else happens meanwhile. Throws TookTooLong. */
export function runLimited<T>(work: () => T, timeoutMs: number): T {
  return createLimiter(timeoutMs)(work);
}

/** The same for many pieces of work, each with the limit; to make it takes longer than to use it. */
export function createLimiter(timeoutMs: number): <T>(work: () => T) => T {
  const subject = { work: (): void => undefined };
  const context = createContext(subject);
  const script = new Script('work()');
  return <T>(work: () => T): T => {
    let result: { value: T } | undefined;
    subject.work = () => {
      result = { value: work() };
    };
    try {
      // The limit holds for whatever the script calls, also outside its context.
      script.runInContext(context, { timeout: timeoutMs });
    } catch (error) {
      if (isTimeout(error)) throw new TookTooLong(timeoutMs);
      throw error;
    }
    if (result === undefined) throw new Error('the work was not done');
    return result.value;
  };
}

/** It comes from the script's own realm, whose Error is not ours. */
function isTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
