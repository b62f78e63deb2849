// Holds the product to its rules (docs/architecture.md), and shows with small trees that each rule
// bites. The rules are the table in test/support/architecture/rules.ts.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { readCases } from '../support/architecture/cases.ts';
import { checkArchitecture } from '../support/architecture/check.ts';
import { checkHouse } from '../support/architecture/house.ts';
import { readWorkingTree } from '../support/architecture/read-tree.ts';
import { type Finding, formatFinding, RULES } from '../support/architecture/rules.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const cases = await readCases();

test('the product keeps every rule', async () => {
  const files = await readWorkingTree(ROOT);
  assert.ok(files.some(({ path, text }) => path === 'app/errors.ts' && text !== ''));
  assertClean([...checkArchitecture(files), ...checkHouse(files)]);
});

test('a tree that uses everything allowed has no finding', () => {
  const clean = cases.filter(({ rule }) => rule === 'clean');
  assert.ok(clean.flatMap(({ files }) => files).length > 30);
  for (const { files } of clean) assertClean(checkArchitecture(files));
});

test('every rule has a fixture that breaks it', () => {
  const broken = new Set(cases.map(({ rule }) => rule).filter((rule) => rule !== 'clean'));
  assert.deepEqual([...broken].toSorted(), RULES.map(({ id }) => id).toSorted());
});

describe('a fixture that breaks one rule', () => {
  for (const { rule, name, files, marked } of cases.filter((one) => one.rule !== 'clean')) {
    test(`${rule}: ${name}`, () => {
      const ofTree = checkHouse(files);
      const isOfTree = ofTree.some((one) => one.rule === rule);
      const found = (isOfTree ? ofTree : checkArchitecture(files)).map(place);
      assert.notEqual(marked.length, 0, 'the fixture marks no line');
      const expected = marked.map((one) => place({ ...one, rule }));
      assert.deepEqual(found.toSorted(), expected.toSorted());
    });
  }
});

test('a finding says where, which rule, what was done and what to do', () => {
  const finding: Finding = { rule: 'file-name', path: 'app/A.ts', line: 3, problem: 'is odd' };
  const { holds, remedy } = RULES.find(({ id }) => id === 'file-name') ?? assert.fail();
  assert.equal(
    formatFinding(finding),
    `app/A.ts:3 [file-name] is odd. Rule: ${holds}. To do: ${remedy}.`,
  );
});

test('a cycle is told as a path', () => {
  const { files } = cases.find(({ name }) => name === 'by types over three files') ?? assert.fail();
  const problems = checkArchitecture(files).map(({ problem }) => problem);
  const [first, second, third] = ['criterion', 'matrix', 'report'].map((n) => `app/proof/${n}.ts`);
  assert.deepEqual(problems, [`is part of the cycle ${first} → ${second} → ${third} → ${first}`]);
});

describe('the tree that is read', () => {
  const files = ['app/kept.ts', 'app/new.ts', 'app/old.log', 'node_modules/zod/zod.ts'];

  test('is what lies on disk where there is no repository', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'architecture-'));
    await write(folder.path, files);
    const paths = (await readWorkingTree(folder.path)).map(({ path }) => path);
    assert.deepEqual(paths, ['app/kept.ts', 'app/new.ts', 'app/old.log']);
  });

  test('is what git tracks or would track', async (context) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'architecture-'));
    await write(folder.path, [...files, 'app/gone.ts']);
    await writeFile(join(folder.path, '.gitignore'), 'node_modules\n*.log\n');
    if (!git(folder.path, 'init', '--quiet')) return context.skip('git is not installed');
    git(folder.path, 'add', 'app/kept.ts', 'app/gone.ts');
    await rm(join(folder.path, 'app/gone.ts'));
    const paths = (await readWorkingTree(folder.path)).map(({ path }) => path);
    assert.deepEqual(paths.toSorted(), ['.gitignore', 'app/kept.ts', 'app/new.ts']);
  });
});

function assertClean(findings: readonly Finding[]): void {
  assert.equal(findings.length, 0, `\n${findings.map(formatFinding).join('\n')}`);
}

function place({ rule, path, line }: Pick<Finding, 'path' | 'line'> & { rule: string }): string {
  return `${path}:${line} ${rule}`;
}

async function write(root: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), 'export const one = 1;\n');
  }
}

/** False where there is no git. */
function git(folder: string, ...words: string[]): boolean {
  try {
    execFileSync('git', words, { cwd: folder, timeout: 10_000, stdio: 'pipe' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
