// One cheat of each kind, a few honest jobs and a few liars, each a whole job from plan to report.
// `npm run chaos -- proof` plays all of them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { oneOfEachKind } from '../proof-corpus/cheats.ts';
import { jobOf } from '../proof-corpus/corpus.ts';
import { HONEST } from '../proof-corpus/honest.ts';
import { createLiars } from '../proof-corpus/liars.ts';
import { type Corpus, describeTold, playCorpus, type Told } from '../proof-corpus/play-corpus.ts';
import { NODE } from '../proof-corpus/samples.ts';
import { SHOUT_TESTS } from '../proof-corpus/texts.ts';
import { testDatabase } from '../support/database.ts';
import { playJob } from '../support/proof-world/play.ts';
import { openProofWorld, type ProofWorld } from '../support/proof-world/world.ts';

const LANES = 2;
const SEED = 9;
const NOTHING: Corpus = { cheats: [], honest: [], liars: [] };

// The world ends before the database server of this file does.
describe('proof', () => {
  let world: ProofWorld;
  const owned = new AsyncDisposableStack();

  before(async () => {
    const { url } = owned.use(await testDatabase());
    world = owned.use(await openProofWorld({ url, slots: LANES }));
  });
  after(async () => await owned.disposeAsync());

  test('a cheat of each kind is stopped where it is expected', async () => {
    const cheats = oneOfEachKind();
    const told = await playAll(world, { ...NOTHING, cheats });
    assert.ok(cheats.length >= 15);
    assert.deepEqual(namesOf(told, 'delivered'), [], wordsOf(told));
    assert.deepEqual(namesOf(told, 'elsewhere'), [], wordsOf(told));
  });

  test('honest jobs are delivered, and nothing is said against them', async () => {
    const honest = HONEST.slice(0, 4);
    const told = await playAll(world, { ...NOTHING, honest });
    assert.equal(told.length, 4);
    assert.deepEqual(namesOf(told, 'flagged'), [], wordsOf(told));
  });

  test('the matrix of a liar is what the same commands exit with', async () => {
    const told = await playAll(world, { ...NOTHING, liars: createLiars(3, SEED) });
    assert.equal(told.length, 3);
    assert.deepEqual(namesOf(told, 'untrue'), [], wordsOf(told));
  });

  test('a suite that is red already may not get redder, and the test is named', async () => {
    const { report, state } = await playJob(world, REDDER);
    assert.equal(state, 'FALLBACK_REQUIRED');
    assert.deepEqual(
      report?.verdict.reasons.map(({ message }) => message),
      ['The repository’s own tests are redder on the head: waves.'],
    );
    const { by, newlyFailing, newlyPassing, added } = report?.suite?.compared ?? {};
    const names = [by, newlyFailing?.length, newlyPassing, added];
    assert.deepEqual(names, ['tests', 1, [], []]);
  });

  test('the same tree verified twice has the same report, byte for byte', async () => {
    const [first, second] = [await verify(world), await verify(world)];
    assert.match(first, /"verdict":\{"passed":true/);
    assert.equal(first, second);
  });
});

const SUITE = 'test/suite.test.mjs';
const JUNIT = '--test-reporter=junit --test-reporter-destination=report.xml';

/** Its suite has a red test on the base; the implementer turns another one red. */
const REDDER = jobOf({
  sample: {
    ...NODE,
    plan: { ...NODE.plan, suite: `node --test ${JUNIT} ${SUITE}` },
    files: {
      ...NODE.files,
      [SUITE]: `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from '../src/greet.mjs';

test('waves', () => assert.equal(greet('x').at(-1), '!'));
test('is red', () => assert.equal(1, 2));
`,
    },
  },
  tests: SHOUT_TESTS,
  work: {
    files: {
      'src/greet.mjs': `export function greet(name, { shout = false } = {}) {
  return shout ? \`HELLO, \${name.toUpperCase()}!\` : \`Hello, \${name}\`;
}
`,
    },
  },
});

/**
 * In a database of its own with the same ids; how long commands took, what they printed, and in how
 * many sandboxes they ran aside: whether one is taken again depends on what waited in the kernel.
 */
async function verify({ sandboxes }: ProofWorld): Promise<string> {
  await using database = await testDatabase();
  let given = 0;
  const newId = () => {
    given += 1;
    return `00000000-0000-4000-8000-${String(given).padStart(12, '0')}`;
  };
  const { url } = database;
  await using world = await openProofWorld({ url, slots: 1, newId, sandboxes });
  const job = HONEST.find(({ name }) => name === 'a discount beside the suite')?.job;
  assert.ok(job);
  const { report } = await playJob(world, job);
  assert.ok(report?.runs.every(({ output, durationMs }) => output !== '' && durationMs > 0));
  return JSON.stringify(report, (key, value: unknown) => (ASIDE.has(key) ? undefined : value));
}

const ASIDE: ReadonlySet<string> = new Set(['durationMs', 'output', 'sandboxes']);

async function playAll(world: ProofWorld, corpus: Corpus): Promise<Told[]> {
  return await playCorpus(world, corpus, { lanes: LANES, onTold: () => undefined });
}

function namesOf(told: readonly Told[], problem: Told['problem']): string[] {
  return told
    .filter((one) => one.problem === problem)
    .map(({ name }) => name)
    .toSorted();
}

function wordsOf(told: readonly Told[]): string {
  return told.map(describeTold).join('\n');
}
