// Glob and Grep over a real tree.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlink, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { compileGlob } from '../../../../sandbox/runner/files/glob-pattern.ts';
import { openToolWorld, type ToolWorld } from './tool-world.ts';

async function openTree(): Promise<ToolWorld> {
  const world = await openToolWorld();
  await world.write('src/a.ts', 'export const a = 1;\nfunction Alpha() {}\n// end\n');
  await world.write('src/deep/b.tsx', 'const b = 2;\nalpha();\n');
  await world.write('src/c.js', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n');
  await world.write('.hidden/d.ts', 'alpha\n');
  await world.write('node_modules/x/e.ts', 'alpha\n');
  await world.write('.git/config', 'alpha\n');
  await world.write('out/f.log', 'alpha\n');
  await world.write('.gitignore', 'node_modules/\n*.log\n!out/kept.log\n');
  await world.write('out/kept.log', 'alpha\n');
  await world.write('data.bin', Buffer.from('alpha\0alpha'));
  return world;
}

describe('a glob pattern', () => {
  const table: [string, string, boolean][] = [
    ['*.ts', 'a.ts', true],
    ['*.ts', 'x/a.ts', false],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'x/y/a.ts', true],
    ['src/**', 'src/a/b', true],
    ['src/**/z', 'src/z', true],
    ['src/**/z', 'srcz', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[!a-c]x', '/x', false],
    ['*.{ts,tsx}', 'a.tsx', true],
    ['{a,b{c,d}}.x', 'bd.x', true],
    ['{a}', 'a', true],
    ['{a', '{a', true],
    ['a+(b).c', 'a+(b).c', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['[]', '[]', true],
    ['*', '.hidden', true],
    ['😀*', '😀x', true],
  ];
  for (const [glob, path, expected] of table) {
    test(`${glob} ${expected ? 'matches' : 'does not match'} ${path}`, () => {
      assert.equal(compileGlob(glob).test(path), expected);
    });
  }
});

describe('Glob', () => {
  const found = async (world: ToolWorld, input: object) => {
    const { content, outcome } = await world.run('Glob', input);
    assert.equal(outcome, 'success');
    return content.split('\n').map((path) => relative(world.root, path));
  };

  test('finds names at any depth, newest first, also hidden ones, never .git', async () => {
    await using world = await openTree();
    await utimes(join(world.root, 'src/a.ts'), 2_000_000_000, 2_000_000_000);
    const paths = await found(world, { pattern: '*.ts' });
    assert.deepEqual(paths, ['src/a.ts', '.hidden/d.ts']);
    assert.deepEqual(await found(world, { pattern: 'src/**/*.{ts,tsx}' }), [
      'src/a.ts',
      'src/deep/b.tsx',
    ]);
    assert.deepEqual(await found(world, { pattern: '*.tsx', path: 'src' }), ['src/deep/b.tsx']);
    assert.deepEqual(await found(world, { pattern: `${world.root}/src/*.js` }), ['src/c.js']);
    assert.deepEqual(await found(world, { pattern: 'node_modules/**' }), ['node_modules/x/e.ts']);
  });

  test('says so when nothing is found, and when the place is wrong', async () => {
    await using world = await openTree();
    assert.equal((await world.run('Glob', { pattern: '*.none' })).content, 'No files found');
    const missing = await world.run('Glob', { pattern: '*', path: 'none' });
    assert.equal(missing.outcome, 'tool_rejected');
  });

  test('shows at most a hundred', async () => {
    await using world = await openToolWorld();
    for (let index = 0; index < 120; index += 1) await world.write(`f${index}`, '');
    const lines = (await world.run('Glob', { pattern: '*' })).content.split('\n');
    assert.equal(lines.length, 101);
    assert.match(lines.at(-1) ?? '', /first 100 of 120/);
  });
});

describe('Grep', () => {
  const grep = async (world: ToolWorld, input: object) => {
    const { content, outcome } = await world.run('Grep', input);
    assert.equal(outcome, 'success', content);
    return content;
  };

  test('lists files, skipping ignored, binary and .git ones', async () => {
    await using world = await openTree();
    const lines = (await grep(world, { pattern: 'alpha' })).split('\n');
    assert.equal(lines[0], 'Found 3 files');
    assert.deepEqual(lines.slice(1).toSorted(), ['.hidden/d.ts', 'out/kept.log', 'src/deep/b.tsx']);
  });

  test('shows lines with numbers and context', async () => {
    await using world = await openTree();
    const input = { pattern: 't[wh]', path: 'src/c.js', output_mode: 'content' };
    assert.equal(await grep(world, input), 'src/c.js:2:two\nsrc/c.js:3:three');
    assert.equal(await grep(world, { ...input, '-n': false }), 'src/c.js:two\nsrc/c.js:three');
    const around = { ...input, pattern: '^(one|six)$', '-A': 1, '-B': 1 };
    assert.equal(
      await grep(world, around),
      [
        'src/c.js:1:one',
        'src/c.js-2-two',
        '--',
        'src/c.js-5-five',
        'src/c.js:6:six',
        'src/c.js-7-seven',
      ].join('\n'),
    );
    const joined = { ...input, pattern: '^(two|four)$', '-C': 1 };
    assert.equal((await grep(world, joined)).split('\n').length, 5);
  });

  test('counts, ignores case, and keeps to glob, type and head_limit', async () => {
    await using world = await openTree();
    const count = { pattern: 'ALPHA', '-i': true, output_mode: 'count', path: 'src' };
    assert.equal(
      await grep(world, count),
      'src/a.ts:1\nsrc/deep/b.tsx:1\nFound 2 matching lines in 2 files',
    );
    assert.match(await grep(world, { ...count, glob: '*.tsx' }), /^src\/deep\/b\.tsx:1\n/);
    assert.match(await grep(world, { ...count, glob: '!*.tsx' }), /^src\/a\.ts:1\n/);
    assert.match(await grep(world, { ...count, type: 'js' }), /^No matches found$/);
    const head = { pattern: '.', path: 'src/c.js', output_mode: 'content', head_limit: 2 };
    assert.match(await grep(world, head), /^src\/c\.js:1:one\nsrc\/c\.js:2:two\n\[5 more/);
    const next = await grep(world, { ...head, offset: 5, head_limit: 0 });
    assert.equal(next, 'src/c.js:6:six\nsrc/c.js:7:seven');
  });

  test('matches over lines only when told', async () => {
    await using world = await openTree();
    const input = { pattern: 'two.*four', path: 'src', output_mode: 'content' };
    assert.equal(await grep(world, input), 'No matches found');
    assert.equal(
      await grep(world, { ...input, multiline: true }),
      'src/c.js:2:two\nsrc/c.js:3:three\nsrc/c.js:4:four',
    );
    const negated = { ...input, pattern: 'two[^x]three' };
    assert.equal(await grep(world, negated), 'No matches found');
  });

  test("understands ripgrep's own spellings", async () => {
    await using world = await openToolWorld();
    await world.write('a', 'Foo{}\nbar-baz\n12\n');
    for (const pattern of ['(?i)foo', 'Foo\\{\\}', 'bar\\-baz', '^[[:digit:]]+$', '(?P<n>1)2']) {
      assert.match(await grep(world, { pattern }), /^Found 1 file\n/, pattern);
    }
  });

  test('refuses a wrong pattern, type and place', async () => {
    await using world = await openTree();
    for (const input of [
      { pattern: '(' },
      { pattern: 'a', type: 'nothing' },
      { pattern: 'a', path: 'none' },
      { pattern: 'a', output_mode: 'all' },
    ]) {
      const { outcome } = await world.run('Grep', input);
      assert.equal(outcome, 'tool_rejected', JSON.stringify(input));
    }
  });

  test('stops a pattern that backtracks without end', async () => {
    await using world = await openToolWorld();
    await world.write('a', `${'a'.repeat(60)}\n`);
    const startedAt = performance.now();
    const result = await world.run('Grep', { pattern: '(a+)+b' });
    assert.equal(result.outcome, 'internal_failure');
    assert.match(result.content, /^\[SDLC_INTERNAL\] The search was stopped/);
    assert.ok(performance.now() - startedAt < 10_000);
  });

  test('stops globs that try without end, its own and those of ignore files', async () => {
    await using world = await openToolWorld();
    await world.write('a'.repeat(200), 'alpha\n');
    const glob = `${'*a'.repeat(12)}*b`;
    const own = await world.run('Grep', { pattern: 'alpha', glob });
    assert.match(own.content, /^\[SDLC_INTERNAL\] The search was stopped/);
    await world.write('.gitignore', `${glob}\n`);
    const ignoring = await world.run('Grep', { pattern: 'alpha' });
    assert.match(ignoring.content, /^\[SDLC_INTERNAL\] The search was stopped/);
    const harmless = await world.run('Glob', { pattern: '*a*a*a*a*a*a*' });
    assert.equal(harmless.outcome, 'success');
  });

  test('neither follows links nor waits for pipes', async () => {
    await using world = await openToolWorld();
    await world.write('a', 'alpha\n');
    await symlink('..', join(world.root, 'loop'));
    execFileSync('mkfifo', [join(world.root, 'pipe')]);
    assert.equal(await grep(world, { pattern: 'alpha' }), 'Found 1 file\na');
  });
});
