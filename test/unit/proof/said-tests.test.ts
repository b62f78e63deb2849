// Tests that a suite without a report named on the base and does not name on the head.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareSuites } from '../../../app/proof/output/compare-suites.ts';
import { unsaidTests } from '../../../app/proof/output/said-tests.ts';

const SUMS = (count: number) => `ℹ tests ${count}\nℹ pass ${count}\nℹ fail 0\nℹ cancelled 0\n`;

describe('tests that a suite does not name any more', () => {
  it('are found by what runners print of each that passed', () => {
    const pairs: readonly (readonly [base: string, head: string])[] = [
      [`✔ greets (1.5ms)\n${SUMS(1)}`, `✔ test/greet.test.mjs (80ms)\n${SUMS(1)}`],
      ['    ✓ greets (3 ms)\n', '    ✓ other\n'],
      ['--- PASS: greets (0.00s)\n', 'ok\n'],
      ['test greets ... ok\n', ''],
      ['a.py::greets PASSED [ 50%]\n', 'a.py::b PASSED [100%]\n'],
    ];
    for (const [base, head] of pairs) {
      const [found = ''] = unsaidTests(base, head);
      assert.match(found, /greets$/);
    }
  });

  it('are counted where they have no names', () => {
    const ran = (count: number) => `..\nRan ${count} tests in 0.001s\n\nOK\n`;
    assert.deepEqual(unsaidTests(ran(3), ran(2)), ['(1 of 3 tests)']);
    assert.deepEqual(unsaidTests(ran(3), ''), ['(3 of 3 tests)']);
    assert.deepEqual(unsaidTests(ran(3), ran(4)), []);
  });

  it('are none where only times and colours differ, or where output may be cut', () => {
    const base = '✔ greets (1.5ms)\n✓ src/a.test.ts (3 tests) 5ms\n';
    const head = '\u001b[32m✔ greets (80ms)\u001b[0m\n✓ src/a.test.ts (4 tests) 19ms\n';
    assert.deepEqual(unsaidTests(base, head), []);
    assert.deepEqual(unsaidTests(`✔ greets\n${'x'.repeat(300_000)}`, ''), []);
    assert.deepEqual(unsaidTests('all is well\n', 'all is well\n'), []);
  });

  it('are lost in the comparison of the suites', () => {
    const base = { exitCode: 0, output: '✔ a (1ms)\n✔ b (1ms)\n' };
    const found = compareSuites(base, { exitCode: 0, output: '✔ a (2ms)\n' });
    assert.deepEqual([found.disappeared, found.newlyFailing], [['b'], []]);
  });
});
