// `npm run chaos -- engine`: engine processes under kills, pauses, half-open connections, wrong
// clocks, database restarts, crashes, deadlocks and a full disk; then draining into each other.
// Nothing may be lost, doubled or written late, and a killed worker's job goes on soon.
import { createStore } from '../../app/store/store.ts';
import type { EffectRun, Worker } from '../support/engine-chaos.ts';
import type { Check } from '../support/figures.ts';
import {
  type Invariants,
  readConcerned,
  readInvariants,
  readUndelivered,
} from '../support/invariants.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import type { Chaos, Run } from './chaos.ts';
import { createFeed, type Feed } from './engine/feed.ts';
import { CLEAR_CODES, type FullDiskResult, fillDisk } from './engine/full-disk.ts';
import { type HandoverResult, handOver } from './engine/handover.ts';
import { type StormCounts, type StormResult, storm } from './engine/storm.ts';

export type EngineCounts = Readonly<StormCounts & { drains: number; fullDisks: number }> &
  Readonly<Record<string, number>>;

export const LEASE_MS = 1_500;
/** From reserve to publish, announcements aside. */
const EFFECTS_PER_JOB = 8;

export const engine: Chaos<EngineCounts> = {
  counts: {
    jobs: 500,
    kills: 200,
    pauses: 10,
    clockSteps: 20,
    restarts: 40,
    crashes: 5,
    halfOpens: 5,
    terminations: 60,
    deadlocks: 60,
    conflicts: 40,
    drains: 10,
    fullDisks: 1,
  },
  async run(run) {
    await using postgres = await ownPostgres();
    const onRun = ({ jobId, number, fence, kind }: EffectRun, { name }: Worker) =>
      run.note(`${name} runs ${kind}, effect ${number}, fence ${fence}`, jobId);
    const options = {
      url: postgres.url,
      leaseMs: LEASE_MS,
      effectMs: { from: 1, to: 120 },
      slots: 4,
    };
    await using feed = createFeed(postgres.url, run.note);
    const scene = { postgres, feed, options, run, onRun };
    const stormed = await storm(scene);
    run.say(`the storm is over after ${stormed.faultsDone} faults`);
    const handed = await handOver(scene, run.counts.drains);
    const disks = await fillDisks(run);
    const found = await readInvariants(postgres.url);
    const undelivered = await readUndelivered(postgres.url, feed.accepted);
    const concerned = [
      ...new Set([...undelivered, ...handed.runTwice, ...(await readConcerned(postgres.url))]),
    ];
    await noteAudit(postgres.url, run, concerned);
    for (const why of [...found.stuck, ...found.auditFindings]) run.note(why);
    const lost = undelivered.length + sumOf(disks, 'lost');
    const facts = { run, feed, stormed, handed, disks, found, lost };
    return { checks: checksOf(facts), concerned };
  },
};

type Facts = {
  run: Run<EngineCounts>;
  feed: Feed;
  stormed: StormResult;
  handed: HandoverResult;
  disks: FullDiskResult[];
  found: Invariants;
  lost: number;
};

function checksOf({ run, feed, stormed, handed, disks, found, lost }: Facts): Check[] {
  const { jobs, drains: _drains, fullDisks, ...faults } = run.counts;
  const asked = Object.values(faults).reduce((sum, count) => sum + count, 0);
  const none = (name: string, value: number, unit = 'jobs'): Check => ({
    name,
    value,
    limit: 0,
    unit,
  });
  const outcomes = EFFECTS_PER_JOB * feed.accepted.length;
  const unclear = disks.filter(
    ({ refused, codes }) => refused === 0 || codes.some((code) => !CLEAR_CODES.includes(code)),
  );
  const doubled = found.doubled + sumOf(disks, 'doubled');
  const stale = found.staleWrites + sumOf(disks, 'staleWrites');
  const findings = found.auditFindings.length + disks.flatMap((one) => one.auditFindings).length;
  return [
    none('jobs not given', Math.max(0, jobs - feed.accepted.length)),
    none('faults not done', asked - stormed.faultsDone, 'faults'),
    none('jobs lost', lost),
    none('stuck', found.stuck.length + disks.flatMap(({ stuck }) => stuck).length),
    none('outcomes missing', Math.max(0, outcomes - found.outcomes), 'outcomes'),
    none('outcomes doubled', doubled, 'outcomes'),
    none('stale writes accepted', stale, 'rows'),
    none('audit findings', findings, 'findings'),
    none('cut-off workers that did not come back', stormed.cutOff, 'workers'),
    none('effects run twice while draining', handed.runTwice.length, 'effects'),
    none('drained workers that failed', handed.failed, 'workers'),
    none('full disks without a clear refusal', unclear.length + fullDisks - disks.length, 'disks'),
    {
      name: 'resume after a kill, p95, to the lease',
      value: Math.round((percentile(feed.resumedMs, 0.95) / LEASE_MS) * 100) / 100,
      limit: 2,
      unit: 'x',
    },
  ];
}

async function fillDisks({
  counts,
  random,
  note,
  say,
}: Run<EngineCounts>): Promise<FullDiskResult[]> {
  const results: FullDiskResult[] = [];
  for (let n = 0; n < counts.fullDisks; n += 1) {
    const result = await fillDisk({ leaseMs: LEASE_MS, seed: random.below(2 ** 31) });
    const told = `full disk: ${result.refused} writes refused with ${result.codes.join(', ')}`;
    note(told);
    say(told);
    results.push(result);
  }
  return results;
}

function sumOf(disks: FullDiskResult[], name: 'lost' | 'doubled' | 'staleWrites'): number {
  return disks.reduce((sum, disk) => sum + disk[name], 0);
}

async function noteAudit(url: string, run: Run<EngineCounts>, jobIds: string[]): Promise<void> {
  const store = createStore({ url });
  try {
    for (const jobId of jobIds) {
      const events = await store.transaction(async ({ audit }) => await audit.ofJob(jobId));
      for (const { at, actor, action, detail } of events) {
        const when = new Date(at).toISOString();
        run.note(`audit ${when} ${actor}: ${action} ${JSON.stringify(detail)}`, jobId);
      }
    }
  } finally {
    await store.close();
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
