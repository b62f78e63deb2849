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
  let result: { value: T } | undefined;
  const context = createContext({
    work: () => {
      result = { value: work() };
    },
  });
  try {
    // The limit holds for whatever the script calls, also outside its context.
    new Script('work()').runInContext(context, { timeout: timeoutMs });
  } catch (error) {
    if (isTimeout(error)) throw new TookTooLong(timeoutMs);
    throw error;
  }
  if (result === undefined) throw new Error('the work was not done');
  return result.value;
}

/** It comes from the script's own realm, whose Error is not ours. */
function isTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
