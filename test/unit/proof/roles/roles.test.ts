// What a changed file is follows from what runs touched, and from nothing it is called.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isReadByTests, NOT_TOLD, rolesOf, untoldText } from '../../../../app/proof/roles/roles.ts';
import { TOUCHED, touchesOf, writeTouch } from '../../../../app/proof/roles/touches.ts';

const ofCase = (...paths: string[]) => ({ caseId: 'T1', paths });
const ofSuite = (...paths: string[]) => ({ paths });

describe('roles of changed files', () => {
  it('are code, material or unread by who touched them', () => {
    const touches = [ofCase('testing/a.mjs', 'README.md'), ofSuite('README.md', 'test/b.json')];
    const paths = ['testing/a.mjs', 'README.md', 'test/b.json', 'src/c.mjs'];
    assert.deepEqual([...rolesOf(paths, touches).values()], ['code', 'code', 'material', 'unread']);
  });

  it('are unknown where a run was not told, but for what another run shows', () => {
    const touches = [ofCase('src/a.mjs'), { caseId: 'T2', paths: undefined }];
    const roles = rolesOf(['src/a.mjs', 'src/b.mjs'], touches);
    assert.deepEqual([...roles.values()], ['code', 'unknown']);
    assert.equal(rolesOf(['src/a.mjs'], []).get('src/a.mjs'), 'unknown');
  });

  it('make material of what tests are made of, not of code that only they run', () => {
    const paths = ['test/cases.json', 'docs/page.html', 'src/code.mjs', 'test/helper.mjs'];
    const roles = rolesOf(paths, [ofCase(), ofSuite(...paths)]);
    assert.deepEqual(
      paths.filter((path) => isReadByTests(roles, path)),
      ['test/cases.json', 'docs/page.html', 'test/helper.mjs'],
    );
    const read = rolesOf(paths, [ofCase(...paths), ofSuite(...paths)]);
    assert.equal(isReadByTests(read, 'test/helper.mjs'), false);
  });

  it('say whether every run was told', () => {
    assert.equal(untoldText([ofCase(), ofSuite()]), undefined);
    assert.equal(untoldText([{ paths: undefined }]), NOT_TOLD);
    assert.notEqual(untoldText([{ paths: undefined }, ofCase()]), NOT_TOLD);
  });
});

describe('rows of what was touched', () => {
  const head = { tree: 'head', attemptNumber: 2, runNumber: 1, output: '' };
  const row = { ...head, tree: 'hunk', hunk: TOUCHED };

  it('belong to their run', () => {
    const rows = [
      { ...head, caseId: 'T1' },
      { ...head, caseId: 'T1', runNumber: 2 },
      head,
      { ...row, caseId: 'T1', output: writeTouch(['a']) },
      { ...row, caseId: 'T1', runNumber: 2, output: writeTouch(undefined) },
      { ...row, attemptNumber: 1, output: writeTouch(['of another attempt']) },
    ];
    assert.deepEqual(touchesOf(rows, 2), [
      { caseId: 'T1', paths: ['a'] },
      { caseId: 'T1', paths: undefined },
      { caseId: undefined, paths: undefined },
    ]);
  });
});
