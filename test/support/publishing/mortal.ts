// A worker that something happens to between two acts: it is killed, and from then on nothing of it
// reaches GitHub or the records; it sleeps; it does not hear an answer. Acts are what it writes to
// GitHub and every transaction.
import type { GitHubOptions } from '../../../app/github/octokit.ts';
import type { Store } from '../../../app/store/store.ts';

type Fetch = NonNullable<NonNullable<GitHubOptions['request']>['fetch']>;

export type Strike = {
  /** Whether it hits before this act. */
  before(act: string, earlier: readonly string[]): boolean;
  /** `unheard`: GitHub does the act, and nobody hears of it. */
  how: 'killed' | 'asleep' | 'unheard';
  /** What others do before anything goes on. */
  meanwhile?(): Promise<void>;
};

export type Mortal = {
  /** `records`, or as HTTP has it, without numbers: `POST git/commits`. */
  acts: string[];
  isHit(): boolean;
  isDead(): boolean;
  fetch: Fetch;
  store(store: Store): Store;
  /** Its last act is done, and nobody has heard of it. */
  ends(): Promise<void>;
};

export function mortal(strike: Strike | undefined): Mortal {
  const acts: string[] = [];
  let isHit = false;
  const isDead = () => isHit && strike?.how === 'killed';
  const act = async (name: string, perform: () => Promise<unknown> = async () => undefined) => {
    const isNow = !isHit && strike?.before(name, acts) === true;
    acts.push(name);
    if (isNow) {
      isHit = true;
      if (strike.how === 'unheard') await perform();
      await strike.meanwhile?.();
      if (strike.how === 'unheard') throw new TypeError('fetch failed');
    }
    if (isDead()) throw new Error('killed');
  };
  return {
    acts,
    isHit: () => isHit,
    isDead,
    ends: async () => await act('end'),
    async fetch(url, init) {
      const name = nameOf(url, init.method ?? 'GET');
      if (name === undefined && isDead()) throw new Error('killed');
      if (name !== undefined) await act(name, async () => await fetch(url, init));
      return await fetch(url, init);
    },
    store: (store) => ({
      ...store,
      async transaction(work) {
        await act('records');
        return await store.transaction(work);
      },
    }),
  };
}

/** Undefined: it only reads. */
function nameOf(url: string, method: string): string | undefined {
  const [, path = ''] = /\/repos\/[^/]+\/[^/]+\/(.*)$/.exec(new URL(url).pathname) ?? [];
  if (method === 'GET' || path === '') return undefined;
  return `${method} ${path.replace(/git\/refs\/.*$/, 'git/refs').replaceAll(/\/\d+/g, '')}`;
}
