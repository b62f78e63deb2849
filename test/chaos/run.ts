// `npm run chaos -- NAME [--counts kills=10,jobs=20] [--seed N] [--json]`: full counts of kills,
// restarts and floods, then the invariants. A failing run is repeated with smaller counts while it
// still fails, and the smallest one is told: seed, counts and the log of the jobs concerned.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { judge, printFigures } from '../support/figures.ts';
import { type Chaos, type Counts, type Played, play } from './chaos.ts';
import { defences } from './defences.ts';
import { engine } from './engine.ts';
import { frontdoor } from './frontdoor.ts';
import { proof } from './proof.ts';
import { sandbox } from './sandbox.ts';
import { store } from './store.ts';
import { thread } from './thread.ts';

const CHAOSES: Record<string, Chaos> = {
  defences,
  engine,
  frontdoor,
  proof,
  sandbox,
  store,
  thread,
};
/** Repeating a failing run must not take longer than the run was allowed to. */
const REPEATS = 4;

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      json: { type: 'boolean' },
      seed: { type: 'string' },
      counts: { type: 'string' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [name = ''] = positionals;
  const chaos = CHAOSES[name];
  if (chaos === undefined || values.help) return usage(values.help === true);
  const counts = readCounts(chaos.counts, values.counts);
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  if (typeof counts === 'string') return refuse(counts);
  if (!Number.isSafeInteger(seed) || seed < 0) return refuse('--seed: give a whole number.');
  const say = values.json ? () => undefined : (line: string) => process.stdout.write(`${line}\n`);
  say(`${name}: seed ${seed}, ${describeCounts(counts)}`);
  const played = await play(chaos, { counts, seed, say });
  if (isBroken(played)) await tellShortest(chaos, { name, counts, seed, played });
  return printFigures(name, played.checks, say);
}

/** Halves the counts while the run still fails. */
async function tellShortest(
  chaos: Chaos,
  failed: { name: string; counts: Counts; seed: number; played: Played },
): Promise<void> {
  const { name, seed } = failed;
  let { counts, played } = failed;
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const smaller = Object.fromEntries(
      Object.entries(counts).map(([what, count]) => [what, Math.ceil(count / 2)]),
    );
    const again = await play(chaos, { counts: smaller, seed });
    if (!isBroken(again)) break;
    [counts, played] = [smaller, again];
  }
  const isConcerned = (jobId: string | undefined) =>
    jobId === undefined || played.concerned.length === 0 || played.concerned.includes(jobId);
  const lines = played.log
    .filter(({ jobId }) => isConcerned(jobId))
    .map(({ atMs, what, jobId }) => `${atMs} ms ${jobId ?? ''} ${what}`);
  const again = Object.entries(counts).map(([what, count]) => `${what}=${count}`);
  process.stderr.write(
    [
      `${name} failed with seed ${seed}. The shortest run that shows it:`,
      `  npm run chaos -- ${name} --seed ${seed} --counts ${again.join(',')}`,
      ...lines.map((line) => `  ${line}`),
      '',
    ].join('\n'),
  );
}

function isBroken({ checks }: Played): boolean {
  return !checks.every((check) => judge(check).ok);
}

function readCounts(full: Counts, text: string | undefined): Counts | string {
  const counts: Record<string, number> = { ...full };
  for (const part of text?.split(',') ?? []) {
    const [, what = '', count = ''] = /^([a-zA-Z]+)=(\d{1,7})$/.exec(part.trim()) ?? [];
    if (!(what in full)) {
      return `--counts: ${JSON.stringify(part)} is not one of ${describeCounts(full)}; give NAME=NUMBER, with commas between.`;
    }
    counts[what] = Number(count);
  }
  return counts;
}

function describeCounts(counts: Counts): string {
  return Object.entries(counts)
    .map(([what, count]) => `${what}=${count}`)
    .join(', ');
}

function usage(isAsked: boolean): number {
  const names = Object.keys(CHAOSES);
  const lines = names.map((name) => `  ${name}: ${describeCounts(CHAOSES[name]?.counts ?? {})}`);
  const text = `Usage: npm run chaos -- ${names.join('|')} [--counts NAME=NUMBER,…] [--seed N] [--json]\nFull counts:\n${lines.join('\n')}\n`;
  (isAsked ? process.stdout : process.stderr).write(text);
  return isAsked ? 0 : 2;
}

function refuse(problem: string): number {
  process.stderr.write(`${problem}\n`);
  return 2;
}
