// Keeps the job of one issue on its ref: reads it once, then writes forward only. While a run is at
// work it holds a lease there and renews it, so that no second run works on the same job.
import { isAppError } from '../app/errors.ts';
import { type JobRefs, type RepositoryRef, refusalOf } from '../app/github/port.ts';
import type { Carried } from '../app/store/carry/carried.ts';
import { type Expected, seal, unseal } from './kept-job.ts';
import { lostRace } from './refusals.ts';

/** Renewed long before it ends; a killed run is given up after this. */
export const LEASE_MS = 10 * 60_000;

export type Keeper = {
  /** Undefined when nothing is kept. Throws a refusal when it cannot be believed. */
  read(): Promise<Carried | undefined>;
  /** `isHeld`: this run goes on working on it. */
  write(carried: Carried, options: { isHeld: boolean }): Promise<void>;
  /** The commit that holds the job now. */
  head(): string | undefined;
};

type KeeperDeps = {
  refs: Pick<JobRefs, 'readJobRef' | 'writeJobRef'>;
  repository: RepositoryRef;
  expected: Omit<Expected, 'now'>;
  now: () => number;
  /** Throws when a text holds a secret of this run: such a text is not written. */
  requireClean(text: string): void;
};

export function createKeeper(deps: KeeperDeps): Keeper {
  const { refs, repository, expected, now } = deps;
  let head: string | undefined;
  return {
    head: () => head,
    async read() {
      const kept = await refs.readJobRef(repository, expected.issue);
      if (kept === undefined) return undefined;
      head = kept.sha;
      return unseal(kept, { ...expected, now: now() });
    },
    async write(carried, { isHeld }) {
      const until = isHeld ? { until: now() + LEASE_MS } : {};
      const sealed = seal(carried, { run: expected.run, ...until });
      deps.requireClean(sealed.content);
      try {
        const { issue } = expected;
        head = await refs.writeJobRef(repository, { issue, parent: head, ...sealed });
      } catch (error) {
        if (isAppError(error) && refusalOf(error) === 'ref-moved') throw lostRace();
        throw error;
      }
    },
  };
}
