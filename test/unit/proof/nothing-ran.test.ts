// The files in nothing-ran/ are what the runners really printed (their last line is the exit code);
// the texts below are of runners that were not at hand, in the form their own sources give.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isNothingRan } from '../../../app/proof/output/nothing-ran.ts';
import { processorMs } from '../../support/processor-time.ts';

const CAPTURED = join(import.meta.dirname, 'nothing-ran');

const NOTHING: Readonly<Record<string, string>> = {
  'go, no match':
    'testing: warning: no tests to run\nPASS\nok  \tshop/cart\t0.002s [no tests to run]\n',
  'go, no files': '?   \tshop\t[no test files]\n?   \tshop/cart\t[no test files]\n',
  'go -v, all skipped':
    '=== RUN   TestA\n    a_test.go:3: later\n--- SKIP: TestA (0.00s)\nPASS\nok  \tshop\t0.002s\n',
  rspec:
    'No examples found.\n\nFinished in 0.0003 seconds (files took 0.05 seconds to load)\n0 examples, 0 failures\n',
  'rspec, all pending': 'Finished in 0.01 seconds\n2 examples, 0 failures, 2 pending\n',
  minitest:
    'Finished in 0.0009s, 0.0000 runs/s, 0.0000 assertions/s.\n\n0 runs, 0 assertions, 0 failures, 0 errors, 0 skips\n',
  'minitest, all skipped': '1 runs, 0 assertions, 0 failures, 0 errors, 1 skips\n',
  phpunit: 'PHPUnit 11.5.3 by Sebastian Bergmann and contributors.\n\nNo tests executed!\n',
  'phpunit, all skipped':
    'OK, but some tests were skipped!\nTests: 2, Assertions: 0, Skipped: 2.\n',
  pest: '\n   INFO  No tests found.\n\n',
  'pest, all skipped': '  Tests:    1 skipped (0 assertions)\n  Duration: 0.01s\n',
  'maven, no tests':
    '[INFO] --- surefire:3.5.2:test (default-test) @ shop ---\n[INFO] No tests to run.\n[INFO] BUILD SUCCESS\n',
  'maven, none selected':
    '[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n',
  'maven, all skipped':
    '[WARNING] Tests run: 2, Failures: 0, Errors: 0, Skipped: 2, Time elapsed: 0.01 s\n[WARNING] Tests run: 2, Failures: 0, Errors: 0, Skipped: 2\n',
  gradle: '> Task :compileTestJava NO-SOURCE\n> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s\n',
  bun: 'bun test v1.2.0\n\n 0 pass\n 0 fail\nRan 0 tests across 1 files. [5.00ms]\n',
  'unittest of Python 3.12': 'Ran 0 tests in 0.000s\n\nNO TESTS RAN\n',
};

const SOMETHING: Readonly<Record<string, string>> = {
  'go, one package of many':
    'ok  \tshop/a\t0.002s [no tests to run]\nok  \tshop/b\t0.003s\n?   \tshop/c\t[no test files]\n',
  'go, cached': 'ok  \tshop/a\t(cached)\n',
  'go -v': '=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\nok  \tshop\t0.002s\n',
  rspec: '3 examples, 0 failures, 1 pending\n',
  minitest: '4 runs, 9 assertions, 0 failures, 0 errors, 1 skips\n',
  phpunit: 'OK (3 tests, 5 assertions)\n',
  'phpunit, some skipped': 'Tests: 3, Assertions: 2, Skipped: 1.\n',
  pest: '  Tests:    2 passed (3 assertions)\n',
  maven:
    '[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0 -- in A\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1\n',
  'gradle, a module of many': '> Task :a:test NO-SOURCE\n> Task :b:test\n',
  'gradle, done before': '> Task :test UP-TO-DATE\n',
  bun: ' 2 pass\n 0 fail\nRan 2 tests across 1 files. [5.00ms]\n',
  'two runners, one of which ran': 'No tests found, exiting with code 0\n1 passed in 0.01s\n',
  'no runner at all': 'all good\n',
  'an empty output': '',
  'words about tests': 'there are 0 tests here\nno tests, no problem\n',
};

describe('a run that executed no test', () => {
  it('is known by what node:test, Jest, Vitest, Mocha, AVA, tap, pytest, unittest, cargo and prove print', async () => {
    const files = await readdir(CAPTURED);
    assert.ok(files.length > 25);
    const wrong: string[] = [];
    for (const file of files) {
      const text = await readFile(join(CAPTURED, file), 'utf8');
      const output = text.slice(0, text.lastIndexOf('exit '));
      if (isNothingRan(output) === file.endsWith('-ok.txt')) wrong.push(file);
    }
    assert.deepEqual(wrong, []);
  });

  for (const [name, output] of Object.entries(NOTHING)) {
    it(`is known: ${name}`, () => assert.equal(isNothingRan(output), true));
  }

  for (const [name, output] of Object.entries(SOMETHING)) {
    it(`is not seen where there is none: ${name}`, () => assert.equal(isNothingRan(output), false));
  }

  it('is read in linear time from hostile output', () => {
    const started = processorMs();
    isNothingRan(
      `Tests: ${'1 '.repeat(300_000)}\n${'> Task :a'.repeat(40_000)}\n${'= '.repeat(99_999)}`,
    );
    isNothingRan(`${'\n'.repeat(9_000)}x\nTests${' '.repeat(900_000)}x`);
    isNothingRan(
      `Tests run: 0, Failures: 0\n${'Tests run: '.repeat(50_000)}\n${'Tests: x Skipped:'.repeat(9_000)}`,
    );
    assert.ok(processorMs() - started < 10_000);
  });
});
