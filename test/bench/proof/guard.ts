// The hunk guard with two sandboxes against the same with one: twenty hunks in a real job, measured
// inside its verification, where the claim that every sandbox needs is held.
import type { EffectContext, EffectFunctions, EffectOf } from '../../../app/engine/effects/port.ts';
import type { StepDeps } from '../../../app/steps/deps.ts';
import { jobOf } from '../../chaos/proof/corpus.ts';
import { planOf, type Sample } from '../../chaos/proof/samples.ts';
import type { Check } from '../../support/figures.ts';
import { openProofWorld } from '../../support/proof-world.ts';
import { playJob } from '../../support/proof-world-play.ts';
import { median, timed } from '../bench.ts';

const ROUNDS = 3;
const HUNKS = 20;
const NAME = 'twenty hunks with two sandboxes to one';
const CHECK = { name: NAME, limit: 0.65, unit: 'x' } as const;

type Context = EffectContext<EffectOf<'verify'>>;
/** The seam: what the guard's own function is called with, besides how many sandboxes it may use. */
export type MeasureHunks = (
  deps: StepDeps,
  context: Context,
  request: { sandboxes: number },
) => Promise<unknown>;

export async function measureGuard(url: string, say: (line: string) => void): Promise<Check> {
  const measureHunks = await findGuard();
  if (measureHunks === undefined) {
    say('the hunk guard cannot be called from outside its step: this check is not available');
    return { ...CHECK, name: `${NAME} (not available)`, value: 1 };
  }
  const ratios: number[] = [];
  await using world = await openProofWorld({
    url,
    slots: 1,
    around: (effects, deps) => besideVerify(effects, deps, { measureHunks, ratios, say }),
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    const { state } = await playJob(world, JOB);
    if (state !== 'DELIVERED') throw new Error(`the job is ${state}`);
  }
  return { ...CHECK, value: Math.round(median(ratios) * 100) / 100 };
}

type Measuring = { measureHunks: MeasureHunks; ratios: number[]; say(line: string): void };

/** Which of both comes first changes from round to round. */
function besideVerify(
  effects: EffectFunctions,
  deps: StepDeps,
  { measureHunks, ratios, say }: Measuring,
): EffectFunctions {
  return {
    ...effects,
    verify: async (context) => {
      const measure = async (sandboxes: number) =>
        await timed(async () => await measureHunks(deps, context, { sandboxes }));
      const isOneFirst = ratios.length % 2 === 0;
      const early = await measure(isOneFirst ? 1 : 2);
      const late = await measure(isOneFirst ? 2 : 1);
      const [one, two] = isOneFirst ? [early, late] : [late, early];
      say(`${HUNKS} hunks: ${Math.round(one)} ms with one, ${Math.round(two)} ms with two`);
      ratios.push(two / one);
      return await effects.verify(context);
    },
  };
}

/** The guard wants the whole verified tree, which only its step has: it cannot be called from here. */
async function findGuard(): Promise<MeasureHunks | undefined> {
  return undefined;
}

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
