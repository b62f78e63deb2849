import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeCases, objectionLines } from '../../../app/proof/judge/judge.ts';
import type { Judgement, ObjectionRule } from '../../../app/proof/judge/objection.ts';
import type { Submission } from '../../../app/proof/judge/submission.ts';
import type { FileContent, TestCase } from '../../../sandbox/protocol/cases.ts';
import { treesOf } from '../../support/syntax.ts';
import { BASE_PATHS, CASES, FILES, file, PLAN, testCase, testText } from './samples.ts';

const GOOD = { plan: PLAN, cases: CASES, files: FILES, basePaths: BASE_PATHS };

async function judged(change: Partial<Submission> = {}): Promise<Judgement> {
  const submission = { ...GOOD, ...change };
  return judgeCases({ trees: await treesOf(submission.files), ...submission });
}

/** The rules that object, each once. */
async function rulesFor(change: Partial<Submission>): Promise<ObjectionRule[]> {
  const { objections } = await judged(change);
  return [...new Set(objections.map(({ rule }) => rule))];
}

/** The good submission with case T1 changed. */
function withCase(change: Partial<TestCase>): Partial<Submission> {
  return { cases: CASES.map((one) => (one.id === 'T1' ? { ...one, ...change } : one)) };
}

/** The good submission with the text of T1's file changed. */
function withText(text: string): Partial<Submission> {
  return { files: [file('test/redgreen/t1.test.mjs', text), ...FILES.slice(1)] };
}

/** A line put into the body of an otherwise honest test. */
function withLine(line: string): Partial<Submission> {
  return withText(`${testText('Ann', 'Good day, Ann')}\n${line}\n`);
}

/** T1 with its file somewhere else. */
function withPath(path: string, extra: Partial<FileContent> = {}): Partial<Submission> {
  const { cases } = withCase({ files: [path], run: `node --test ${path}` });
  const moved = { ...file(path, testText('Ann', 'Good day, Ann')), ...extra };
  return { ...(cases === undefined ? {} : { cases }), files: [moved, ...FILES.slice(1)] };
}

describe('the static judge on the cases as a whole', () => {
  it('says nothing against honest cases', async () => {
    assert.deepEqual(await judged(), { objections: [], notes: [] });
  });

  it('wants every criterion tested and every case traced', async () => {
    assert.deepEqual(await rulesFor({ cases: CASES.slice(0, 4), files: FILES.slice(0, 4) }), [
      'trace',
    ]);
    assert.deepEqual(await rulesFor(withCase({ criterion: 'R9' })), [
      'trace',
      'enough-cases',
      'withheld',
    ]);
  });

  it('wants two different cases for a new criterion, one shown and one withheld', async () => {
    const one = {
      cases: CASES.filter(({ id }) => id !== 'T4'),
      files: FILES.filter((_f, n) => n !== 3),
    };
    assert.deepEqual(await rulesFor(one), ['enough-cases', 'withheld']);
    assert.deepEqual(
      await rulesFor({ cases: CASES.map((each) => ({ ...each, withheld: false })) }),
      ['withheld'],
    );
    const hidden = CASES.map((each) => ({ ...each, withheld: each.criterion !== 'R3' }));
    assert.deepEqual(await rulesFor({ cases: hidden }), ['withheld']);
  });

  it('sees through copies that differ in name, comment and white space only', async () => {
    const copy = `// another test\n${testText('Ann', 'Good day, Ann').replace("'greets Ann'", "'hails Ann'")}`;
    const files = [
      file('test/redgreen/t1.test.mjs', testText('Ann', 'Good day, Ann')),
      file('test/redgreen/t2.test.mjs', copy),
      ...FILES.slice(2),
    ];
    assert.deepEqual(await rulesFor({ files }), ['different-cases']);
  });

  it('takes two tests of one file for different when their run lines differ', async () => {
    const path = 'test/redgreen/t1.test.mjs';
    const extra = testCase('T6', 'R1', {
      files: [path],
      run: `node --test --test-name-pattern="b" ${path}`,
    });
    assert.deepEqual(await rulesFor({ cases: [...CASES, extra] }), []);
  });

  it('keeps withheld files out of shown cases', async () => {
    const shared = [...(CASES[0]?.files ?? []), ...(CASES[1]?.files ?? [])];
    const { objections } = await judged(withCase({ files: shared }));
    assert.deepEqual(
      objections.map(({ rule, caseId }) => [rule, caseId]),
      [['withheld', 'T2']],
    );
  });

  it('wants each id and each file once, and no file missing or idle', async () => {
    assert.ok((await rulesFor({ cases: [...CASES, testCase('T1', 'R3')] })).includes('ids'));
    assert.deepEqual(await rulesFor({ files: [...FILES, file('test/idle.test.mjs', 'x')] }), [
      'files',
    ]);
    assert.ok((await rulesFor({ files: FILES.slice(1) })).includes('files'));
    assert.ok((await rulesFor({ files: [...FILES, ...FILES.slice(0, 1)] })).includes('files'));
  });

  it('tells the author the place and the rule', async () => {
    const { objections } = await judged(withLine("test.skip('later', () => {});"));
    assert.deepEqual(objectionLines(objections), [
      'test/redgreen/t1.test.mjs:9: `test.skip` keeps tests from running or from counting (skip)',
    ]);
  });

  it('notes a language it does not know, and says nothing else about it', async () => {
    const change = withPath('test/greet_test.zig');
    const { notes, objections } = await judged(change);
    assert.deepEqual(notes, [
      { path: 'test/greet_test.zig', message: 'not judged: unknown language' },
    ]);
    assert.deepEqual(objections, []);
  });
});

describe('the static judge on places', () => {
  const refused = {
    'a file of the base commit': withPath('test/old.test.mjs'),
    'a file below a file of the base commit': withPath('src/greet.mjs/x.test.mjs'),
    'a protected path': withPath('.redgreen/x.test.mjs'),
    'a protected path in other letters': withPath('.GitHub/RedGreen.yml'),
    'a file that is no test': withPath('docs/greet.mjs'),
    'a test where the implementation is written': withPath('src/greet.test.mjs'),
    'settings of a runner': withPath('test/vitest.config.mjs'),
    'a manifest': withPath('test/package.json'),
    'a link': withPath('test/x.test.mjs', { mode: 0o120000 }),
  };
  for (const [what, change] of Object.entries(refused)) {
    it(`refuses ${what}`, async () => {
      assert.ok((await rulesFor(change)).includes('place'));
    });
  }

  it('takes a test directory inside the fence, and Go tests beside the code', async () => {
    assert.deepEqual(
      (await rulesFor(withPath('src/__tests__/greet.mjs'))).filter((rule) => rule === 'place'),
      [],
    );
    const go = file(
      'src/greet_test.go',
      'package greet\n\nfunc TestX(t *testing.T) {\n\tif Greet() != "x" {\n\t\tt.Error("no")\n\t}\n}\n',
    );
    const change = withCase({ files: ['src/greet_test.go'], run: 'go test ./src -run TestX' });
    assert.deepEqual(await rulesFor({ ...change, files: [go, ...FILES.slice(1)] }), []);
  });
});

describe('the static judge on run lines', () => {
  const path = 'test/redgreen/t1.test.mjs';
  const good = [
    `node --test ./${path}`,
    `NODE_ENV=test node --test --test-name-pattern='a; b|c' ${path}`,
    `cd test && node --test redgreen/t1.test.mjs`,
    `npx vitest run ${path}`,
  ];
  for (const run of good) {
    it(`takes: ${run}`, async () => {
      assert.deepEqual(await rulesFor(withCase({ run })), []);
    });
  }

  const bad = [
    'npm test',
    `node --test ${path} || true`,
    `node --test ${path}; exit 0`,
    `node --test ${path} | tee log`,
    `node --test ${path} &`,
    `! node --test ${path}`,
    `node --test "$(echo ${path})"`,
    `node --test ${path} test/redgreen/t3.test.mjs`,
    `node --test ${path} test/old.test.mjs`,
    `node --test ${path} test/`,
    `node --test ${path} "test/*.mjs"`,
    `npx vitest run --passWithNoTests ${path}`,
  ];
  for (const run of bad) {
    it(`refuses: ${run}`, async () => {
      assert.deepEqual(await rulesFor(withCase({ run })), ['run-line']);
    });
  }

  it('knows modules, node ids and directories of other runners', async () => {
    const python = file('tests/test_cart.py', 'def test_x():\n    assert total() == 3\n');
    const lines = [
      'python3 -m unittest tests.test_cart',
      'python3 -m unittest tests.test_cart.Totals.test_x',
      'pytest -q tests/test_cart.py::test_x',
    ];
    for (const run of lines) {
      const change = withCase({ files: ['tests/test_cart.py'], run });
      assert.deepEqual(await rulesFor({ ...change, files: [python, ...FILES.slice(1)] }), [], run);
    }
    const wide = withCase({ files: ['tests/test_cart.py'], run: 'python3 -m unittest discover' });
    assert.deepEqual(await rulesFor({ ...wide, files: [python, ...FILES.slice(1)] }), ['run-line']);
  });
});
