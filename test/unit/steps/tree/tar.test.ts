import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { lstat, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { packTar, type TarEntry } from '../../../../app/steps/tree/tar.ts';

describe('a tar made in memory', () => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'redgreen-tar-'));
  });
  afterEach(async () => await rm(directory, { recursive: true, force: true }));

  const unpack = (entries: readonly TarEntry[]) => {
    const args = ['--extract', '--file', '-', '--directory', directory];
    const { status, stderr } = spawnSync('tar', args, { input: packTar(entries) });
    assert.deepEqual([status, stderr.toString()], [0, '']);
  };
  const file = (path: string, text: string, mode = 0o644): TarEntry => ({
    path,
    mode,
    kind: 'file',
    bytes: Buffer.from(text),
  });

  it('keeps bytes, modes and links, and makes directories on the way', async () => {
    const whole = 'x'.repeat(1_024);
    unpack([
      file('a/b/plain.txt', 'hello\n'),
      file('run.sh', '#!/bin/sh\n', 0o755),
      file('empty', ''),
      file('two blocks', whole),
      { path: 'new/link', mode: 0o777, kind: 'link', target: Buffer.from('../a/b/plain.txt') },
    ]);
    assert.equal(await readFile(join(directory, 'a/b/plain.txt'), 'utf8'), 'hello\n');
    assert.equal(await readFile(join(directory, 'empty'), 'utf8'), '');
    assert.equal(await readFile(join(directory, 'two blocks'), 'utf8'), whole);
    assert.equal((await lstat(join(directory, 'run.sh'))).mode & 0o100, 0o100);
    assert.equal((await lstat(join(directory, 'a/b/plain.txt'))).mode & 0o111, 0);
    assert.equal(await readlink(join(directory, 'new/link')), '../a/b/plain.txt');
  });

  it('keeps long names, long targets and those outside ASCII or no text at all', async () => {
    const long = `${'deep/'.repeat(60)}file.txt`;
    const lengths = Array.from(
      { length: 12 },
      (_, more) => `${'n'.repeat(80)}/${'m'.repeat(more + 14)}`,
    );
    const target = 't'.repeat(300);
    const odd = Buffer.from('caf\xe9/\xff', 'latin1');
    const longOdd = Buffer.from('\xe9'.repeat(300), 'latin1');
    unpack([
      file(long, 'long'),
      file('grüße/日本.txt', 'far'),
      ...lengths.map((path) => file(path, path)),
      { path: 'link', mode: 0o777, kind: 'link', target: Buffer.from(target) },
      { path: 'grün', mode: 0o777, kind: 'link', target: Buffer.from('grüße') },
      { path: 'odd', mode: 0o777, kind: 'link', target: odd },
      { path: 'long odd', mode: 0o777, kind: 'link', target: longOdd },
    ]);
    assert.equal(await readFile(join(directory, long), 'utf8'), 'long');
    assert.equal(await readFile(join(directory, 'grüße/日本.txt'), 'utf8'), 'far');
    for (const path of lengths) assert.equal(await readFile(join(directory, path), 'utf8'), path);
    assert.equal(await readlink(join(directory, 'link')), target);
    assert.equal(await readlink(join(directory, 'grün')), 'grüße');
    assert.deepEqual(await readlink(join(directory, 'odd'), { encoding: 'buffer' }), odd);
    assert.deepEqual(await readlink(join(directory, 'long odd'), { encoding: 'buffer' }), longOdd);
  });

  it('replaces a link instead of writing through it', async () => {
    await writeFile(join(directory, 'target'), 'untouched');
    await symlink('target', join(directory, 'name'));
    unpack([file('name', 'a file now')]);
    assert.equal(await readFile(join(directory, 'target'), 'utf8'), 'untouched');
    assert.equal(await readFile(join(directory, 'name'), 'utf8'), 'a file now');
  });
});
