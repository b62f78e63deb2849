// A verification, from the end of the implementation to its verdict, against the same commands run
// bare and as often: on the machine itself and in a sandbox that is there already. The quicker of
// both counts, because on a busy machine a sandbox has a share of its own. And of the commands what
// each look adds to those of the plain head.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LINES } from '../../../app/proof/coverage/judge-coverage.ts';
import { SANDBOX_PATHS } from '../../../sandbox/driver/port.ts';
import { jobOf } from '../../proof-corpus/corpus.ts';
import { planOf, type Sample } from '../../proof-corpus/samples.ts';
import type { Written } from '../../proof-corpus/script.ts';
import type { Check } from '../../support/figures.ts';
import { type PlayedJob, playJob } from '../../support/proof-world/play.ts';
import { lay, publishedFiles } from '../../support/proof-world/rerun.ts';
import { openProofWorld, type ProofWorld } from '../../support/proof-world/world.ts';
import { median, timed } from '../bench.ts';
import { challengeCost, costsOf, isCommand, LOOKS, timesOf, watchCost } from './looks.ts';

const ROUNDS = 3;
const LIMIT = 1.3;
const RUN_MS = 300_000;
const WORKSPACE = SANDBOX_PATHS.workspace;
const CASES = 3;
const COUNTED = join(tmpdir(), 'redgreen-bare-lines');
/** So that a test takes about as long as tests do. */
const WORK = 20_000_000;

const SUITE = 'test/sum.test.mjs';
const SUITE_TEXT = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../src/sum.mjs';

test('sums up', () => assert.equal(sum(0, 1), 1));
test('sums up nothing', () => assert.equal(sum(0, 0), 0));
`;

/** Its suite is changed without an announcement, so that the old one is run too. */
const SAMPLE: Sample = {
  language: 'node',
  files: {
    'src/sum.mjs': `export function sum(from, to) {\n  return from + to;\n}\n`,
    [SUITE]: SUITE_TEXT,
  },
  plan: planOf({
    goal: 'sum() adds everything in between too.',
    criteria: [
      { text: 'sum(from, to) is the sum of all whole numbers from the first to the last' },
    ],
    paths: ['src/sum.mjs', SUITE],
    contract: ['src/sum.mjs'],
    suite: `node --test ${SUITE}`,
  }),
};
const SUM = `export function sum(from, to) {
  let total = 0;
  for (let number = from; number <= to; number += 1) total += number;
  return total;
}
`;

const JOB = jobOf({
  sample: SAMPLE,
  tests: Array.from({ length: CASES }, (_value, index) => testUpTo(WORK + index * 1_000, index)),
  work: { files: { 'src/sum.mjs': SUM, [SUITE]: SUITE_TEXT.replace('nothing', 'no numbers') } },
});
const FURTHER = Array.from({ length: 2 }, (_value, index) => testUpTo(WORK + index * 700, index));

function testUpTo(to: number, index: number): Written {
  return {
    title: `up to ${to}`,
    withheld: index % 2 === 1,
    text: `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../../src/sum.mjs';

test('sums up', () => {
  for (let from = 1; from < 8; from += 1) {
    assert.equal(sum(from, ${to}), ((from + ${to}) * (${to} - from + 1)) / 2);
  }
});
`,
  };
}

export async function measureVerification(
  url: string,
  say: (line: string) => void,
): Promise<Check[]> {
  await using world = await openProofWorld({ url, slots: 1 });
  const ratios: number[] = [];
  const costs: ReturnType<typeof costsOf>[] = [];
  // The first round pays for what is done once.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const played = await playJob(world, JOB);
    if (played.state !== 'DELIVERED')
      throw new Error(`the job is ${played.state}: ${played.detail}`);
    const ownMs = await verificationMs(world, played.jobId);
    const commands = commandsOf(played);
    const machineMs = await runOnMachine(played, commands);
    const sandboxMs = await runInSandbox(world, played, commands);
    const bare = `${Math.round(machineMs)} ms on the machine, ${Math.round(sandboxMs)} ms in a sandbox`;
    say(
      `round ${round}: verification ${Math.round(ownMs)} ms, ${commands.length} commands ${bare}`,
    );
    if (round === 0) continue;
    ratios.push(ownMs / Math.min(machineMs, sandboxMs));
    costs.push(costsOf(played).set('watch', await watchCost(world, played)));
  }
  const challenge = await challengeCost(world, JOB, FURTHER);
  const looks = LOOKS.map(({ look, limit }) => {
    const all = costs.map((cost) => cost.get(look) ?? Number.NaN);
    const value = rounded(look === 'challenge' ? challenge : median(all));
    return { name: `${look} to the plain head`, value, limit, unit: 'x' };
  });
  const value = rounded(median(ratios));
  return [
    { name: 'verification to its commands run bare', value, limit: LIMIT, unit: 'x' },
    ...looks,
  ];
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

async function verificationMs({ store }: ProofWorld, jobId: string): Promise<number> {
  const events = await store.transaction(async ({ audit }) => await audit.ofJob(jobId));
  const at = (action: string) => events.find((one) => one.action === action)?.at ?? Number.NaN;
  return at('verify_passed') - at('implemented');
}

type Bare = { command: string; env: Record<string, string> };

/** Everything that was run for the verdict, also for the guard; lines are counted here too. */
function commandsOf({ runs, cases, report }: PlayedJob): Bare[] {
  return runs
    .filter((one) => one.tree !== 'base' && isCommand(one))
    .flatMap((one) => {
      const own = cases.find(({ id }) => id === one.caseId);
      const command = own?.run ?? report?.suite?.run;
      if (command === undefined) return [];
      const env = one.hunk === LINES ? { NODE_V8_COVERAGE: COUNTED } : {};
      return Array.from({ length: timesOf(one) }, () => ({ command, env }));
    });
}

async function runOnMachine(played: PlayedJob, commands: readonly Bare[]): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-bare-'));
  try {
    const base = Object.entries(played.repository.files);
    const head = publishedFiles(played).map(({ path, bytes }) => [path, bytes] as const);
    for (const [path, content] of [...base, ...head]) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), content);
    }
    return await timed(async () => {
      for (const bare of commands) await run(bare, directory);
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
    await rm(COUNTED, { recursive: true, force: true });
  }
}

async function runInSandbox(
  { sandboxes }: ProofWorld,
  played: PlayedJob,
  commands: readonly Bare[],
): Promise<number> {
  const sandbox = await sandboxes.create({ timeoutMs: RUN_MS });
  try {
    await lay(sandbox, played.repository.pack, publishedFiles(played));
    return await timed(async () => {
      for (const bare of commands) {
        const { exitCode } = await sandbox.exec({ ...bare, cwd: WORKSPACE, timeoutMs: RUN_MS });
        if (exitCode !== 0) throw new Error(`${bare.command} ended with ${exitCode}`);
      }
    });
  } finally {
    await sandbox.destroy();
  }
}

async function run({ command, env: own }: Bare, cwd: string): Promise<void> {
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const env = { PATH: path, HOME: cwd, ...own };
  const child = spawn('bash', ['-c', command], { cwd, env, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}`);
}
