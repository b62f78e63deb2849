// The way back from a sandbox to this machine: what is written, and what is kept out.
import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Change, writeChanges } from '../../../app/cli/agent/changes.ts';
import { packDirectory } from '../../../app/cli/agent/directory.ts';

async function place(files: Record<string, string>) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'redgreen-changes-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder.path, path, '..'), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
  const { manifest } = await packDirectory(folder.path);
  const write = async (...changes: Change[]) =>
    (await writeChanges(changes, { manifest, directory: folder.path })).map(({ kept }) => kept);
  const read = async (path: string) =>
    await readFile(join(folder.path, path), 'utf8').catch(() => undefined);
  return { directory: folder.path, write, read, [Symbol.asyncDispose]: folder.remove };
}

function change(path: string, text: string | undefined, mode = 0o644): Change {
  const lines = { addedLines: 0, removedLines: 0 };
  if (text === undefined) return { path, change: 'deleted', ...lines, mode };
  return { path, change: 'modified', ...lines, mode, bytes: Buffer.from(text) };
}

test('files are written, made executable and deleted', async () => {
  await using here = await place({ 'a.txt': 'old', 'gone.txt': 'x' });
  const script = change('bin/run.sh', 'echo', 0o755);
  const kept = await here.write(change('a.txt', 'new'), script, change('gone.txt', undefined));
  assert.deepEqual(kept, [undefined, undefined, undefined]);
  assert.equal(await here.read('a.txt'), 'new');
  assert.equal((await stat(join(here.directory, 'bin/run.sh'))).mode & 0o777, 0o755);
  assert.equal(await here.read('gone.txt'), undefined);
});

test('nothing is written through a symbolic link, nor over one', async () => {
  await using outside = await place({ 'keys.txt': 'mine' });
  await using here = await place({ 'a.txt': 'old' });
  await symlink(outside.directory, join(here.directory, 'out'));
  await symlink(join(outside.directory, 'keys.txt'), join(here.directory, 'b.txt'));
  const kept = await here.write(change('out/keys.txt', 'evil'), change('b.txt', 'evil'));
  assert.deepEqual(kept, ['out is no directory here', 'it is no regular file here']);
  assert.equal(await outside.read('keys.txt'), 'mine');
});

test('what a person changed meanwhile stays', async () => {
  await using here = await place({ 'a.txt': 'old' });
  await writeFile(join(here.directory, 'a.txt'), 'by hand');
  await writeFile(join(here.directory, 'b.txt'), 'by hand');
  const kept = await here.write(change('a.txt', 'new'), change('b.txt', 'new'));
  assert.deepEqual(kept, ['it was changed here meanwhile', 'it was changed here meanwhile']);
  assert.equal(await here.read('a.txt'), 'by hand');
});

test('what was refused before is not written', async () => {
  await using here = await place({});
  const refused = { ...change('.redgreen/agent.json', '{}'), kept: 'it steers the agent itself' };
  assert.deepEqual(await here.write(refused), ['it steers the agent itself']);
  assert.equal(await here.read('.redgreen/agent.json'), undefined);
});

test('a directory is packed with its links and programs, and .git is not compared', async () => {
  await using here = await place({ '.git/config': 'c', 'a.txt': 'a' });
  await symlink('a.txt', join(here.directory, 'link'));
  const { manifest, tar } = await packDirectory(here.directory);
  assert.deepEqual([...manifest.keys()], ['a.txt', 'link']);
  assert.equal(manifest.get('link'), 'link a.txt');
  assert.match(Buffer.from(tar).toString('latin1'), /\.git\/config/);
});
