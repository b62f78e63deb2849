import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeMovement, type MovedBranch } from '../../../../app/proof/moved/judge-movement.ts';

const OURS = ['src/greet.mjs', 'test/new.test.mjs'];

function moved(name: string, paths: string[], more: Partial<MovedBranch> = {}): MovedBranch {
  return { name, isForward: true, commits: 1, paths, isCut: false, ...more };
}
const base = (paths: string[], more?: Partial<MovedBranch>) => moved('main', paths, more);
const branch = (paths: string[], more?: Partial<MovedBranch>) =>
  moved('redgreen/issue-7', paths, more);

const CLEAN = {
  'nothing moved': [{}, 'unmoved'],
  'the base moved where nothing is touched': [{ base: base(['NOTES.md']) }, 'apart'],
  'the base got another test': [{ base: base(['test/other.test.mjs']) }, 'joined'],
  'the base got a snapshot': [{ base: base(['src/__snapshots__/a.snap']) }, 'joined'],
  'whoever pushed merged the base': [{ base: base(['a.md'], { isMerged: true }) }, 'joined'],
  'whoever pushed settled what both changed': [
    { base: base(['src/greet.mjs'], { isMerged: true }) },
    'joined',
  ],
  'the base changed a file of the work': [{ base: base(['src/greet.mjs']) }, 'joined'],
  'somebody pushed to a file of the work': [{ branch: branch(['src/greet.mjs']) }, 'unmoved'],
  'base and branch have one file': [
    { base: base(['test/x.test.mjs']), branch: branch(['test/x.test.mjs']) },
    'joined',
  ],
  'somebody pushed beside the work': [{ branch: branch(['docs/a.md']) }, 'unmoved'],
  'both moved apart': [{ branch: branch(['docs/a.md']), base: base(['docs/a.md']) }, 'apart'],
} as const;
for (const [what, [movement, expected]] of Object.entries(CLEAN)) {
  test(`${what}: ${expected}`, () => {
    assert.deepEqual(judgeMovement({ ours: OURS, ...movement }), { kind: 'clean', base: expected });
  });
}

const CONFLICTS = {
  'a file where the work has a folder': [{ base: base(['src']) }, /`src`/],
  'a folder where the work has a file': [{ branch: branch(['src/greet.mjs/x']) }, /greet\.mjs\/x/],
  'history was rewritten': [{ branch: branch([], { isForward: false }) }, /was rewritten/],
  'the base was rewritten': [
    { base: base(['a.md'], { isForward: false }) },
    /`main` was rewritten/,
  ],
  'too much to be compared': [{ base: base(['a.md'], { isCut: true }) }, /more files than/],
  'tests that come with a setup': [{ base: base(['test/x.test.mjs', 'package.json']) }, /setup/],
  'a file of the work that comes with a setup': [
    { base: base(['src/greet.mjs', 'package.json']) },
    /setup/,
  ],
  'a folder of the branch where the base has a file': [
    { base: base(['test/x.test.mjs', 'docs']), branch: branch(['docs/a.md']) },
    /`main`.*`redgreen\/issue-7`.*`docs`/,
  ],
} as const;
for (const [what, [movement, problem]] of Object.entries(CONFLICTS)) {
  test(`a person is asked about ${what}`, () => {
    const judged = judgeMovement({ ours: OURS, ...movement });
    assert.equal(judged.kind, 'conflict');
    assert.match(judged.problem, problem);
  });
}

test('of many files in the way some are named and the rest is counted', () => {
  const many = Array.from({ length: 14 }, (_, at) => `src/${at}`);
  const ours = many.map((path) => `${path}/x.mjs`);
  const judged = judgeMovement({ ours, base: base(many, { commits: 3 }) });
  assert.equal(judged.kind, 'conflict');
  assert.match(judged.problem, /^3 commits on `main`.*and 4 more$/);
});
