// Pages do not rot: what they name exists. What is looked for: test/support/pages.ts.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readWorkingTree } from '../support/architecture/read-tree.ts';
import { checkPages } from '../support/pages.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('every path, function, name, link and decision that a page names exists', async () => {
  const files = await readWorkingTree(ROOT);
  assert.ok(files.some(({ path }) => path === 'docs/architecture.md'));
  assert.deepEqual(checkPages(files), []);
});

const TREE = [
  { path: 'app/job/edges.ts', text: 'export function isEdge() {}\n// As decision 2 says.' },
  { path: 'migrations/0001_jobs.sql', text: 'create table job_edges ();' },
  { path: 'docs/decisions.md', text: '# Decisions\n\n## Job\n\n1. One.\n2. Two.\n' },
];

const SAID: readonly (readonly [text: string, problem: string | undefined])[] = [
  ['`app/job/edges.ts: isEdge` in `app/job/`, `app/job/**` and `job_edges`', undefined],
  ['[decisions](docs/decisions.md#job), [elsewhere](https://example.com), decision 1', undefined],
  ['`npm test`, `/approve`, `new`, `issues.labeled`', undefined],
  ['`app/job/ways.ts`', 'there is no app/job/ways.ts'],
  ['`app/jobs/`', 'there is no app/jobs'],
  ['`app/job/edges.ts: isWay`', 'app/job/edges.ts declares no isWay'],
  ['`isWay` and `WAITING_FOR_GODOT`', 'nothing is named isWay'],
  ['[there](./nowhere.md)', 'the link ./nowhere.md leads nowhere'],
  ['[here](#one-more), [there](docs/decisions.md#job)\n## One more!', undefined],
  ['[there](docs/decisions.md#nowhere)', 'the link docs/decisions.md#nowhere leads nowhere'],
  ['decision 3', 'there is no decision 3 in docs/decisions.md'],
  ['decisions 1, 2 and 4', 'there is no decision 4 in docs/decisions.md'],
];

for (const [text, problem] of SAID) {
  test(`"${text}" ${problem === undefined ? 'holds' : `is told: ${problem}`}`, () => {
    const [first] = checkPages([...TREE, { path: 'README.md', text }]);
    assert.equal(first, problem && `README.md: ${problem}`);
  });
}

test('a gap in the numbers of decisions is told, and a source that cites it', () => {
  const page = { path: 'docs/decisions.md', text: '1. One.\n3. Three.\n' };
  assert.deepEqual(checkPages([...TREE.filter(({ path }) => path !== page.path), page]), [
    'docs/decisions.md: there is no decision 2',
    'app/job/edges.ts: there is no decision 2 in docs/decisions.md',
  ]);
});

test('a number that stands at two decisions is told', () => {
  const page = { path: 'docs/decisions.md', text: '1. One.\n2. Two.\n\n## More\n\n2. Two.\n' };
  assert.deepEqual(checkPages([...TREE.filter(({ path }) => path !== page.path), page]), [
    'docs/decisions.md: decision 2 stands twice',
  ]);
});

test('a comment that names a file that is not there is told', () => {
  const text =
    '/**\n * As app/job/ways.ts and test/unit/made-up.ts do. */\n// See app/job/edges.ts.\n';
  assert.deepEqual(checkPages([...TREE, { path: 'app/job/names.ts', text }]), [
    'app/job/names.ts: there is no app/job/ways.ts',
  ]);
});
