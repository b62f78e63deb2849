// The repository's own tests as on the base, on the head's code: which of them no longer pass, what
// the plan announced, and what a person is told of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProofRun } from '../../../app/proof/case.ts';
import { gate } from '../../../app/proof/gate.ts';
import { announcedOutside, withAnnounced } from '../../../app/proof/old-suite/announced.ts';
import {
  judgeOldSuite,
  OLD_SUITE,
  type OldSuiteFacts,
} from '../../../app/proof/old-suite/judge-old-suite.ts';
import { materialBy } from '../../../app/proof/old-suite/material.ts';
import { oldSuiteText } from '../../../app/proof/old-suite/words.ts';
import type { SuiteComparison } from '../../../app/proof/output/compare-suites.ts';
import { lostTests } from '../../../app/proof/suite.ts';
import type { TamperFinding } from '../../../app/proof/tamper/finding.ts';
import { findTampering } from '../../../app/proof/tamper/tamper.ts';
import { toldTampering } from '../../../app/proof/tamper/told.ts';
import { cartTests } from '../../proof-corpus/honest/old-tests.ts';
import { treesOf } from '../../support/syntax.ts';
import { file } from './samples.ts';

type Tests = Record<string, 'ok' | 'FAIL' | 'skipped'>;

const named = (name: string) => `test_${name} (tests.test_${name[0]}.T.test_${name})`;

function suiteRun(tests: Tests, where: Partial<ProofRun & { hunk: string }> = {}): ProofRun {
  const lines = Object.entries(tests).map(
    ([name, end]) => `${named(name)} ... ${end === 'skipped' ? "skipped 'x'" : end}`,
  );
  return {
    tree: 'base',
    runNumber: 1,
    durationMs: 1,
    exitCode: Object.values(tests).includes('FAIL') ? 1 : 0,
    output: `${lines.join('\n')}\nRan ${lines.length} tests in 0.1s\n`,
    ...where,
  };
}

type Given = { base?: Tests; head: Tests; old?: readonly Tests[]; announced?: readonly string[] };

const ALL: Tests = { a1: 'ok', a2: 'ok', b1: 'ok' };

function judged(
  { base = ALL, head, old = [], announced = [] }: Given,
  paths = ['tests/test_a.py'],
) {
  const facts: OldSuiteFacts = {
    plan: {
      suite: 'python3 -m unittest -v',
      changedTests: announced.map((path) => ({ path, reason: 'it must' })),
    },
    paths: ['src/a.py', 'tests/redgreen/test_t1.py', ...paths],
    authored: [{ path: 'tests/redgreen/test_t1.py' }],
    isMaterial: materialBy(new Map()),
    base: [suiteRun(base)],
    head: [suiteRun(head, { tree: 'head' })],
    looks: old.map((tests, index) =>
      suiteRun(tests, { tree: 'hunk', hunk: OLD_SUITE, runNumber: index + 1 }),
    ),
  };
  return judgeOldSuite(facts);
}

describe('the old suite on new code', () => {
  it('names a test that passes on the base and no longer does, when it does so twice', () => {
    const fails: Tests = { ...ALL, a1: 'FAIL' };
    assert.deepEqual(judged({ head: ALL, old: [fails, fails] })?.failing, [named('a1')]);
    assert.deepEqual(judged({ head: ALL, old: [fails, ALL] })?.failing, []);
    assert.deepEqual(judged({ head: ALL, old: [ALL] })?.failing, []);
    assert.deepEqual(judged({ head: fails, old: [fails] })?.failing, [], 'the suite says it');
  });

  it('names a test that is not run or skipped with the new code', () => {
    const old: Tests = { a1: 'ok', a2: 'skipped' };
    assert.deepEqual(judged({ head: ALL, old: [old] })?.failing, [named('b1'), named('a2')]);
  });

  it('is asked only where material of the tests was changed', () => {
    assert.equal(judged({ head: ALL }, []), undefined);
    assert.equal(judged({ head: ALL }), undefined, 'it was not run');
  });

  it('does not judge what was announced', () => {
    const announced = ['tests/test_a.py'];
    const head: Tests = { a2: 'ok', b1: 'ok' };
    const seen = judged({ head, announced });
    assert.deepEqual([seen?.failing, seen?.excused], [[], [named('a1')]]);
    const fewer = judged({ head: { a1: 'ok', a2: 'ok' }, announced });
    assert.deepEqual(fewer?.excused, [], 'a test of another file is still lost');
  });

  it('is no proof where it is red on both without names', () => {
    const quiet = { exitCode: 1, output: 'it went wrong' };
    const seen = judgeOldSuite({
      plan: { suite: 'make test' },
      paths: ['tests/test_a.py'],
      authored: [],
      isMaterial: materialBy(new Map()),
      base: [suiteRun({}, quiet)],
      head: [suiteRun({}, { ...quiet, tree: 'head' })],
      looks: [suiteRun({}, { ...quiet, tree: 'hunk', hunk: OLD_SUITE })],
    });
    assert.equal(seen?.by, 'nothing');
    assert.match(oldSuiteText(seen)[0] ?? '', /could not be compared test by test/);
  });

  it('stops the job when a test that nobody changed is kept from running', () => {
    const fails: Tests = { ...ALL, b1: 'FAIL' };
    const oldSuite = judged({ head: { a1: 'ok', a2: 'ok' }, old: [fails, fails] });
    assert.deepEqual(oldSuite?.hidden, [named('b1')]);
    const { reasons } = gate({ matrix: [], outsideFence: [], oldSuite });
    assert.ok(reasons.some(({ rule, message }) => rule === 'suite' && message.includes('b1')));
    const edited = judged({ head: { a2: 'ok', b1: 'ok' }, old: [{ ...ALL, a1: 'FAIL' }] });
    assert.deepEqual([edited?.failing, edited?.hidden], [[named('a1')], []]);
  });

  it('takes one line however many tests fail', () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_one, index) => [`a${index}`, 'ok']),
    );
    const none = Object.fromEntries(Object.keys(many).map((name) => [name, 'FAIL']));
    const lines = oldSuiteText(
      judged({ base: many as Tests, head: many as Tests, old: [none as Tests] }),
    );
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /^300 existing tests.*a4\) and 295 more$/);
  });
});

describe('what is told of changed tests', () => {
  it('is one line for one edit of one test among 900 of few names', async () => {
    const path = 'tests/test_cart.py';
    const [was, is] = [cartTests(450, 3), cartTests(450, 300)];
    const changes = [file(path, is)];
    const trees = { base: await treesOf([file(path, was)]), head: await treesOf(changes) };
    const found = findTampering({ changes, dropped: [], baseText: () => was, trees });
    assert.deepEqual(
      found.map(({ kind }) => kind),
      ['test-changed', 'expectation-changed'],
    );
    assert.deepEqual(toldTampering(found), [
      {
        kind: 'test-changed',
        path,
        detail: 'an assertion expects something else',
        before: 'self.assertEqual(total([1, 2]), 3)',
        after: 'self.assertEqual(total([1, 2]), 300)',
      },
    ]);
  });

  it('counts what is many, once a file, and keeps a skip apart', () => {
    const path = 'test/a.test.mjs';
    const of = (kind: TamperFinding['kind'], detail = ''): TamperFinding => ({
      kind,
      path,
      detail,
    });
    const told = toldTampering([
      of('test-changed'),
      of('skip-added'),
      of('expectation-changed', 'x'),
      of('test-removed', 'the test one is gone'),
      of('expectation-changed', 'y'),
    ]);
    assert.deepEqual(
      told.map(({ kind, detail }) => [kind, detail]),
      [
        ['test-changed', 'the test one is gone, 2 assertions expect something else'],
        ['skip-added', ''],
      ],
    );
  });

  it('is nothing where the plan announced it, but for a skip and for other files', () => {
    const of = (kind: TamperFinding['kind'], path: string) => ({ kind, path, detail: '' });
    const found = [
      of('test-changed', 'test/a.mjs'),
      of('skip-added', 'test/a.mjs'),
      of('test-deleted', 'test/b.mjs'),
    ];
    const plan = { changedTests: [{ path: 'test/a.mjs', reason: 'it must' }] };
    assert.deepEqual(
      toldTampering(withAnnounced(found, plan)).map(({ kind }) => kind),
      ['skip-added', 'test-deleted'],
    );
    assert.deepEqual(announcedOutside({ ...plan, paths: ['src/**'] }), ['test/a.mjs']);
    assert.deepEqual(announcedOutside({ ...plan, paths: ['test'] }), []);
  });

  it('is two lines for tests that are lost, however many', () => {
    const names = Array.from({ length: 209 }, (_one, index) => `t${index}`);
    const none = { newlyFailing: [], newlyPassing: [], added: [] };
    const by: SuiteComparison['by'] = 'tests';
    const compared = { ...none, by, disappeared: names, newlySkipped: ['s'] };
    const lost = lostTests({ suite: { run: 'x', base: 'green', head: 'green', compared } });
    assert.deepEqual(lost, [
      't0, t1, t2, t3, t4 and 204 more do not run any more',
      's is skipped now',
    ]);
  });
});
