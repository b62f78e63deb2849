// The repository's own tests as on the base, on the head's code, through the whole product: a weakened
// test is found by name, an announced change is proven, and a change of code alone costs no further run.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { reservationsOf } from '../../app/proof/headline.ts';
import { OLD_SUITE } from '../../app/proof/old-suite/judge-old-suite.ts';
import {
  besideOldTests,
  COUNTS_CENTS,
  cartTests,
  GREETS_OTHERWISE,
} from '../proof-corpus/honest/old-tests.ts';
import { pythonTest } from '../proof-corpus/texts.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { playJob } from '../support/proof-world/play.ts';
import { openProofWorld } from '../support/proof-world/world.ts';

const postgres = await ownPostgres();
const world = await openProofWorld({ url: postgres.url, slots: 1 });
after(async () => {
  await world[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

describe('the tests of the base on the new code', () => {
  it('name the one of 900 that was weakened, in three lines', async () => {
    const { job } = besideOldTests({
      ...COUNTS_CENTS,
      name: 'a weakened test',
      base: {
        ...COUNTS_CENTS.base,
        'tests/test_more.py': cartTests(430, 3).replace('total([1, 2]), 3)', 'total([]), 0)'),
      },
      suite: `${COUNTS_CENTS.suite} tests.test_more`,
      work: {
        files: {
          ...COUNTS_CENTS.work.files,
          'tests/test_cart.py': cartTests(20, 3).replace(
            'assertEqual(total([1, 2]), 3)',
            'assertIsNotNone(total([1, 2]))',
          ),
        },
      },
    });
    const { report, runs, shown } = await playJob(world, job);
    assert.equal(report?.headline, 'Proven with reservations');
    assert.deepEqual(report.oldSuite?.failing, ['test_sum (tests.test_cart.Total0.test_sum)']);
    assert.equal(report.oldSuite.by, 'tests');
    assert.deepEqual(
      reservationsOf(report).map(({ kind }) => kind),
      ['test-changed', 'old-suite'],
    );
    assert.equal(runs.filter(({ hunk }) => hunk === OLD_SUITE).length, 2);
    assert.match(shown, /test_sum/);
  });

  it('do not ask for a person where the plan announced the change', async () => {
    const { job } = besideOldTests({
      ...GREETS_OTHERWISE,
      name: 'an announced change',
      changedTests: [{ path: 'test/greet.test.mjs', reason: 'it expects Hello' }],
    });
    const { report, shown, runs } = await playJob(world, job);
    assert.equal(report?.headline, 'Proven');
    assert.deepEqual(report.oldSuite?.announced, ['test/greet.test.mjs']);
    assert.match(shown, /Changed as the approved plan announced: .*greet\.test\.mjs/);
    assert.equal(runs.filter(({ hunk }) => hunk === OLD_SUITE).length, 0);
  });

  it('are run once where no test was changed', async () => {
    const { job } = besideOldTests({
      ...COUNTS_CENTS,
      name: 'code alone',
      work: {
        files: {
          'shop/cart.py': `def total(prices, cents=False):
    return sum(prices) * (100 if cents else 1)
`,
        },
      },
      text: 'total(prices, cents=True) is in cents',
      tests: [
        pythonTest('self.assertEqual(total([1, 2], cents=True), 300)'),
        pythonTest('self.assertEqual(total([5], cents=True), 500)'),
      ],
    });
    const { report, runs } = await playJob(world, job);
    assert.equal(report?.headline, 'Proven');
    assert.equal(report.oldSuite, undefined);
    const suites = runs.filter(({ caseId, tree }) => caseId === undefined && tree !== 'hunk');
    assert.deepEqual(suites.map(({ tree }) => tree).sort(), ['base', 'head']);
    assert.equal(runs.filter(({ hunk }) => hunk === OLD_SUITE).length, 0);
  });
});
