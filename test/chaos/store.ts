// `npm run chaos -- store`: kill -9 of the app and of its Postgres under writes, an app that stands
// still or whose clock steps, a full disk, and forged audit rows. Whatever the app said it committed
// is there afterwards, every restart serves, and every forgery is named.
// What it does not do: step the clock of the machine, which other programs share.
import type { Check } from '../support/figures.ts';
import type { Chaos, Outcome, Run } from './chaos.ts';
import { type FaultKind, inflict } from './store/faults.ts';
import { type ForgeryFigures, tryForgeries } from './store/forgeries.ts';
import { fillDisks } from './store/full-disk.ts';
import { createTally, createWorld, type Tally } from './store/world.ts';

export type StoreCounts = {
  kills: number;
  rowsBeforeKill: number;
  /** kill -9 of an app that is still starting. */
  earlyKills: number;
  serverKills: number;
  pauses: number;
  clockSteps: number;
  fullDisks: number;
  auditRows: number;
  /** How often each kind of forgery is tried. */
  forgeryRounds: number;
};

type StoreRun = Run<StoreCounts>;

export const store: Chaos<StoreCounts> = {
  counts: {
    kills: 50,
    rowsBeforeKill: 25,
    earlyKills: 10,
    serverKills: 10,
    pauses: 10,
    clockSteps: 10,
    fullDisks: 4,
    auditRows: 10_000,
    forgeryRounds: 5,
  },
  async run(run): Promise<Outcome> {
    const tally = createTally();
    const { counts, random, note } = run;
    await withFaults(run, tally);
    const { fullDisks: fills, rowsBeforeKill } = counts;
    const filled = await fillDisks(run, { fills, rows: rowsBeforeKill, tally });
    const { auditRows: rows, forgeryRounds: rounds } = counts;
    const forgeries = await tryForgeries({ random, note, rows, rounds });
    return { checks: toChecks(run.counts, { tally, forgeries, filled }), concerned: [] };
  },
};

async function withFaults(run: StoreRun, tally: Tally): Promise<void> {
  const { counts, random, note, say } = run;
  const faults = schedule(run);
  await using world = await createWorld({ tally, random, note });
  await world.restart();
  for (const [index, fault] of faults.entries()) {
    await inflict(fault, world, counts.rowsBeforeKill);
    await world.readBack();
    if ((index + 1) % 10 === 0) say(`${index + 1} of ${faults.length} faults`);
  }
}

/** Every fault as often as asked, in an order of chance: one may hit what another left. */
function schedule({ counts, random }: StoreRun): FaultKind[] {
  const times: Record<FaultKind, number> = {
    kill: counts.kills,
    earlyKill: counts.earlyKills,
    serverKill: counts.serverKills,
    pause: counts.pauses,
    clockStep: counts.clockSteps,
  };
  const left = Object.entries(times).flatMap(([kind, n]) =>
    Array.from({ length: n }, () => kind as FaultKind),
  );
  const ordered: FaultKind[] = [];
  while (left.length > 0) ordered.push(...left.splice(random.below(left.length), 1));
  return ordered;
}

function toChecks(
  counts: StoreCounts,
  figures: { tally: Tally; forgeries: ForgeryFigures; filled: number },
): Check[] {
  const { tally, forgeries, filled } = figures;
  const none = { limit: 0 };
  const least = (limit: number) => ({ limit, isFloor: true }) as const;
  const { kills, serverKills, rowsBeforeKill } = counts;
  return [
    { name: 'committed rows lost', value: tally.lost, unit: 'rows', ...none },
    {
      name: 'committed rows',
      value: tally.committed,
      unit: 'rows',
      ...least((kills + serverKills) * rowsBeforeKill),
    },
    {
      name: 'restarts that did not serve',
      value: tally.restartsThatDidNotServe,
      unit: 'restarts',
      ...none,
    },
    { name: 'restarts', value: tally.restarts, unit: 'restarts', ...least(kills) },
    {
      name: 'health questions without a clear answer',
      value: tally.unansweredHealth,
      unit: 'questions',
      ...none,
    },
    {
      name: 'refused writes without a clear code',
      value: tally.unclearRefusals,
      unit: 'writes',
      ...none,
    },
    {
      name: 'writes that a full disk refused',
      value: tally.diskRefusals,
      unit: 'writes',
      ...least(filled),
    },
    {
      name: 'audit findings on honest data',
      value: tally.auditFindings + forgeries.honestFindings,
      unit: 'findings',
      ...none,
    },
    {
      name: 'audit rows off the time of the database',
      value: tally.rowsOutOfTime,
      unit: 'rows',
      ...none,
    },
    {
      name: 'forgeries not named exactly',
      value: forgeries.notNamed,
      unit: 'forgeries',
      ...none,
    },
    {
      name: 'forgeries',
      value: forgeries.forged,
      unit: 'forgeries',
      ...least(counts.forgeryRounds),
    },
  ];
}
