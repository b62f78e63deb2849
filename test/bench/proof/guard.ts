// The hunk guard on twenty hunks with two sandboxes against the same with one: real jobs, one after
// the other, timed from the beginning of the guard's first sandbox to the end of its last.
import type { StepDeps } from '../../../app/steps/deps.ts';
import { createVerifyStep } from '../../../app/steps/verify.ts';
import { jobOf } from '../../proof-corpus/corpus.ts';
import { planOf, type Sample } from '../../proof-corpus/samples.ts';
import type { Check } from '../../support/figures.ts';
import { playJob } from '../../support/proof-world/play.ts';
import { openProofWorld, type ProofWorld } from '../../support/proof-world/world.ts';
import { median } from '../bench.ts';

const ROUNDS = 2;
const HUNKS = 20;
const CHECK = { name: 'twenty hunks with two sandboxes to one', limit: 0.65, unit: 'x' } as const;

export async function measureGuard(url: string, say: (line: string) => void): Promise<Check> {
  let atOnce = 1;
  await using world = await openProofWorld({
    url,
    slots: 1,
    around: (effects, deps) => ({
      ...effects,
      verify: async (context) => await createVerifyStep(withSandboxes(deps, atOnce))(context),
    }),
  });
  const measure = async (sandboxes: number): Promise<number> => {
    atOnce = sandboxes;
    const { jobId, state, report } = await playJob(world, JOB);
    if (state !== 'DELIVERED') throw new Error(`the job is ${state}`);
    const isWhole = report?.hunks.measured === true && report.hunks.guarded === HUNKS;
    if (!isWhole) throw new Error(`not all of the ${HUNKS} hunks are guarded`);
    return await guardMs(world, jobId);
  };
  const ratios: number[] = [];
  // The first pays for what is done once.
  await measure(1);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Which of both comes first changes from round to round.
    const order = round % 2 === 0 ? [1, 2] : [2, 1];
    const times = new Map<number, number>();
    for (const sandboxes of order) times.set(sandboxes, await measure(sandboxes));
    const [one = Number.NaN, two = Number.NaN] = [times.get(1), times.get(2)];
    say(`${HUNKS} hunks: ${Math.round(one)} ms with one, ${Math.round(two)} ms with two`);
    ratios.push(two / one);
  }
  return { ...CHECK, value: Math.round(median(ratios) * 100) / 100 };
}

async function guardMs({ store }: ProofWorld, jobId: string): Promise<number> {
  const sandboxes = await store.transaction(
    async (records) => await records.sandboxes.ofPurpose(jobId, 'hunks'),
  );
  const ends = sandboxes.map(({ endedAt }) => endedAt ?? Number.NaN);
  return Math.max(...ends) - Math.min(...sandboxes.map(({ startedAt }) => startedAt));
}

function withSandboxes(deps: StepDeps, atOnce: number): StepDeps {
  return { ...deps, sandboxes: { ...deps.sandboxes, atOnce } };
}

/** So that a test takes about as long as tests do. */
const WORK = 210_000_000;
const WORK_SUM = (WORK / 7) * 21;
const NUMBERS = Array.from({ length: HUNKS }, (_value, index) => index + 1);

/** Functions with lines between them, so that each change is a hunk of its own. */
function functions(sign: string): string {
  return NUMBERS.map(
    (number) => `export function f${number}(x) {
  // Function ${number}.
  return x ${sign} ${number};
}
`,
  ).join('\n');
}

function testOf(input: number): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as all from '../../src/all.mjs';

test('all functions', () => {
  let sum = 0;
  for (let number = 0; number < ${WORK}; number += 1) sum += number % 7;
  assert.equal(sum, ${WORK_SUM});
${NUMBERS.map((number) => `  assert.equal(all.f${number}(${input}), ${input * number});`).join('\n')}
});
`;
}

const SAMPLE: Sample = {
  language: 'node',
  files: { 'src/all.mjs': functions('+') },
  plan: planOf({
    goal: 'The functions multiply.',
    criteria: [{ text: 'fN(x) is N times x' }],
    paths: ['src/all.mjs'],
  }),
};

const JOB = jobOf({
  sample: SAMPLE,
  tests: [
    { title: 'of 7', text: testOf(7) },
    { title: 'of 11', withheld: true, text: testOf(11) },
  ],
  work: { files: { 'src/all.mjs': functions('*') } },
});
