// The marks of one sandbox: what it was when it was made, kept or marked, and what was done in it
// since, seen from outside with nothing running in it.
import { z } from 'zod';
import type { Traces } from '../driver/port.ts';
import { type AgentLink, GuestFault } from './agent-link.ts';
import {
  compareLayer,
  forgetReads,
  type LayerPlace,
  type Listing,
  markLayer,
} from './isolation/upper-layer.ts';

export type Marks = {
  /** Runs `keep` with every process killed and no new one started; what is kept is a mark. */
  whileFrozen<T>(keep: () => Promise<T>): Promise<T>;
  /** Kills every process; what it is now is what it will be compared with. */
  mark(): Promise<void>;
  /** Kills every process and tells what was done since the last mark. */
  traces(): Promise<Traces>;
};

/** Nothing is started while it is on, nor before the clock of files shows a new time. */
export type Freeze = { isOn: boolean; restsUntilMs: number };

/** Files are as old as the kernel's last tick, which may be this long ago. */
const COARSE_CLOCK_MS = 20;
/** More processes than this are a number that the next run could read. */
const MOST_PIDS = 300;

const Frozen = z.object({ kept: z.string(), lastPid: z.number().int().nonnegative() });
type Frozen = z.infer<typeof Frozen>;
type Mark = Frozen & { listing: Listing | undefined };

type MarksParts = { link: AgentLink; place: LayerPlace; freeze: Freeze; now(): number };

export async function openMarks({ link, place, freeze, now }: MarksParts): Promise<Marks> {
  const frozen = async <T>(work: (found: Frozen) => Promise<T>): Promise<T> => {
    if (freeze.isOn) throw new GuestFault('failed_precondition', 'its processes are being ended');
    freeze.isOn = true;
    try {
      const found = await link.request({ operation: 'freeze', options: {} });
      return await work(Frozen.parse(found));
    } finally {
      freeze.restsUntilMs = now() + COARSE_CLOCK_MS;
      freeze.isOn = false;
    }
  };
  const markNow = async (found: Frozen): Promise<Mark> => ({
    ...found,
    listing: await markLayer(place),
  });
  let mark = await frozen(markNow);
  return {
    whileFrozen: async (keep) =>
      await frozen(async (found) => {
        const kept = await keep();
        mark = await markNow(found);
        return kept;
      }),
    async mark() {
      mark = await frozen(markNow);
    },
    traces: async () => await frozen(async (found) => await tracesSince(place, mark, found)),
  };
}

async function tracesSince(place: LayerPlace, mark: Mark, found: Frozen): Promise<Traces> {
  const { listing } = mark;
  if (listing === undefined) return { isUntouched: false };
  const { isSame, touched, left } = await compareLayer(place, listing);
  const pids = found.lastPid - mark.lastPid;
  const isUntouched = isSame && found.kept === mark.kept && pids >= 0 && pids <= MOST_PIDS;
  if (isUntouched) {
    await forgetReads(place, listing);
    mark.lastPid = found.lastPid;
  }
  return { isUntouched, touched, ...(left !== undefined && { left }) };
}
