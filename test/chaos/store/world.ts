// The state of one run: the home, the living app, what all lives said, and what went wrong.
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../support/random.ts';
import { type Said, startApp, type WritingApp } from './app.ts';
import { type Home, readBack, temporaryHome } from './home.ts';

export type Tally = {
  committed: number;
  lost: number;
  restarts: number;
  restartsThatDidNotServe: number;
  unansweredHealth: number;
  unclearRefusals: number;
  diskRefusals: number;
  auditFindings: number;
  rowsOutOfTime: number;
};

export type World = AsyncDisposable & {
  home: Home;
  said: Said;
  tally: Tally;
  random: Random;
  note(what: string): void;
  app(): WritingApp;
  /** A start that is killed after that time. */
  startBriefly(ms: number): Promise<void>;
  /** Starts the app anew, whatever became of the one before; a start that does not serve counts. */
  restart(): Promise<void>;
  /** Compares what was said with what is there. */
  readBack(): Promise<void>;
};

/** What a write may be refused with while its database is gone, held up or full. */
const CLEAR_CODES = new Set(['DATABASE_UNREACHABLE', 'DATABASE_BUSY', 'DISK_FULL']);
const TRIES = 3;

export function createTally(): Tally {
  return {
    committed: 0,
    lost: 0,
    restarts: 0,
    restartsThatDidNotServe: 0,
    unansweredHealth: 0,
    unclearRefusals: 0,
    diskRefusals: 0,
    auditFindings: 0,
    rowsOutOfTime: 0,
  };
}

type WorldOptions = {
  tally: Tally;
  random: Random;
  note(what: string): void;
  /** Prepares the empty home, and undoes it when the home is gone. */
  prepare?(home: string): Promise<AsyncDisposable>;
};

export async function createWorld({ tally, random, note, prepare }: WorldOptions): Promise<World> {
  await using owned = new AsyncDisposableStack();
  const home = await temporaryHome();
  // Disposed in the opposite order: the server stops, then the place is undone, then removed.
  owned.defer(async () => await home.remove());
  if (prepare !== undefined) owned.use(await prepare(home.path));
  owned.use(home);
  const said: Said = { committed: new Set(), refused: new Map() };
  let living: WritingApp | undefined;
  owned.defer(async () => await living?.kill());
  const stack = owned.move();
  return {
    home,
    said,
    tally,
    random,
    note,
    app() {
      if (living === undefined) throw new Error('no app lives');
      return living;
    },
    async startBriefly(ms) {
      await living?.kill();
      living = startApp(home.path, said);
      await pause(ms);
      await living.kill();
    },
    async restart() {
      for (let tries = 1; ; tries += 1) {
        await living?.kill();
        living = startApp(home.path, said);
        tally.restarts += 1;
        if (await living.serves()) return;
        tally.restartsThatDidNotServe += 1;
        note(`start ${tally.restarts} did not serve`);
        if (tries === TRIES) throw new Error(`${TRIES} starts in a row did not serve`);
      }
    },
    async readBack() {
      const committed = [...said.committed];
      const found = await home.read(readBack);
      const lost = committed.filter((guid) => !found.guids.has(guid));
      for (const guid of lost) {
        note(`lost: ${guid}`);
        // Told once, not after every fault.
        said.committed.delete(guid);
      }
      for (const problem of found.auditFindings) note(problem);
      tally.lost += lost.length;
      tally.committed += lost.length;
      tally.auditFindings += found.auditFindings.length;
      tally.rowsOutOfTime += found.rowsOutOfTime;
    },
    async [Symbol.asyncDispose]() {
      tally.committed += said.committed.size;
      for (const [code, times] of said.refused) {
        note(`${times} writes were refused: ${code}`);
        if (code === 'DISK_FULL') tally.diskRefusals += times;
        if (!CLEAR_CODES.has(code)) tally.unclearRefusals += times;
      }
      await stack.disposeAsync();
    },
  };
}

/** Somewhere inside a write, or between two. */
export async function randomMoment(random: Random, mostMs = 25): Promise<void> {
  await pause(random.below(mostMs));
}
