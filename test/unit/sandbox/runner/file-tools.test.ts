// Read, Write and Edit on real files.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openToolWorld } from './tool-world.ts';

describe('Read', () => {
  test('shows lines with their numbers, and how many there are', async () => {
    await using world = await openToolWorld();
    const path = await world.write('a.txt', 'line1\nline2\nline3\n');
    const result = await world.run('Read', { file_path: path });
    const content = `${path} (3 lines)\n     1→line1\n     2→line2\n     3→line3`;
    assert.deepEqual(result, { outcome: 'success', content });
  });

  test('begins and ends where offset and limit say', async () => {
    await using world = await openToolWorld();
    const path = await world.write('a.txt', 'a\nb\nc\nd\n');
    const part = await world.run('Read', { file_path: 'a.txt', offset: 2, limit: 2 });
    assert.equal(part.content, `${path} (4 lines, showing 2-3)\n     2→b\n     3→c`);
    const beyond = await world.run('Read', { file_path: path, offset: 9 });
    assert.match(beyond.content, /4 lines.*shorter than the offset 9/);
  });

  test('shows at most 2000 lines and cuts long ones', async () => {
    await using world = await openToolWorld();
    const path = await world.write('a.txt', `${'x'.repeat(5_000)}\n`.repeat(3_000));
    const { content } = await world.run('Read', { file_path: path, limit: 10 });
    assert.ok(content.includes('showing 1-10'));
    assert.equal(content.split('\n')[1]?.length, 6 + 1 + 2_000 + 1);
    const whole = await world.run('Read', { file_path: path });
    assert.ok(whole.content.length < 300_000);
    const many = await world.write('many.txt', 'x\n'.repeat(3_000));
    const { content: lines } = await world.run('Read', { file_path: many });
    assert.match(lines, /3000 lines, showing 1-2000/);
  });

  test('says what an empty file, UTF-16 and binary content are', async () => {
    await using world = await openToolWorld();
    const empty = await world.write('empty', '');
    assert.match((await world.run('Read', { file_path: empty })).content, /0 lines.*empty/);
    const wide = await world.write('wide', Buffer.from('\ufeffgrün\n', 'utf16le'));
    assert.match((await world.run('Read', { file_path: wide })).content, /1→grün/);
    const binary = await world.write('binary', Buffer.from([0, 1, 2, 0x41]));
    const shown = await world.run('Read', { file_path: binary });
    assert.match(shown.content, /binary, 4 bytes\)\n00000000 {2}00 01 02 41 .*\.\.\.A/);
  });

  test('refuses what is missing, a directory, a pipe and bad input', async () => {
    await using world = await openToolWorld();
    execFileSync('mkfifo', [join(world.root, 'pipe')]);
    for (const [input, words] of [
      [{ file_path: '/none' }, /does not exist/],
      [{ file_path: world.root }, /is a directory/],
      [{ file_path: 'pipe' }, /no regular file/],
      [{ file_path: '/dev/zero' }, /no regular file/],
      [{ path: 'a' }, /file_path/],
      [{ file_path: 'a\0b' }, /NUL/],
      [{ file_path: 'a', extra: 1 }, /extra/],
    ] as const) {
      const result = await world.run('Read', input);
      assert.equal(result.outcome, 'tool_rejected');
      assert.match(result.content, words);
    }
  });
});

describe('Write', () => {
  test('makes a file with its directories and leaves nothing else', async () => {
    await using world = await openToolWorld();
    const path = join(world.root, 'x/y/new.txt');
    const result = await world.run('Write', { file_path: path, content: 'a\nb\n' });
    assert.deepEqual(result, { outcome: 'success', content: `Created ${path} (2 lines).` });
    assert.equal(await readFile(path, 'utf8'), 'a\nb\n');
    assert.deepEqual(await readdir(join(world.root, 'x/y')), ['new.txt']);
  });

  test('replaces a file only as it was read, and keeps its mode', async () => {
    await using world = await openToolWorld();
    const path = await world.write('run.sh', 'old');
    await chmod(path, 0o755);
    const unread = await world.run('Write', { file_path: path, content: 'new' });
    assert.match(unread.content, /has not been read yet/);
    await world.run('Read', { file_path: path });
    await writeFile(path, 'changed by another');
    const changed = await world.run('Write', { file_path: path, content: 'new' });
    assert.match(changed.content, /has changed since/);
    await world.run('Read', { file_path: path });
    assert.equal(
      (await world.run('Write', { file_path: path, content: 'new' })).outcome,
      'success',
    );
    assert.equal(
      (await world.run('Write', { file_path: path, content: 'two' })).outcome,
      'success',
    );
    assert.equal(await readFile(path, 'utf8'), 'two');
    assert.equal((await stat(path)).mode & 0o777, 0o755);
  });
});

describe('Write and Edit refuse', () => {
  test('protected paths, also through a link', async () => {
    await using world = await openToolWorld();
    await mkdir(join(world.root, '.redgreen'));
    await symlink('.redgreen', join(world.root, 'door'));
    const paths = ['.redgreen/agent.json', '.claude/settings.json', '.mcp.json', 'door/agent.json'];
    for (const file_path of [...paths, join(world.root, 'a/../.gemini/x')]) {
      const write = await world.run('Write', { file_path, content: 'x' });
      assert.match(write.content, /protected/, file_path);
      const edit = await world.run('Edit', { file_path, old_string: '', new_string: 'x' });
      assert.match(edit.content, /protected/, file_path);
    }
    assert.deepEqual(await readdir(join(world.root, '.redgreen')), []);
  });

  test('what lies outside the workspace and the temporary directory, also through links', async () => {
    await using world = await openToolWorld();
    const outside = join(world.root, '../outside');
    await mkdir(outside);
    await symlink(outside, join(world.root, 'way'));
    await symlink(join(outside, 'later.txt'), join(world.root, 'dead'));
    const paths = ['/etc/redgreen-test', '../outside/a', 'way/a', 'way/deep/er/a', 'dead'];
    for (const file_path of paths) {
      const result = await world.run('Write', { file_path, content: 'x' });
      assert.equal(result.outcome, 'tool_rejected', file_path);
      assert.match(result.content, /^Refused: /, file_path);
    }
    assert.deepEqual(await readdir(outside), []);
  });

  test('a path that leads through a file, round in circles or to a directory', async () => {
    await using world = await openToolWorld();
    await world.write('file', 'x');
    await symlink('round', join(world.root, 'round'));
    for (const [file_path, words] of [
      ['file/below', /cannot be reached \(ENOTDIR\)/],
      ['round', /cannot be reached \(ELOOP\)/],
      ['.', /is a directory/],
      ['x'.repeat(300), /ENAMETOOLONG/],
    ] as const) {
      const result = await world.run('Write', { file_path, content: 'x' });
      assert.equal(result.outcome, 'tool_rejected', file_path);
      assert.match(result.content, words);
    }
  });

  test('nothing in the temporary directory or behind a link that stays inside', async () => {
    await using world = await openToolWorld();
    await mkdir(join(world.root, 'real'));
    await symlink('real', join(world.root, 'inner'));
    for (const file_path of [join(world.root, '../tmp/a/b'), 'inner/a']) {
      const result = await world.run('Write', { file_path, content: 'x' });
      assert.equal(result.outcome, 'success', result.content);
    }
    assert.equal(await readFile(join(world.root, 'real/a'), 'utf8'), 'x');
  });
});

describe('Edit', () => {
  test('replaces exactly one piece and shows the place', async () => {
    await using world = await openToolWorld();
    const path = await world.write('a.ts', 'const a = 1;\nconst b = 2;\n');
    await world.run('Read', { file_path: path });
    const input = { file_path: path, old_string: 'b = 2', new_string: 'b = $& 3' };
    const result = await world.run('Edit', input);
    assert.equal(result.outcome, 'success');
    assert.match(result.content, /in 1 place \(2 lines\)[\s\S]* 2→const b = \$& 3;/);
    assert.equal(await readFile(path, 'utf8'), 'const a = 1;\nconst b = $& 3;\n');
  });

  test('refuses what is ambiguous, absent, the same, unread or changed', async () => {
    await using world = await openToolWorld();
    const path = await world.write('a.txt', 'x\nx\n');
    const edit = async (old_string: string, new_string: string) =>
      (await world.run('Edit', { file_path: path, old_string, new_string })).content;
    assert.match(await edit('x', 'y'), /has not been read yet/);
    await world.run('Read', { file_path: path });
    assert.match(await edit('x', 'y'), /occurs 2 times/);
    assert.match(await edit('z', 'y'), /does not occur/);
    assert.match(await edit('x', 'x'), /the same/);
    assert.match(await edit('', 'x'), /only makes a new file/);
    await writeFile(path, 'z\n');
    assert.match(await edit('z', 'y'), /has changed since/);
    assert.equal(await readFile(path, 'utf8'), 'z\n');
  });

  test('replaces every piece when told, and makes a new file from nothing', async () => {
    await using world = await openToolWorld();
    const path = await world.write('a.txt', 'x x x');
    await world.run('Read', { file_path: path });
    const all = { file_path: path, old_string: 'x', new_string: 'yy', replace_all: true };
    assert.match((await world.run('Edit', all)).content, /in 3 places/);
    assert.equal(await readFile(path, 'utf8'), 'yy yy yy');
    const fresh = join(world.root, 'new.txt');
    await world.run('Edit', { file_path: fresh, old_string: '', new_string: 'hello' });
    assert.equal(await readFile(fresh, 'utf8'), 'hello');
  });

  test('keeps line ends, byte order mark and foreign bytes', async () => {
    await using world = await openToolWorld();
    const path = await world.write('crlf.txt', '\ufeffa\r\nb\r\n');
    await world.run('Read', { file_path: path });
    await world.run('Edit', { file_path: path, old_string: 'a\nb', new_string: 'c\nd' });
    assert.equal(await readFile(path, 'utf8'), '\ufeffc\r\nd\r\n');
    const latin = await world.write('latin.txt', Buffer.from([0x61, 0xe9, 0x0a]));
    await world.run('Read', { file_path: latin });
    const refused = await world.run('Edit', { file_path: latin, old_string: 'a', new_string: 'b' });
    assert.match(refused.content, /not a text file in UTF-8/);
    const wide = await world.write('wide.txt', Buffer.from('\ufeffgrün\n', 'utf16le'));
    await world.run('Read', { file_path: wide });
    await world.run('Edit', { file_path: wide, old_string: 'grün', new_string: 'blau' });
    assert.equal(await readFile(wide, 'utf16le'), '\ufeffblau\n');
  });

  test('gives new lines the line ends of a file that has only CR LF', async () => {
    await using world = await openToolWorld();
    const path = await world.write('crlf.txt', 'a\r\nb\r\n');
    await world.run('Read', { file_path: path });
    await world.run('Edit', { file_path: path, old_string: 'a', new_string: 'x\ny' });
    assert.equal(await readFile(path, 'utf8'), 'x\r\ny\r\nb\r\n');
    const mixed = await world.write('mixed.txt', 'a\r\nb\nc\n');
    await world.run('Read', { file_path: mixed });
    await world.run('Edit', { file_path: mixed, old_string: 'b\nc', new_string: 'd\ne' });
    assert.equal(await readFile(mixed, 'utf8'), 'a\r\nd\ne\n');
  });

  test('changes the file behind a link, and leaves the link', async () => {
    await using world = await openToolWorld();
    const real = await world.write('real.txt', 'x');
    const link = join(world.root, 'link.txt');
    await symlink('real.txt', link);
    await world.run('Read', { file_path: link });
    await world.run('Edit', { file_path: link, old_string: 'x', new_string: 'y' });
    assert.equal(await readFile(real, 'utf8'), 'y');
    assert.ok((await lstat(link)).isSymbolicLink());
  });
});
