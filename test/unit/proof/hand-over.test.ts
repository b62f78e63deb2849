// What could never be published is told at the hand-over, by name and with what would pass.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ChangedPath,
  MOST_CHANGED,
  planProblems,
  workProblems,
} from '../../../app/proof/hand-over.ts';

const FILE = '100644';
const NO = { mayChangeWorkflows: false };

function files(...paths: string[]): ChangedPath[] {
  return paths.map((path) => ({ path, mode: FILE }));
}

describe('a plan', () => {
  it('names workflows only where GitHub lets the App change them', () => {
    const paths = ['.github/workflows/ci.yml', '.github/workflows', '.github/workflows.md', 'src'];
    const [problem, ...more] = planProblems(paths, NO);
    assert.deepEqual(more, []);
    assert.match(
      problem ?? '',
      /leave "\.github\/workflows\/ci\.yml", "\.github\/workflows" out of paths/,
    );
    assert.doesNotMatch(problem ?? '', /workflows\.md|src/);
    for (const mayChangeWorkflows of [true, undefined]) {
      assert.deepEqual(planProblems(paths, { mayChangeWorkflows }), []);
    }
  });
});

describe('work', () => {
  const told: Record<string, [ChangedPath[], RegExp]> = {
    'in a workflow': [files('.github/workflows/ci.yml'), /put "\.github\/workflows\/ci\.yml" back/],
    'in a path that no commit can hold': [files('a\nb', 'src/a.mjs'), /path "a\\nb": rename/],
    'in a name that is no text': [files('x\udce9'), /path "x\\\\xE9": rename/],
    'in a repository of its own': [[{ path: 'lib', mode: '160000' }], /"lib" is a git repository/],
    'in too many files': [
      files(...Array.from({ length: MOST_CHANGED + 1 }, (_none, index) => `build/${index}.o`)),
      /501 files are changed, at most 500 may be/,
    ],
  };
  for (const [name, [changed, words]] of Object.entries(told)) {
    it(`${name} is told`, () => {
      const problems = workProblems(changed, NO);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', words);
    });
  }

  it('is not told of what can be published', () => {
    const changed = files('src/a.mjs', '.github/dependabot.yml', 'docs/ä b.md');
    assert.deepEqual(workProblems(changed, NO), []);
    const workflow = files('.github/workflows/ci.yml');
    assert.deepEqual(workProblems(workflow, { mayChangeWorkflows: undefined }), []);
  });

  it('names ten paths at most', () => {
    const many = files(
      ...Array.from({ length: 12 }, (_none, index) => `.github/workflows/${index}`),
    );
    assert.match(workProblems(many, NO)[0] ?? '', /"\.github\/workflows\/9" and 2 more back/);
  });
});
