// A verification, from the end of the implementation to its verdict, against the same commands run
// bare and as often: on the machine itself and in a sandbox that is there already. The quicker of
// both counts, because on a busy machine a sandbox has a share of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TOUCHED } from '../../../app/proof/roles/touches.ts';
import { SANDBOX_PATHS } from '../../../sandbox/driver/port.ts';
import { jobOf } from '../../proof-corpus/corpus.ts';
import { planOf, type Sample } from '../../proof-corpus/samples.ts';
import type { Check } from '../../support/figures.ts';
import { type PlayedJob, playJob } from '../../support/proof-world/play.ts';
import { lay, publishedFiles } from '../../support/proof-world/rerun.ts';
import { openProofWorld, type ProofWorld } from '../../support/proof-world/world.ts';
import { median, timed } from '../bench.ts';

const ROUNDS = 5;
const LIMIT = 1.3;
const RUN_MS = 300_000;
const WORKSPACE = SANDBOX_PATHS.workspace;
const CASES = 4;
/** So that a test takes about as long as tests do. */
const WORK = 20_000_000;

const SAMPLE: Sample = {
  language: 'node',
  files: { 'src/sum.mjs': `export function sum(from, to) {\n  return from + to;\n}\n` },
  plan: planOf({
    goal: 'sum() adds everything in between too.',
    criteria: [
      { text: 'sum(from, to) is the sum of all whole numbers from the first to the last' },
    ],
    paths: ['src/sum.mjs'],
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
  tests: Array.from({ length: CASES }, (_value, index) => {
    const to = WORK + index * 1_000;
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
  }),
  work: { files: { 'src/sum.mjs': SUM } },
});

export async function measureVerification(
  url: string,
  say: (line: string) => void,
): Promise<Check> {
  await using world = await openProofWorld({ url, slots: 1 });
  const ratios: number[] = [];
  // The first round pays for what is done once.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const played = await playJob(world, JOB);
    if (played.state !== 'DELIVERED') throw new Error(`the job is ${played.state}`);
    const ownMs = await verificationMs(world, played.jobId);
    const commands = commandsOf(played);
    const machineMs = await runOnMachine(played, commands);
    const sandboxMs = await runInSandbox(world, played, commands);
    const bare = `${Math.round(machineMs)} ms on the machine, ${Math.round(sandboxMs)} ms in a sandbox`;
    say(
      `round ${round}: verification ${Math.round(ownMs)} ms, ${commands.length} commands ${bare}`,
    );
    if (round > 0) ratios.push(ownMs / Math.min(machineMs, sandboxMs));
  }
  const value = Math.round(median(ratios) * 100) / 100;
  return { name: 'verification to its commands run bare', value, limit: LIMIT, unit: 'x' };
}

async function verificationMs({ store }: ProofWorld, jobId: string): Promise<number> {
  const events = await store.transaction(async ({ audit }) => await audit.ofJob(jobId));
  const at = (action: string) => events.find((one) => one.action === action)?.at ?? Number.NaN;
  return at('verify_passed') - at('implemented');
}

/** Everything that was run for the verdict, also for the guard; what a run touched is a row beside it. */
function commandsOf({ runs, cases, report }: PlayedJob): string[] {
  return runs
    .filter(({ tree, hunk }) => tree !== 'base' && hunk !== TOUCHED)
    .flatMap(({ caseId }) => {
      const one = cases.find(({ id }) => id === caseId);
      return one?.run ?? report?.suite?.run ?? [];
    });
}

async function runOnMachine(played: PlayedJob, commands: readonly string[]): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-bare-'));
  try {
    const base = Object.entries(played.repository.files);
    const head = publishedFiles(played).map(({ path, bytes }) => [path, bytes] as const);
    for (const [path, content] of [...base, ...head]) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), content);
    }
    return await timed(async () => {
      for (const command of commands) await run(command, directory);
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function runInSandbox(
  { sandboxes }: ProofWorld,
  played: PlayedJob,
  commands: readonly string[],
): Promise<number> {
  const sandbox = await sandboxes.create({ timeoutMs: RUN_MS });
  try {
    await lay(sandbox, played.repository.pack, publishedFiles(played));
    return await timed(async () => {
      for (const command of commands) {
        const { exitCode } = await sandbox.exec({ command, cwd: WORKSPACE, timeoutMs: RUN_MS });
        if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}`);
      }
    });
  } finally {
    await sandbox.destroy();
  }
}

async function run(command: string, cwd: string): Promise<void> {
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const env = { PATH: path, HOME: cwd };
  const child = spawn('bash', ['-c', command], { cwd, env, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}`);
}
