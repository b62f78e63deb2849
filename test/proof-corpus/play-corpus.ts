// Plays cheats, honest jobs and liars side by side in one world, and says of each what is wrong.
import type { MatrixCase } from '../../app/proof/matrix.ts';
import type { Report } from '../../app/proof/report.ts';
import { type PlayedJob, type ProofJob, playJob } from '../support/proof-world/play.ts';
import { type Bare, rerunBare } from '../support/proof-world/rerun.ts';
import type { ProofWorld } from '../support/proof-world/world.ts';
import { type Cheat, type Honest, reasonsOf, type Stop, stopOf } from './corpus.ts';
import type { Liar } from './liars.ts';

export type Corpus = {
  cheats: readonly Cheat[];
  honest: readonly Honest[];
  liars: readonly Liar[];
};

export type Told = {
  name: string;
  of: keyof Corpus;
  stop: Stop;
  reasons: readonly string[];
  failedCalls: readonly string[];
  /** What must not be; empty: all is well. */
  problem?: 'delivered' | 'elsewhere' | 'flagged' | 'untrue';
  jobId: string;
  ms: number;
};

/** How many jobs are played side by side is what the world has slots for. */
export async function playCorpus(
  world: ProofWorld,
  { cheats, honest, liars }: Corpus,
  { lanes, onTold }: { lanes: number; onTold(told: Told): void },
): Promise<Told[]> {
  const told: Told[] = [];
  const waiting = [
    ...cheats.map((cheat) => async () => await tellCheat(world, cheat)),
    ...honest.map((one) => async () => await tellHonest(world, one)),
    ...liars.map((liar) => async () => await tellLiar(world, liar)),
  ];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const one = await next();
      told.push(one);
      onTold(one);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return told;
}

export function describeTold(told: Told): string {
  const { of, name, stop, reasons, failedCalls, problem, ms } = told;
  const all = problem === undefined ? reasons : [...reasons, ...failedCalls];
  const words = all.length === 0 ? '' : `: ${all.join('; ')}`;
  return `${problem === undefined ? '' : `${problem.toUpperCase()} `}${of} "${name}" ${stop} in ${ms} ms${words}`;
}

type Named = { name: string; job: ProofJob };

async function tell(world: ProofWorld, of: keyof Corpus, { name, job }: Named) {
  const played = await playJob(world, job);
  const { jobId, ms, failedCalls } = played;
  const reasons = reasonsOf(played);
  const told: Told = { name, of, stop: stopOf(played), reasons, failedCalls, jobId, ms };
  return { played, told };
}

async function tellCheat(world: ProofWorld, cheat: Cheat): Promise<Told> {
  const { told } = await tell(world, 'cheats', cheat);
  if (told.stop === 'delivered') return { ...told, problem: 'delivered' };
  // What would be flagged may as well not be let through at all.
  const isRed = told.stop === 'red' && cheat.expected.includes('flagged');
  const isExpected = isRed || cheat.expected.some((stop) => stop === told.stop);
  const isSaid = told.reasons.join('\n').includes(cheat.says ?? '');
  return isExpected && isSaid ? told : { ...told, problem: 'elsewhere' };
}

async function tellHonest(world: ProofWorld, honest: Honest): Promise<Told> {
  const { told, played } = await tell(world, 'honest', honest);
  const isGood = told.stop === 'delivered' && isGuarded(played.report);
  return isGood ? told : { ...told, problem: 'flagged' };
}

/** Where hunks were measured, some test noticed at least one of them, undone or altered. */
function isGuarded(report: Report | undefined): boolean {
  if (report === undefined) return false;
  const { hunks } = report;
  return !hunks.measured || hunks.guarded + (hunks.held ?? 0) > 0;
}

async function tellLiar(world: ProofWorld, liar: Liar): Promise<Told> {
  const { told, played } = await tell(world, 'liars', liar);
  if (told.stop === 'broken' || told.stop === 'refused') return { ...told, problem: 'untrue' };
  const differences = compare(played, await rerunBare(world, played));
  return differences.length === 0
    ? told
    : { ...told, reasons: [...told.reasons, ...differences], problem: 'untrue' };
}

/** What is stored, against what the same commands exit with when nobody is in between. */
function compare({ report, runs }: PlayedJob, bare: readonly Bare[]): string[] {
  const cases = report?.matrix.flatMap((row) => row.cases) ?? [];
  return bare.flatMap(({ caseId, tree, exitCode }) => {
    const isGreen = exitCode === 0;
    const stored = runs.filter((run) => run.caseId === caseId && run.tree === tree);
    const isStored = stored.length > 1 && stored.every((run) => (run.exitCode === 0) === isGreen);
    const shown = cases.find(({ id }) => id === caseId);
    const isShown = report === undefined || isShownAs(shown, tree, isGreen);
    if (isStored && isShown) return [];
    const codes = stored.map((run) => run.exitCode).join(' and ');
    return [`${caseId} on ${tree}: stored ${codes}, shown ${shown?.[tree]}, bare ${exitCode}`];
  });
}

function isShownAs(
  shown: MatrixCase | undefined,
  tree: 'base' | 'head',
  isGreen: boolean,
): boolean {
  return shown?.[tree] === (isGreen ? 'green' : 'red');
}
