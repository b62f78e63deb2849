// The same failure comes back until no attempt is left; a person asks for a deep fix, is told
// its price, and says yes or no to it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { planOf } from '../proof-corpus/samples.ts';
import { author, implementer, scriptOf } from '../proof-corpus/script.ts';
import { testDatabase } from '../support/database.ts';
import { type ProofJob, playJob } from '../support/proof-world/play.ts';
import { openProofWorld, type ProofWorld } from '../support/proof-world/world.ts';

const FIRST_AND_THREE_ALIKE = 4;
const TESTS = author(
  'script',
  [2, 21].map((number) => ({
    title: `doubles ${number}`,
    withheld: number === 21,
    text: `import assert from 'node:assert/strict';
import { double } from '../../src/double.mjs';

assert.equal(double(${number}), ${number * 2});
`,
  })),
);
const WRONG = implementer({});
const RIGHT = implementer({
  files: { 'src/double.mjs': 'export function double(number) {\n  return number * 2;\n}\n' },
});

/** `said` is commented one after the other; `shown` is what stood on the pull request each time. */
function jobOf(said: readonly string[], shown: string[]): ProofJob {
  const wrong = Array.from({ length: FIRST_AND_THREE_ALIKE }, () => WRONG);
  return {
    files: { 'src/double.mjs': 'export function double() {}\n' },
    plan: planOf({
      goal: 'double() doubles.',
      criteria: [{ text: 'double(number) returns twice the number' }],
      paths: ['src/double.mjs'],
    }),
    script: scriptOf(TESTS, ...wrong, RIGHT),
    attempts: FIRST_AND_THREE_ALIKE,
    tierClasses: ['L1', 'L2', 'L3'],
    comment: (page) => said[shown.push(page) - 1],
  };
}

describe('a deep fix', { concurrency: 2 }, () => {
  let world: ProofWorld;
  const owned = new AsyncDisposableStack();

  before(async () => {
    const { url } = owned.use(await testDatabase());
    world = owned.use(await openProofWorld({ url, slots: 2 }));
  });
  after(async () => await owned.disposeAsync());

  test('is offered at a price, and delivers with the strongest class after a yes', async () => {
    const shown: string[] = [];
    const played = await playJob(world, jobOf(['/deep-fix', '/deep-fix yes'], shown));
    assert.equal(played.state, 'DELIVERED', played.detail);
    const [stuck = '', offered = '', ...more] = shown;
    assert.deepEqual(more, []);
    assert.match(stuck, /same failure came three times[^]*`\/deep-fix` asks what/);
    assert.doesNotMatch(stuck, /`\/deep-fix yes`/);
    assert.match(offered, /estimated at \$1\.00 \(this installation has no monthly balance\)/);
    assert.match(offered, /`\/deep-fix yes` starts it/);
    assert.deepEqual(
      played.report?.attempts.map(({ kind, modelClass, status }) => [kind, modelClass, status]),
      [
        ['implement', 'L1', 'red'],
        ...Array.from({ length: 3 }, () => ['self_heal', 'L1', 'red']),
        ['deep_fix', 'L3', 'green'],
      ],
    );
  });

  test('that is declined stops the job, and nothing more is tried', async () => {
    const shown: string[] = [];
    const played = await playJob(world, jobOf(['/deep-fix', '/deep-fix no'], shown));
    const { record, attempts } = await world.store.transaction(async (records) => ({
      record: await records.jobs.find(played.jobId),
      attempts: await records.attempts.ofJob(played.jobId),
    }));
    assert.deepEqual([played.state, record?.job.failureReason], ['FAILED', 'USER_CANCELLED']);
    assert.equal(played.detail, 'The deep fix was declined.');
    assert.match(shown[1] ?? '', /`\/deep-fix no` stops the job/);
    assert.equal(attempts.length, FIRST_AND_THREE_ALIKE);
  });
});
