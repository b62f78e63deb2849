// The unmodified SDK as the judge of the local server, for what the driver port does not use.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FileType, Sandbox } from 'e2b';
import type { E2bConnection } from '../../../sandbox/driver/e2b/connection.ts';
import { type LocalWorld, openLocalWorld, waitUntil } from './local-world.ts';

describe('the e2b SDK on the local server', () => {
  let world: LocalWorld;
  let connection: E2bConnection;
  let sandbox: Sandbox;
  before(async () => {
    world = await openLocalWorld();
    connection = await world.connection();
    const options = { ...connection, allowInternetAccess: false, envs: { GIVEN: 'once' } };
    sandbox = await Sandbox.create('base', options);
  });
  after(async () => await world.close());

  it('writes one and many files as a form, raw and compressed', async () => {
    const one = await sandbox.files.write('a/one.txt', 'önе');
    assert.deepEqual([one.name, one.path], ['one.txt', '/home/user/a/one.txt']);
    await sandbox.files.write([
      { path: 'a/two.txt', data: 'two' },
      { path: '/tmp/three.bin', data: new Uint8Array([0, 255, 10]).buffer },
    ]);
    await sandbox.files.write('a/packed.txt', 'p'.repeat(100_000), { gzip: true });
    assert.equal(await sandbox.files.read('a/one.txt'), 'önе');
    assert.equal(await sandbox.files.read('a/two.txt'), 'two');
    const bytes = await sandbox.files.read('/tmp/three.bin', { format: 'bytes' });
    assert.deepEqual([...bytes], [0, 255, 10]);
    assert.equal((await sandbox.files.read('a/packed.txt')).length, 100_000);
  });

  it('lists, looks at, moves, makes and removes', async () => {
    assert.equal(await sandbox.files.makeDir('d/e'), true);
    assert.equal(await sandbox.files.makeDir('d/e'), false);
    await sandbox.files.write('d/e/f.sh', '#!/bin/sh\n');
    await sandbox.commands.run('chmod 750 d/e/f.sh; ln -s e/f.sh d/link');
    const entries = await sandbox.files.list('d', { depth: 2 });
    const seen = entries.map(({ name, type, permissions }) => `${name} ${type} ${permissions}`);
    assert.deepEqual(seen.sort(), [
      `e ${FileType.DIR} drwxr-xr-x`,
      `f.sh ${FileType.FILE} -rwxr-x---`,
      `link ${FileType.SYMLINK} Lrwxrwxrwx`,
    ]);
    const info = await sandbox.files.getInfo('d/link');
    assert.equal(info.symlinkTarget, 'e/f.sh');
    assert.ok(Math.abs(Date.now() - (info.modifiedTime?.getTime() ?? 0)) < 60_000);
    const moved = await sandbox.files.rename('d/e/f.sh', 'g/h.sh');
    assert.equal(moved.path, '/home/user/g/h.sh');
    assert.equal(await sandbox.files.exists('d/e/f.sh'), false);
    await sandbox.files.remove('d');
    assert.equal(await sandbox.files.exists('d'), false);
    await assert.rejects(sandbox.files.read('d'), { name: 'FileNotFoundError' });
    await assert.rejects(sandbox.files.read('/tmp'), { name: 'InvalidArgumentError' });
    await assert.rejects(sandbox.files.read('/dev/zero'), { name: 'InvalidArgumentError' });
    await assert.rejects(sandbox.files.write('/usr/x', 'x'));
  });

  it('lists running commands and their variables', async () => {
    const handle = await sandbox.commands.run('sleep 60', { background: true, envs: { A: 'b' } });
    const [running] = await sandbox.commands.list();
    assert.deepEqual(
      [running?.pid, running?.cmd, running?.envs],
      [handle.pid, '/bin/bash', { A: 'b' }],
    );
    assert.equal(await handle.kill(), true);
    await assert.rejects(handle.wait(), { name: 'CommandExitError' });
    assert.equal(await sandbox.commands.kill(handle.pid), false);
    assert.equal((await sandbox.commands.run('echo $GIVEN')).stdout, 'once\n');
  });

  it('kills a command at the time the SDK gave it', async () => {
    await assert.rejects(sandbox.commands.run('exec sleep 60', { timeoutMs: 300 }), {
      name: 'TimeoutError',
    });
    await waitUntil(
      async () => (await sandbox.commands.run('pgrep -c sleep; true')).stdout === '0\n',
      'the command is gone',
    );
  });

  it('stops a writer that nobody keeps up with, and loses nothing', async () => {
    let bytes = 0;
    let isFirst = true;
    const handle = await sandbox.commands.run('head -c 3000000 /dev/zero | tr "\\0" x', {
      background: true,
      onStdout: async (text) => {
        bytes += text.length;
        if (isFirst) await new Promise((resolve) => setTimeout(resolve, 500));
        isFirst = false;
      },
    });
    await handle.wait();
    assert.equal(bytes, 3_000_000);
  });

  it('pages through its list and tells about one', async () => {
    const other = await Sandbox.create('base', { ...connection, allowInternetAccess: false });
    const pages = Sandbox.list({ ...connection, limit: 1 });
    const ids: string[] = [];
    while (pages.hasNext) ids.push(...(await pages.nextItems()).map(({ sandboxId }) => sandboxId));
    assert.deepEqual(ids.sort(), [sandbox.sandboxId, other.sandboxId].sort());
    const info = await other.getInfo();
    assert.deepEqual(
      [info.state, info.allowInternetAccess, info.lifecycle?.onTimeout],
      ['running', false, 'kill'],
    );
    assert.equal(await other.kill(), true);
    assert.equal(await other.isRunning(), false);
    assert.equal(await other.kill(), false);
  });

  it('refuses aloud what it does not have', async () => {
    await assert.rejects(Sandbox.create('base', connection), /NETWORK_POLICY_UNAVAILABLE/);
    await assert.rejects(sandbox.pty.create({ cols: 80, rows: 24, onData: () => undefined }));
    await assert.rejects(sandbox.files.watchDir('/tmp', () => undefined));
    await assert.rejects(sandbox.pause(), /not offered/);
    const lifecycle = { onTimeout: 'pause' } as const;
    const options = { ...connection, allowInternetAccess: false, lifecycle };
    await assert.rejects(Sandbox.create('base', options), /autoPause/);
  });
});
