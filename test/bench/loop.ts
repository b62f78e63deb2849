// The agent against a minimal loop (test/bench/loop/minimal.mjs), the same scripted jobs in the same
// run and in turn, as a provider in a process of its own sees them; and the whole way of a turn in a
// job, through sandbox, wire and Postgres, against the same.
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleAgent } from '../../app/cli/bundle/agent.ts';
import { packageRoot } from '../../app/cli/package-root.ts';
import type { Check } from '../support/figures.ts';
import { type Bench, median } from './bench.ts';
import { type FullPath, openFullPath } from './loop/full-path.ts';
import { JOBS, type Job, type JobName } from './loop/job.ts';
import { type Provider, startProvider } from './loop/provider.ts';
import { type Figures, type Loop, runLoop } from './loop/run-loop.ts';

/** Of a job the median turn counts: a machine that others use too makes some of them wait. */
const LIMITS = { turn: 1.5, start: 2.2, memory: 1.3, growth: 1.25, fullPath: 3 };
/** The shorter the figure, the more a busy moment moves it, so the more often it is measured. */
const ROUNDS: Record<JobName, number> = { J1: 41, J2: 21, J4: 9, J6: 3 };
const FULL_PATH_ROUNDS = 5;
const EDGE_TURNS = 20;

type Say = (line: string) => void;
type Place = { provider: Provider; ours: Loop; minimal: Loop };
type Pair = { ours: Figures[]; minimal: Figures[] };

export const loop: Bench = async (say) => {
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-bench-'));
  owned.defer(async () => await rm(directory, { recursive: true, force: true }));
  const provider = owned.use(await startProvider());
  const place = { provider, ...(await makeLoops(directory)) };
  const checks: Check[] = [];
  for (const name of ['J1', 'J2', 'J4', 'J6'] as const) {
    checks.push(...checksOf(name, await measure(place, name, say), say));
  }
  say('J5 (hooks around each tool) is skipped: there are no hooks yet.');
  const fullPath = owned.use(await openFullPath(directory));
  for (const name of ['J2', 'J6'] as const) {
    checks.push(await measureFullPath(place, { name, fullPath, say }));
  }
  return checks;
};

/** The package as it is installed: launcher, bundle, and a home that keeps what was compiled. */
async function makeLoops(directory: string): Promise<Pick<Place, 'ours' | 'minimal'>> {
  const root = packageRoot();
  const work = join(directory, 'work');
  const launcher = join(directory, 'package', 'app', 'cli', 'redgreen.mjs');
  for (const folder of [work, join(directory, 'home')]) await mkdir(folder);
  await cp(join(root, 'app', 'cli', 'redgreen.mjs'), launcher);
  await cp(join(root, 'package.json'), join(directory, 'package', 'package.json'));
  await bundleAgent(join(directory, 'package', 'dist'));
  // As npm lays it: dependencies beside the package.
  await symlink(join(root, 'node_modules'), join(directory, 'package', 'node_modules'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(directory, 'home'),
    ANTHROPIC_API_KEY: 'bench-key',
  };
  const minimal = join(import.meta.dirname, 'loop', 'minimal.mjs');
  const flags = ['--no-sandbox', '--yes', '--json', '--max-turns', '300', '--prompt', 'Go on.'];
  return {
    ours: {
      words: (url) => [launcher, 'agent', ...flags, '--cwd', work, '--base-url', url],
      env,
    },
    minimal: { words: (url) => [minimal, url, 'Go on.'], env },
  };
}

/** One after the other, each as often first; the first of both pays for caches and is not counted. */
async function measure(place: Place, name: JobName, say: Say): Promise<Pair> {
  const job: Job = JOBS[name];
  const pair: Pair = { ours: [], minimal: [] };
  for (let round = name === 'J1' ? 0 : 1; round <= ROUNDS[name]; round += 1) {
    const order = round % 2 === 0 ? (['ours', 'minimal'] as const) : (['minimal', 'ours'] as const);
    for (const who of order) {
      const figures = await runLoop(place[who], job, place.provider);
      if (round === 0) continue;
      pair[who].push(figures);
      say(`${name} ${who}: ${tell(figures)}`);
    }
  }
  return pair;
}

function tell({ startMs, turnsMs, peakKb }: Figures): string {
  const turns = turnsMs.length === 0 ? '' : `, ${median(turnsMs).toFixed(2)} ms a turn`;
  return `start ${startMs.toFixed(0)} ms${turns}, peak ${Math.round(peakKb / 1024)} MB`;
}

function checksOf(name: JobName, pair: Pair, say: Say): Check[] {
  const check = (what: string, limit: number, [ours, minimal]: [number, number]): Check => {
    say(`${name}, ${what}: ${ours.toFixed(2)} to ${minimal.toFixed(2)}`);
    return { name: `${what}, ${name}`, value: toHundredths(ours / minimal), limit, unit: 'x' };
  };
  const middle = (figure: (figures: Figures) => number): [number, number] => {
    return [median(pair.ours.map(figure)), median(pair.minimal.map(figure))];
  };
  const memory = check(
    'peak memory',
    LIMITS.memory,
    middle(({ peakKb }) => peakKb),
  );
  if (name === 'J1')
    return [
      check(
        'start',
        LIMITS.start,
        middle(({ startMs }) => startMs),
      ),
      memory,
    ];
  const turns = middle(({ turnsMs }) => median(turnsMs));
  const turn = check('turn, no sandbox', LIMITS.turn, turns);
  if (name !== 'J4') return [turn, memory];
  const growth = median(pair.ours.map(growthOf));
  return [turn, memory, check('last 20 turns to the first 20', LIMITS.growth, [growth, 1])];
}

function growthOf({ turnsMs }: Figures): number {
  return median(turnsMs.slice(-EDGE_TURNS)) / median(turnsMs.slice(0, EDGE_TURNS));
}

async function measureFullPath(
  place: Place,
  { name, fullPath, say }: { name: JobName; fullPath: FullPath; say: Say },
): Promise<Check> {
  const job: Job = JOBS[name];
  const times: Record<'ours' | 'minimal', number[]> = { ours: [], minimal: [] };
  for (let round = 0; round <= FULL_PATH_ROUNDS; round += 1) {
    const ours = median(await fullPath.play(job, place.provider));
    const minimal = median((await runLoop(place.minimal, job, place.provider)).turnsMs);
    if (round === 0) continue;
    times.ours.push(ours);
    times.minimal.push(minimal);
    say(`${name} full path: ${ours.toFixed(2)} ms a turn to ${minimal.toFixed(2)}`);
  }
  const value = toHundredths(median(times.ours) / median(times.minimal));
  return { name: `turn, full path, ${name}`, value, limit: LIMITS.fullPath, unit: 'x' };
}

function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
