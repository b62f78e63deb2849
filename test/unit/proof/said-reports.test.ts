// Tests by name from what runners print, and the comparison by them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareSuites, WHOLE_SUITE } from '../../../app/proof/output/compare-suites.ts';
import { saidTests } from '../../../app/proof/output/said-tests.ts';

const NAMED: Readonly<Record<string, readonly [output: string, tests: readonly string[]]>> = {
  'unittest -v': [
    `test_adds (tests.test_a.Total.test_adds) ... ok
test_doc (tests.test_a.Total.test_doc)
What it is about ... ok
test_loud (tests.test_a.Total.test_loud) ... said on the way
ok
test_no (tests.test_a.Total.test_no) ... FAIL
test_later (tests.test_a.Total.test_later) ... skipped 'not yet'
tests.test_b (unittest.loader._FailedTest.tests.test_b) ... ERROR

======================================================================
FAIL: test_no (tests.test_a.Total.test_no)
----------------------------------------------------------------------
Ran 6 tests in 0.001s

FAILED (failures=1, errors=1, skipped=1)
`,
    [
      'passed test_adds (tests.test_a.Total.test_adds)',
      'passed test_doc (tests.test_a.Total.test_doc)',
      'passed test_loud (tests.test_a.Total.test_loud)',
      'failed test_no (tests.test_a.Total.test_no)',
      'skipped test_later (tests.test_a.Total.test_later)',
      'failed tests.test_b (cannot be loaded)',
    ],
  ],
  'pytest -v': [
    `tests/test_a.py::Total::test_adds PASSED                                 [ 33%]
tests/test_a.py::test_of[a b] FAILED                                     [ 66%]
tests/test_a.py::test_later SKIPPED (not yet)                            [100%]
=========================== short test summary info ============================
FAILED tests/test_a.py::test_of[a b] - assert 1 == 2
==================== 1 failed, 1 passed, 1 skipped in 0.02s ====================
`,
    [
      'passed tests/test_a.py::Total::test_adds',
      'failed tests/test_a.py::test_of[a b]',
      'skipped tests/test_a.py::test_later',
    ],
  ],
  'pytest -rA': [
    `..                                                                       [100%]
=========================== short test summary info ============================
PASSED tests/test_a.py::test_adds
ERROR tests/test_a.py::test_of - RuntimeError: no
============================== 1 passed, 1 error in 0.01s ======================
`,
    ['passed tests/test_a.py::test_adds', 'error tests/test_a.py::test_of'],
  ],
  'node:test': [
    `▶ total
  ✔ adds (0.5ms)
  ▶ inner
    ✖ refuses (0.3ms)
  ✖ inner (1ms)
✖ total (2.1ms)
﹣ later (0.1ms) # SKIP
✔ greets (0.4ms)
ℹ tests 4
ℹ suites 2
ℹ pass 2
ℹ fail 1
ℹ cancelled 0
ℹ skipped 1

✖ failing tests:

test at test/a.test.mjs:5:3
✖ refuses (0.3ms)
`,
    ['passed total > adds', 'failed total > inner > refuses', 'skipped later', 'passed greets'],
  ],
  'go test -v': [
    `=== RUN   TestAdds
--- PASS: TestAdds (0.00s)
=== RUN   TestNo
    a_test.go:5: no
--- FAIL: TestNo (0.00s)
FAIL
FAIL\texample.com/a\t0.002s
=== RUN   TestAdds
--- PASS: TestAdds (0.00s)
PASS
ok  \texample.com/b\t0.002s
`,
    [
      'passed example.com/a > TestAdds',
      'failed example.com/a > TestNo',
      'passed example.com/b > TestAdds',
    ],
  ],
  'cargo test': [
    `running 3 tests
test tests::adds ... ok
test tests::later ... ignored
test tests::no ... FAILED

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out
`,
    ['passed tests::adds', 'skipped tests::later', 'failed tests::no'],
  ],
  'minitest -v': [
    `TotalTest#test_adds = 0.00 s = .
TotalTest#test_no = 0.00 s = F
TotalTest#test_later = 0.00 s = S

3 runs, 2 assertions, 1 failures, 0 errors, 1 skips
`,
    ['passed TotalTest#test_adds', 'failed TotalTest#test_no', 'skipped TotalTest#test_later'],
  ],
  'phpunit --testdox': [
    `Cart (Tests\\Cart)
 ✔ Adds up
 ✘ Refuses nothing
   │
   │ Failed asserting that 1 is 2.
 ↩ Later

Tests: 3, Assertions: 2, Failures: 1, Skipped: 1.
`,
    [
      'passed Cart (Tests\\Cart) > Adds up',
      'failed Cart (Tests\\Cart) > Refuses nothing',
      'skipped Cart (Tests\\Cart) > Later',
    ],
  ],
};

describe('the tests that a runner names', () => {
  for (const [name, [output, tests]] of Object.entries(NAMED)) {
    it(`are read from ${name}`, () => {
      const said = saidTests(output).report?.map((one) => `${one.status} ${one.name}`);
      assert.deepEqual(said, tests);
    });
  }

  it('are not all where fewer are named than were counted', () => {
    const quiet = '.F\nFAIL: test_no (tests.test_a.T.test_no)\nRan 2 tests in 0.1s\n';
    const { report, failing } = saidTests(quiet);
    assert.deepEqual([report, failing], [undefined, ['test_no (tests.test_a.T.test_no)']]);
  });

  it('are named by surefire where they failed', () => {
    const lines = [
      '[ERROR] com.acme.CartTest.adds -- Time elapsed: 0.012 s <<< FAILURE!',
      '[ERROR] refuses(com.acme.CartTest)  Time elapsed: 0.004 s  <<< ERROR!',
    ];
    const named = ['com.acme.CartTest.adds', 'com.acme.CartTest.refuses'];
    assert.deepEqual(saidTests(lines.join('\n')).failing, named);
  });
});

describe('a suite without a report', () => {
  const ran = (lines: readonly string[], exitCode = 0) => ({
    exitCode,
    output: `${lines.join('\n')}\nRan ${lines.length} tests in 0.1s\n\n`,
  });
  const line = (name: string, end: string) =>
    `test_${name} (tests.test_a.T.test_${name}) ... ${end}`;
  const named = (name: string) => `test_${name} (tests.test_a.T.test_${name})`;

  it('is compared test by test where both runs name their tests', () => {
    const shared = line('e', 'ok');
    const base = ran(
      [line('a', 'ok'), line('b', 'FAIL'), line('c', 'ok'), line('d', 'ok'), shared],
      1,
    );
    const head = ran([line('a', 'FAIL'), line('b', 'FAIL'), line('c', "skipped 'x'"), shared], 1);
    assert.deepEqual(compareSuites(base, head), {
      by: 'tests',
      newlyFailing: [named('a')],
      newlyPassing: [],
      disappeared: [named('d')],
      added: [],
      newlySkipped: [named('c')],
    });
  });

  it('names what fails now where nothing failed before', () => {
    const quiet = { exitCode: 0, output: '..\nRan 2 tests in 0.1s\n\nOK\n' };
    const red = { exitCode: 1, output: `.F\nFAIL: ${named('a')}\nRan 2 tests in 0.1s\n` };
    assert.deepEqual(compareSuites(quiet, red).newlyFailing, [named('a')]);
    assert.deepEqual(compareSuites(red, red).newlyFailing, []);
    assert.deepEqual(compareSuites(quiet, { exitCode: 1, output: '' }).newlyFailing, [WHOLE_SUITE]);
  });

  it('loses no test that it names as failing', () => {
    const base = ran([line('a', 'ok'), line('b', 'ok')]);
    const head = { exitCode: 1, output: `FAIL: ${named('a')}\nRan 2 tests in 0.1s\n` };
    assert.deepEqual(compareSuites(base, head).disappeared, [named('b')]);
  });
});
