// Holds the product to the rules of DESIGN §3 and STYLE, and shows with fixture trees that each
// rule bites. The rules are the table in test/support/architecture/rules.ts.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtempDisposable, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { checkArchitecture } from '../support/architecture/check.ts';
import type { SourceFile } from '../support/architecture/parse.ts';
import { readFolder, readWorkingTree } from '../support/architecture/read-tree.ts';
import { type Finding, formatFinding, RULES } from '../support/architecture/rules.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FIXTURES = join(ROOT, 'test', 'fixtures', 'architecture');
/** A comment on every line of a fixture that must be found. */
const MARK = '// finding';

test('the product keeps every rule', async () => {
  const files = await readWorkingTree(ROOT);
  assert.ok(files.some(({ path, text }) => path === 'app/errors.ts' && text !== ''));
  assertClean(checkArchitecture(files));
});

test('a tree that uses everything allowed has no finding', async () => {
  const files = await readFolder(join(FIXTURES, 'clean'));
  assert.ok(files.length > 30);
  assertClean(checkArchitecture(files));
});

test('every rule has a fixture that breaks it', async () => {
  const cases = await readdir(join(FIXTURES, 'broken'), { recursive: true });
  const broken = cases.filter((path) => path.split('/').length === 2).map(dirname);
  assert.deepEqual([...new Set(broken)].toSorted(), RULES.map(({ id }) => id).toSorted());
});

describe('a fixture that breaks one rule', async () => {
  for (const { id } of RULES) {
    for (const name of await readdir(join(FIXTURES, 'broken', id)).catch(() => [])) {
      test(`${id}: ${name.replaceAll('-', ' ')}`, async () => {
        const files = await readFolder(join(FIXTURES, 'broken', id, name));
        const found = checkArchitecture(files).map(({ rule, path, line }) => ({
          rule,
          path,
          line,
        }));
        const marked = markedLines(files).map(({ path, line }) => ({ rule: id, path, line }));
        assert.notEqual(marked.length, 0, 'the fixture marks no line');
        assert.deepEqual(found, marked);
      });
    }
  }
});

test('a finding says where, which rule, what was done and what to do', () => {
  const finding: Finding = { rule: 'no-enum', path: 'app/a.ts', line: 3, problem: 'has an enum' };
  const { holds, remedy } = RULES.find(({ id }) => id === 'no-enum') ?? assert.fail();
  assert.equal(
    formatFinding(finding),
    `app/a.ts:3 [no-enum] has an enum. Rule: ${holds}. To do: ${remedy}.`,
  );
});

test('a cycle is told as a path', async () => {
  const tree = join(FIXTURES, 'broken', 'no-cycles', 'by-types-over-three-files');
  const problems = checkArchitecture(await readFolder(tree)).map(({ problem }) => problem);
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

function markedLines(files: readonly SourceFile[]): { path: string; line: number }[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (line.endsWith(MARK) ? [{ path, line: index + 1 }] : [])),
  );
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
