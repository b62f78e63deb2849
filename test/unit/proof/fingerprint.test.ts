import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { failureFingerprint, normaliseLine } from '../../../app/proof/fingerprint.ts';
import { firstErrorLine } from '../../../app/proof/output/first-error.ts';
import * as outputs from '../job/outputs.ts';
import { MONDAY, type Run, TUESDAY } from '../job/outputs.ts';

const RUNNERS: Record<string, (run: Run) => string> = {
  'node:test, spec': outputs.nodeSpec,
  'node:test, TAP': outputs.nodeTap,
  'a module that cannot be loaded': outputs.nodeLoad,
  pytest: outputs.pytest,
  'go test': outputs.goTest,
  'go test with a panic': outputs.goPanic,
  'cargo test': outputs.cargoTest,
};

describe('the fingerprint of a failure', () => {
  for (const [name, output] of Object.entries(RUNNERS)) {
    test(`${name}: two runs of the same code are identical`, () => {
      assert.notEqual(output(MONDAY), output(TUESDAY), 'the outputs do differ');
      assert.equal(of(output(MONDAY)), of(output(TUESDAY)));
    });
  }

  for (const [name, one, other] of [
    [
      'node:test',
      outputs.nodeSpec(MONDAY),
      outputs.nodeSpec(MONDAY, 'Missing expected exception.'),
    ],
    ['pytest', outputs.pytest(MONDAY), outputs.pytest(MONDAY, 'assert 95 == 100')],
    ['go test', outputs.goTest(MONDAY), outputs.goTest(MONDAY, 'Total() = 95; want 100')],
    ['go test', outputs.goTest(MONDAY), outputs.goPanic(MONDAY)],
  ] as const) {
    test(`${name}: another error of the same case is another failure`, () => {
      assert.notEqual(of(one), of(other));
    });
  }

  test('it is the set of cases that counts, not their order or number of mentions', () => {
    const one = { id: 'T1', output: outputs.pytest(MONDAY) };
    const two = { id: 'T2', output: outputs.goTest(MONDAY) };
    const both = failureFingerprint([one, two]);
    assert.equal(failureFingerprint([two, one]), both);
    assert.equal(failureFingerprint([two, one, two]), both);
    assert.notEqual(failureFingerprint([one]), both);
    assert.notEqual(failureFingerprint([{ ...one, id: 'T3' }, two]), both);
  });

  test('which case failed with which error counts', () => {
    const swap = (first: string, second: string) =>
      failureFingerprint([
        { id: 'T1', output: first },
        { id: 'T2', output: second },
      ]);
    assert.notEqual(swap('Error: a', 'Error: b'), swap('Error: b', 'Error: a'));
  });

  test('it is a sha256 in hex, also of nothing', () => {
    for (const cases of [[], [{ id: 'T1', output: '' }]]) {
      assert.match(failureFingerprint(cases), /^[0-9a-f]{64}$/);
    }
  });

  test('an id cannot pass for another id and line', () => {
    const one = failureFingerprint([{ id: 'T1","Error: x', output: '' }]);
    assert.notEqual(one, failureFingerprint([{ id: 'T1', output: 'Error: x' }]));
  });

  test('hostile output costs no time to speak of', () => {
    const hostile = ['a/', 'a.', '1.', '::', '0a', '-aA', '1h', ' ', '\u001b[', 'Error.', '/', '[:']
      .map((part) => part.repeat(400_000 / part.length))
      .concat(Array.from({ length: 500 }, () => `${'x.'.repeat(500)}\n`).join(''));
    const begin = process.cpuUsage().user;
    for (const output of hostile) of(output);
    assert.ok(process.cpuUsage().user - begin < 10_000_000, 'less than ten seconds of one core');
  });
});

describe('the first line that says what went wrong', () => {
  for (const [name, output, line] of [
    [
      'node:test',
      outputs.nodeSpec(MONDAY),
      'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
    ],
    ['TAP', outputs.nodeTap(MONDAY), 'connect ECONNREFUSED 127.0.0.1:43817'],
    ['TAP on one line', "  error: 'boom'", 'boom'],
    ['pytest', outputs.pytest(MONDAY), 'assert 90 == 100'],
    ['go test', outputs.goTest(MONDAY), 'cart_test.go:12: Total() = 90; want 100'],
    ['cargo test', outputs.cargoTest(MONDAY), 'assertion `left == right` failed'],
    [
      'Rust compiler',
      'warning: x\nerror[E0425]: cannot find value `y`',
      'error[E0425]: cannot find value `y`',
    ],
    [
      'unittest',
      'FAIL: test_a\nTraceback (most recent call last):\nAssertionError: 90 != 100',
      'AssertionError: 90 != 100',
    ],
    [
      'JUnit',
      'org.opentest4j.AssertionFailedError: expected: <100>',
      'org.opentest4j.AssertionFailedError: expected: <100>',
    ],
    [
      'Jest',
      '● cart › total\n\n    expect(received).toBe(expected)',
      'expect(received).toBe(expected)',
    ],
    [
      'PHPUnit',
      '1) CartTest::testTotal\nFailed asserting that 90 matches 100.',
      'Failed asserting that 90 matches 100.',
    ],
    [
      'RSpec',
      '  1) Cart\n     Failure/Error: expect(x).to eq 1',
      'Failure/Error: expect(x).to eq 1',
    ],
    [
      'colours',
      '\u001b[31mTypeError: x is not a function\u001b[39m',
      'TypeError: x is not a function',
    ],
    [
      'a shell',
      'building\nmake: *** [Makefile:3: all] Error 2',
      'make: *** [Makefile:3: all] Error 2',
    ],
    ['words only', 'hello\nsomething could not be done', 'something could not be done'],
    ['nothing that looks like an error', '\n  hello\nworld', 'hello'],
    ['Windows line ends', 'x\r\nTypeError: y\r\n', 'TypeError: y'],
    ['silence', '', ''],
  ] as const) {
    test(`of ${name}`, () => {
      assert.equal(firstErrorLine(output), line);
    });
  }
});

describe('what is taken out of a line', () => {
  for (const [line, normal] of [
    ["ENOENT: no such file, open '/tmp/a1/config.json'", "ENOENT: no such file, open '<path>'"],
    ["Cannot find module './src/add.js'", "Cannot find module '<path>'"],
    ['at src/cart/total.ts:12:7 in total', 'at <path> in total'],
    ['cart_test.go:9: got 3, want 4', '<path>: got 3, want 4'],
    ['C:\\work\\shop\\cart.js:3:1 failed', '<path> failed'],
    ['see file:///home/me/x.js for more', 'see <path> for more'],
    ['GET http://localhost:3000/users → 500', 'GET <address> → 500'],
    ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED <address>'],
    ['address already in use :::3000', 'address already in use <address>'],
    ['listen EADDRINUSE [2001:db8::1]:80', 'listen EADDRINUSE <address>'],
    ['2026-11-16 02:19:13,402 ERROR boom', '<time> ERROR boom'],
    ['02:19:13 boom', '<time> boom'],
    ['timed out after 5000ms', 'timed out after <duration>'],
    ['took 1m 30s, limit 1.5 seconds', 'took <duration>, limit <duration>'],
    ['<Cart object at 0x7f3a1c0d2e80>', '<Cart object at <hex>>'],
    ['commit 4f2b1ac9d01e not found', 'commit <hex> not found'],
    ['id c2a4dcf4-3f1e-4f8c-9f0a-5b2f5f0d3e11 unknown', 'id <id> unknown'],
    ['3 of 12 tests failed', '<n> tests failed'],
    ['1 subtest failed', '<n> subtest failed'],
    ['Failures: 3, errors=2', 'Failures: <n>, errors=<n>'],
    ['server on port 43817 (pid 8123)', 'server on port <n> (pid <n>)'],
    ['File "<path>", line 12', 'File "<path>", line <n>'],
    ['dir redgreen-k3Xa9Q is gone', 'dir redgreen-<temp> is gone'],
    ['tmpab12cd34 is gone', '<temp> is gone'],
    ['at 1763259553402', 'at <n>'],
    ['expected   90\tto equal 100', 'expected 90 to equal 100'],
    ['and/or 1/2 of application/json', 'and/or 1/2 of application/json'],
    ['assert 3 == 4', 'assert 3 == 4'],
    ['expected "decade" or "facade"', 'expected "decade" or "facade"'],
  ] as const) {
    test(line, () => {
      assert.equal(normaliseLine(line), normal);
    });
  }

  test('a line of any length becomes a short one', () => {
    assert.ok(normaliseLine('word '.repeat(100_000)).length <= 300);
  });
});

function of(output: string): string {
  return failureFingerprint([{ id: 'T1', output }]);
}
