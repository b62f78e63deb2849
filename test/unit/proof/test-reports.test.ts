// The files in written/ are what reporters really wrote (surefire and gotestsum: in their form).
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { compareSuites, WHOLE_SUITE } from '../../../app/proof/output/compare-suites.ts';
import { parseJunit } from '../../../app/proof/output/junit.ts';
import { isTap, parseTap } from '../../../app/proof/output/tap.ts';
import {
  isFailing,
  type ReadReport,
  refine,
  type TestReport,
  type TestStatus,
} from '../../../app/proof/output/test-report.ts';
import { processorMs } from '../../support/processor-time.ts';
import { createRandom, type Random } from '../../support/random.ts';

const WRITTEN = join(import.meta.dirname, 'written');
const read = (name: string) => readFileSync(join(WRITTEN, name), 'utf8');
const parse = (name: string, text: string): ReadReport =>
  name.endsWith('.tap') ? parseTap(text) : parseJunit(text);
const statuses = (report: TestReport | undefined) =>
  report?.map(({ name, status }) => `${status} ${name}`);
const reasonOf = (text: string) => parseJunit(text).reason ?? '';

const SAID: Readonly<Record<string, readonly string[]>> = {
  'node24.xml': [
    'passed cart > adds & counts <two>',
    'failed cart > is &quot;cheap&quot;',
    'skipped cart > later',
    'failed throws',
  ],
  'node24.tap': [
    'passed cart > adds & counts <two>',
    'failed cart > is "cheap"',
    'skipped cart > later',
    'failed throws',
  ],
  'pytest.xml': [
    'passed py.test_a > test_adds',
    'failed py.test_a > test_cheap',
    'skipped py.test_a > test_later',
    'error py.test_a > test_error',
  ],
  'jest-junit.xml': ['passed cart adds', 'failed cart is cheap', 'skipped cart later'],
  'vitest.xml': [
    'passed vt/a.test.mjs > cart > adds',
    'failed vt/a.test.mjs > cart > is cheap',
    'skipped vt/a.test.mjs > cart > later',
  ],
  'vitest.tap': [
    'passed vt/a.test.mjs > cart > adds',
    'failed vt/a.test.mjs > cart > is cheap',
    'skipped vt/a.test.mjs > cart > later',
  ],
  'mocha-xunit.xml': ['passed cart > adds', 'skipped cart > later', 'failed cart > breaks'],
  'mocha.tap': ['passed cart adds', 'skipped cart later', 'failed cart breaks'],
  'ava.tap': ['skipped later', 'passed adds', 'failed breaks'],
  'tap.tap': ['passed cart > adds', 'failed cart > is cheap', 'skipped cart > later', 'skipped x'],
  'perl.tap': ['passed adds', 'failed is cheap', 'skipped (no name)'],
  'perl-skip.tap': [],
  'surefire.xml': [
    'passed shop.CartTest > adds',
    'failed shop.CartTest > isCheap',
    'error shop.CartTest > throwsUp',
    'skipped shop.CartTest > later',
  ],
  'gotestsum.xml': [
    'passed shop/cart > TestAdds',
    'failed shop/cart > TestCheap/in_euros',
    'skipped shop/cart > TestLater',
  ],
};

describe('reports', () => {
  it('are read as their reporters meant them', () => {
    assert.deepEqual(readdirSync(WRITTEN).sort(), Object.keys(SAID).sort());
    for (const [name, wanted] of Object.entries(SAID)) {
      assert.deepEqual(statuses(parse(name, read(name)).report), wanted, name);
    }
  });

  it('bring messages and times', () => {
    const [, cheap] = parseJunit(read('surefire.xml')).report ?? [];
    assert.equal(cheap?.message, 'expected: <2> but was: <1>');
    assert.equal(cheap?.durationMs, 1_002_500);
    const [adds, , , throws] = parseTap(read('node24.tap')).report ?? [];
    assert.equal(adds?.durationMs, 0.548656);
    assert.equal(throws?.message, 'no');
    assert.match(parseJunit(read('gotestsum.xml')).report?.[1]?.message ?? '', /^Failed$/);
  });
});

describe('JUnit XML', () => {
  const suite = (inner: string, sums = '') => `<testsuite name="s"${sums}>${inner}</testsuite>`;

  it('is refused with a document type: nothing is expanded and nothing is fetched', () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
    assert.match(reasonOf(`<?xml version="1.0"?>${laughs}${suite('&b;')}`), /document type/);
    const file = `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    assert.match(reasonOf(file + suite('<testcase name="&f;"/>')), /document type/);
    assert.match(reasonOf(suite('<testcase name="&f;"/>')), /entity of its own/);
    const twice = parseJunit(suite('<testcase name="&amp;lt;"/>'));
    assert.equal(twice.report?.[0]?.name, 's > &lt;', 'decoded once');
  });

  const BROKEN: readonly (readonly [string, RegExp])[] = [
    ['', /no element/],
    ['hello', /outside its root/],
    ['<html></html>', /no report/],
    ['<testsuite>', /not closed/],
    ['<testsuite></testsuites>', /closes nothing/],
    [`${suite('')}${suite('')}`, /two roots/],
    [suite('<testcase name="a" name="b"/>'), /twice/],
    [suite('<testcase name="a<b"/>'), /broken tag/],
    [suite('<testcase name="a & b"/>'), /bare &/],
    [suite('<testcase name="&#0;"/>'), /entity/],
    [suite('<testcase name="&#x110000;"/>'), /entity/],
    [suite('<testcase name="a"><failur/></testcase>'), /in a case is unknown/],
    [suite('<case name="a"/>'), /is unknown/],
    [suite('<![CDATA['), /missing/],
    [suite('<testcase name="a"/>', ' tests="2"'), /1 cases and says 2/],
    [suite('<testcase name="a"/>', ' tests="1" failures="1"'), /failures are missing/],
    [suite('<testcase name="a"/>', ' tests="many"'), /no number/],
  ];
  for (const [text, reason] of BROKEN) {
    it(`is refused: ${text.slice(0, 60)}`, () => {
      assert.equal(parseJunit(text).report, undefined);
      assert.match(reasonOf(text), reason);
    });
  }

  it('is refused when it is too deep, too long or has too many cases, and quickly', () => {
    const started = processorMs();
    assert.match(reasonOf('<testsuite>'.repeat(100_000)), /too deep/);
    assert.match(reasonOf(suite(' '.repeat(17 * 1024 * 1024))), /too large/);
    assert.match(reasonOf(suite('<testcase/>'.repeat(100_001))), /too many/);
    assert.match(reasonOf(`<testsuite ${'a="b" '.repeat(100_000)}`), /broken tag/);
    assert.ok(processorMs() - started < 10_000);
  });

  it('of a suite that could not be set up is an error', () => {
    const report = parseJunit(suite('<error message="no database"/>')).report;
    assert.deepEqual(report, [{ name: 's', status: 'error', message: 'no database' }]);
  });
});

describe('TAP', () => {
  const tap = (text: string) => statuses(parseTap(text).report);

  it('has todo, skip, escapes and bail out', () => {
    const text = '1..4\nok 1 - a \\# b\nnot ok 2 - c # TODO later\nok 3 - d # skip no net\nok\n';
    assert.deepEqual(tap(text), ['passed a # b', 'skipped c', 'skipped d', 'passed (no name)']);
    assert.deepEqual(tap('1..3\nok 1 - a\nBail out! no disk\n'), ['passed a', 'error Bail out']);
  });

  it('is refused when something of it is missing', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['ok 1 - a\n', /no plan/],
      ['1..2\nok 1 - a\n', /1 tests and plans 2/],
      ['1..1\n1..1\nok 1\n', /two plans/],
      ['1..1\nok 1\n  ---\n  a: b\n', /cut short/],
      ['    ok 1 - in\nok 1 - out\n1..1\n', /a plan is missing/],
      ['    ok 1 - in\n    1..1\n1..0\n', /no parent/],
      ['ok 1 - a\n1..1\n# fail 1\n', /failures are missing/],
      ['', /no plan/],
    ];
    for (const [text, reason] of cases) assert.match(parseTap(text).reason ?? '', reason, text);
    const deep = Array.from({ length: 200 }, (_, level) => `${' '.repeat(level * 4)}1..1`).join(
      '\n',
    );
    assert.match(parseTap(deep).reason ?? '', /too deep/);
    assert.match(parseTap(' '.repeat(17 * 1024 * 1024)).reason ?? '', /too large/);
  });

  it('is told from other output', () => {
    assert.equal(isTap(read('node24.tap')), true);
    assert.equal(isTap(read('perl-skip.tap')), false, 'a plan that skips all is no mark alone');
    assert.equal(isTap('building\nTAP version 13\n'), false);
    assert.equal(isTap('ok then\n'), false);
  });
});

describe('the exit code is the verdict', () => {
  const of = (...all: TestStatus[]): TestReport => all.map((status) => ({ name: status, status }));

  it('and a report only makes it worse', () => {
    assert.deepEqual(refine(0, undefined), { status: 'green' });
    assert.deepEqual(refine(0, of('passed', 'skipped')), { status: 'green' });
    assert.deepEqual(refine(0, of('passed', 'failed')), {
      status: 'red',
      why: 'failed in the report',
    });
    assert.deepEqual(refine(0, of('error')), { status: 'red', why: 'failed in the report' });
    assert.deepEqual(refine(0, of('skipped')), { status: 'red', why: 'no test ran' });
    assert.deepEqual(refine(0, []), { status: 'red', why: 'no test ran' });
    for (const report of [undefined, [], of('passed'), of('skipped'), of('failed')]) {
      assert.deepEqual(refine(1, report), { status: 'red', why: 'exit code' });
    }
  });

  it('so that no mutation throws or makes a failing report pass', () => {
    // Perl writes no sums: there a lost `not ` cannot be noticed by anyone.
    const names = Object.keys(SAID).filter((name) => !/^(?:perl|vitest\.tap)/.test(name));
    const random = createRandom(9);
    const seen = { refused: 0, failing: 0 };
    for (let round = 0; round < 5_000; round += 1) {
      const name = names[round % names.length] ?? '';
      const text = mutated(read(name), random);
      const { report, reason } = parse(name, text);
      if (report === undefined) {
        assert.notEqual(reason, '');
        seen.refused += 1;
      } else {
        assert.ok(report.some(isFailing), `${name}, round ${round}`);
        assert.equal(refine(0, report).status, 'red');
        seen.failing += 1;
      }
    }
    assert.ok(seen.refused > 500 && seen.failing > 500, JSON.stringify(seen));
  });
});

/** One to three cuts, copies, moves or wrong characters. */
function mutated(text: string, { below, pick }: Random): string {
  const pieces = ['<', '>', '"', '&', ' ', 'x', '\n', '0', '/', '#', 'ok ', '</testcase>', '1..'];
  let result = text;
  for (let times = below(3) + 1; times > 0; times -= 1) {
    const at = below(result.length);
    const end = at + below(below(4) === 0 ? 400 : 12);
    const [before, middle, after] = [result.slice(0, at), result.slice(at, end), result.slice(end)];
    const piece = pick(pieces);
    const choices = [before + after, before + middle + middle + after, before + piece + after];
    result = pick([...choices, before + piece + middle + after, before]);
  }
  return result;
}

describe('the existing suite on base and head', () => {
  const run = (exitCode: number, tests?: Readonly<Record<string, TestStatus>>) => ({
    exitCode,
    tests: tests && Object.entries(tests).map(([name, status]) => ({ name, status })),
  });

  it('is compared test by test', () => {
    const base = run(1, {
      a: 'passed',
      b: 'failed',
      c: 'passed',
      d: 'passed',
      e: 'skipped',
      f: 'error',
    });
    const head = run(1, {
      a: 'failed',
      b: 'passed',
      c: 'skipped',
      e: 'failed',
      f: 'failed',
      g: 'error',
      h: 'passed',
    });
    assert.deepEqual(compareSuites(base, head), {
      by: 'tests',
      newlyFailing: ['a', 'e', 'g'],
      newlyPassing: ['b'],
      disappeared: ['d'],
      added: ['g', 'h'],
      newlySkipped: ['c'],
    });
  });

  it('is compared by exit codes where a report is missing', () => {
    const none = { by: 'exit codes', disappeared: [], added: [], newlySkipped: [] };
    const red = { ...none, newlyFailing: [WHOLE_SUITE], newlyPassing: [] };
    assert.deepEqual(compareSuites(run(0), run(1)), red);
    const lost = compareSuites(run(0, { a: 'passed' }), run(1));
    assert.deepEqual(lost, { ...red, disappeared: ['a'] }, 'what has no report names no test');
    assert.deepEqual(compareSuites(run(1), run(0)).newlyPassing, [WHOLE_SUITE]);
    assert.deepEqual(compareSuites(run(1), run(1)).newlyFailing, []);
  });

  it('is newly failing by its exit code also when no test says so', () => {
    const tests = { a: 'passed' } as const;
    assert.deepEqual(compareSuites(run(0, tests), run(1, tests)).newlyFailing, [WHOLE_SUITE]);
  });

  it('tells tests of one name apart by their order', () => {
    const twice = (first: TestStatus, second: TestStatus) => ({
      exitCode: 0,
      tests: [first, second].map((status) => ({ name: 'a', status })),
    });
    const found = compareSuites(twice('passed', 'passed'), twice('passed', 'failed'));
    assert.deepEqual(found.newlyFailing, ['a (2)']);
  });
});
