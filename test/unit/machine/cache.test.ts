// The cache of programs that every uid can reach.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { isAppError } from '../../../app/errors.ts';
import { ensureCached } from '../../../app/machine/cache.ts';

const execute = promisify(execFile);
const base = await mkdtemp('/tmp/rg-cache-');
await chmod(base, 0o755);
after(async () => await rm(base, { recursive: true, force: true }));
const cache = join(base, 'made', 'cache');
const isRoot = process.geteuid?.() === 0;

const source = join(base, 'source');
await mkdir(join(source, 'bin'), { recursive: true, mode: 0o700 });
await mkdir(join(source, 'empty'));
await writeFile(join(source, 'bin', 'tool'), '#!/bin/sh\necho works\n', { mode: 0o700 });
await writeFile(join(source, 'text'), 'one', { mode: 0o600 });
await symlink('bin/tool', join(source, 'own-link'));
const tree = { cache, name: 'tree', version: '1', source };

test('copies a tree whole, readable by everybody whatever the umask', async () => {
  const umask = process.umask(0o077);
  const copy = await ensureCached({ ...tree, links: { 'bin/alias': 'tool' } }).finally(() =>
    process.umask(umask),
  );
  assert.equal((await execute(join(copy, 'bin', 'alias'))).stdout, 'works\n');
  assert.equal(readFileSync(join(copy, 'text'), 'utf8'), 'one');
  assert.equal(readlinkSync(join(copy, 'own-link')), 'bin/tool');
  const modes = ['..', '.', 'bin', 'empty', 'bin/tool', 'text'].map((path) =>
    (statSync(join(copy, path)).mode & 0o777).toString(8),
  );
  assert.deepEqual(modes, ['755', '755', '755', '755', '755', '644']);
  if (!isRoot) return;
  const asNobody = ['--reuid=65534', '--regid=65534', '--clear-groups', join(copy, 'bin/tool')];
  assert.equal((await execute('setpriv', asNobody)).stdout, 'works\n');
});

test('copies once: the second call finds the first copy', async () => {
  const first = await ensureCached(tree);
  const { ino } = lstatSync(join(first, 'text'));
  assert.equal(await ensureCached(tree), first);
  assert.equal(lstatSync(join(first, 'text')).ino, ino);
});

test('another name, version, mode, link or content is another copy', async () => {
  const before = await ensureCached(tree);
  const others = [
    await ensureCached({ ...tree, name: 'other' }),
    await ensureCached({ ...tree, version: '2' }),
    await ensureCached({ ...tree, mode: 0o755 }),
    await ensureCached({ ...tree, links: { alias: 'text' } }),
  ];
  await writeFile(join(source, 'text'), 'two');
  others.push(await ensureCached(tree));
  assert.equal(new Set([before, ...others]).size, 6);
});

test('a copy that lost a file or a byte is made again', async () => {
  const copy = await ensureCached(tree);
  await rm(join(copy, 'bin'), { recursive: true });
  assert.equal(await ensureCached(tree), copy);
  await writeFile(join(copy, 'text'), '');
  assert.equal(await ensureCached(tree), copy);
  assert.equal((await execute(join(copy, 'bin', 'tool'))).stdout, 'works\n');
  assert.equal(readFileSync(join(copy, 'text'), 'utf8'), 'two');
});

test('a single file keeps its name and gets the mode asked for', async () => {
  const request = { cache, name: 'tool', version: '1', source: join(source, 'bin', 'tool') };
  const file = await ensureCached({ ...request, mode: 0o111 });
  assert.match(file, /\/[0-9a-f]{64}\/tool$/);
  assert.equal(statSync(file).mode & 0o777, 0o111);
});

test('processes that race for the same copy all get it, and nothing half made stays', async () => {
  const large = join(base, 'large');
  await mkdir(large);
  for (let n = 0; n < 200; n += 1) await writeFile(join(large, `${n}`), `${n}`.repeat(9));
  const raced = join(base, 'raced');
  const request = { cache: raced, name: 'large', version: '1', source: large };
  const module = pathToFileURL(`${import.meta.dirname}/../../../app/machine/cache.ts`).href;
  const program = `
    import { ensureCached } from ${JSON.stringify(module)};
    process.stdout.write(await ensureCached(${JSON.stringify(request)}));`;
  const runs = [1, 2, 3].map(
    async () => await execute(process.execPath, ['--input-type=module', '-e', program]),
  );
  const copies = (await Promise.all(runs)).map(({ stdout }) => stdout);
  assert.equal(new Set(copies).size, 1);
  assert.equal(readdirSync(copies[0] ?? '').length, 200);
  assert.equal(readdirSync(raced).length, 1);
});

test('what a killed copier left is removed by the next', async () => {
  const copy = await ensureCached(tree);
  await mkdir(`${copy}.new-left`);
  await rm(copy, { recursive: true });
  await ensureCached(tree);
  assert.deepEqual(
    readdirSync(cache).filter((name) => name.includes('.new-')),
    [],
  );
});

test('a source that is not there is named', async () => {
  await assert.rejects(ensureCached({ ...tree, source: '/nonexistent/x' }), (error) => {
    assert.ok(isAppError(error, 'INTERNAL_ERROR'));
    assert.match(error.message, /\/nonexistent\/x.*ENOENT/);
    return true;
  });
});

test('as root, a cache that others cannot reach is refused by name', async (t) => {
  if (!isRoot) return t.skip('only root copies for others');
  const closed = join(base, 'closed');
  await mkdir(closed, { mode: 0o700 });
  await assert.rejects(ensureCached({ ...tree, cache: join(closed, 'cache') }), (error) => {
    assert.ok(isAppError(error, 'CONFIG_INVALID'));
    assert.equal(error.details['directory'], closed);
    return true;
  });
});

test('a cache that others may write to is refused', async () => {
  const shared = join(base, 'shared');
  await mkdir(shared);
  await chmod(shared, 0o777);
  await assert.rejects(ensureCached({ ...tree, cache: shared }), (error) => {
    assert.ok(isAppError(error, 'CONFIG_INVALID'));
    assert.match(error.message, /others may write to it/);
    return true;
  });
});
