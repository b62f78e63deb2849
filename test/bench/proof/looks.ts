// What each look of a verification costs: the time of its commands to that of the commands on the
// plain head.
import { TOUCHED } from '../../../app/proof/roles/touches.ts';
import { CALLER, lookName } from '../../../app/proof/world/differences.ts';
import { DOORS } from '../../../app/proof/world/doors.ts';
import { SEED } from '../../../app/steps/runs/seed.ts';
import { watch } from '../../../app/steps/runs/touched.ts';
import type { TestRun } from '../../../app/store/proof.ts';
import { challenger, reader, type Written } from '../../proof-corpus/script.ts';
import { type PlayedJob, type ProofJob, playJob } from '../../support/proof-world/play.ts';
import { lay, publishedFiles } from '../../support/proof-world/rerun.ts';
import type { ProofWorld } from '../../support/proof-world/world.ts';
import { timed } from '../bench.ts';

/** By the first word of the runs' name; what undoes or alters a hunk is named by the hunk. */
export const LOOKS = [
  { look: 'watch', limit: 0.5 },
  { look: 'twin', limit: 2 },
  { look: 'old-suite', limit: 2 },
  { look: 'world', limit: 2 },
  { look: 'perturb', limit: 6 },
  { look: 'lines', limit: 4 },
  { look: 'hunks', limit: 12 },
  { look: 'challenge', limit: 4 },
] as const;

const WATCH_MS = 60_000;

export function costsOf({ runs }: PlayedJob): Map<string, number> {
  const looks = runs.filter((one) => one.tree === 'hunk' && isCommand(one));
  const named = new Set<string>(LOOKS.map(({ look }) => look));
  const byLook = Map.groupBy(looks, ({ hunk = '' }) => {
    const [word = ''] = hunk.split(/[ .@]/);
    return named.has(word) ? word : 'hunks';
  });
  return new Map([...byLook].map(([look, some]) => [look, sumMs(some) / headMs(runs)]));
}

/** What is done before the runs so that what they touch shows; looking at it is part of each run. */
export async function watchCost(world: ProofWorld, played: PlayedJob): Promise<number> {
  const sandbox = await world.sandboxes.create({ timeoutMs: WATCH_MS });
  try {
    const files = publishedFiles(played);
    await lay(sandbox, played.repository.pack, files);
    const paths = files.map(({ path }) => path);
    const signal = AbortSignal.timeout(WATCH_MS);
    const ms = await timed(async () => await watch(sandbox, paths, signal));
    return ms / headMs(played.runs);
  } finally {
    await sandbox.destroy();
  }
}

/** The same job, with one round of further tests. */
export async function challengeCost(
  world: ProofWorld,
  job: ProofJob,
  further: readonly Written[],
): Promise<number> {
  const readings = further.map(() => reader(true));
  const more = { challenge: [challenger('node', further)], 'second-reading': readings };
  const settings = { budget: { challenge: 'once' } } as const;
  const played = await playJob(world, { ...job, settings, script: { ...job.script, ...more } });
  if (played.state !== 'DELIVERED')
    throw new Error(`the challenged job is ${played.state}: ${played.detail}`);
  return costsOf(played).get('challenge') ?? Number.NaN;
}

/** Not what is told beside a run: what it touched, what a sandbox can make different, doors, the seed. */
export function isCommand({ hunk = '', caseId }: TestRun): boolean {
  const isTold = hunk.startsWith('world') && caseId === undefined;
  return ![TOUCHED, SEED, lookName(DOORS)].includes(hunk) && !isTold;
}

/** Calls that were noted in it are made twice more: by a test and by a plain program. */
export function timesOf({ hunk }: TestRun): number {
  return hunk === lookName(CALLER) ? 3 : 1;
}

function headMs(runs: readonly TestRun[]): number {
  return sumMs(runs.filter(({ tree }) => tree === 'head'));
}

function sumMs(runs: readonly TestRun[]): number {
  return runs.reduce((total, { durationMs }) => total + durationMs, 0);
}
