// The escape suite as whoever runs the tests, and what goes with it: a shell that obeys no earlier
// command, and a server without layers that nobody can be given by mistake.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SANDBOX_PATHS, type Sandbox } from '../../../../sandbox/driver/port.ts';
import { findServer } from '../../../../sandbox/local/find-server.ts';
import { writeLockFile } from '../../../../sandbox/local/lock-file.ts';
import { describeEscapes } from './suite.ts';
import { type EscapeWorld, openEscapeWorld, type Place } from './world.ts';

describeEscapes();

describe('a home that an earlier command has prepared', () => {
  let world: EscapeWorld;
  let place: Place;
  before(async () => {
    world = await openEscapeWorld();
    place = await world.open();
  });
  after(async () => {
    await place.close();
    await world.close();
  });

  /** Takes `exec` over, and with it every command that a login shell is asked to become. */
  const POISON = 'touch /workspace/poisoned; exec() { echo forged; exit 0; }';
  const FILES = ['.bash_profile', '.bash_login', '.profile', '.bashrc'];

  it('does not decide over later commands, the runner among them', async () => {
    const sandbox = await place.create();
    for (const name of FILES) {
      await sandbox.upload(`${SANDBOX_PATHS.home}/${name}`, Buffer.from(`${POISON}\n`));
    }
    const control = await sandbox.exec({ command: 'bash -l -c true; ls', timeoutMs: 10_000 });
    assert.equal(control.stdout, '', 'the home itself holds nothing else');
    assert.deepEqual(await poisoned(sandbox), ['poisoned'], 'a login shell does read it');
    await sandbox.exec({ command: ['rm', '/workspace/poisoned'], timeoutMs: 10_000 });
    const failed = await sandbox.exec({ command: 'echo "$HOME"; exit 7', timeoutMs: 10_000 });
    assert.deepEqual([failed.exitCode, failed.stdout], [7, '/home/user\n']);
    let said = '';
    const runner = await sandbox.start({
      command: [SANDBOX_PATHS.sealedNode, '-p', 'process.env.HOME'],
      onData: (text) => {
        said += text;
      },
    });
    await runner.ended;
    assert.equal(said, '/home/user\n');
    await sandbox.uploadTar('/workspace/tar', Buffer.alloc(1_024));
    const own = { command: 'echo "$HOME"', env: { HOME: "/tmp/it's" }, timeoutMs: 10_000 };
    assert.equal((await sandbox.exec(own)).stdout, "/tmp/it's\n");
    const late = await sandbox.exec({ command: ['sleep', '30'], timeoutMs: 50 });
    assert.equal(late.ended, 'timeout');
    assert.deepEqual(await poisoned(sandbox), [], 'nothing of ours read it');
  });

  async function poisoned(sandbox: Sandbox): Promise<string[]> {
    const command = 'ls /workspace | grep poisoned || true';
    const { stdout } = await sandbox.exec({ command, timeoutMs: 10_000 });
    return stdout.split('\n').filter((line) => line !== '');
  }
});

describe('a server without layers', () => {
  it('cannot be asked for from outside, and is not found', async () => {
    const world = await openEscapeWorld();
    const place = await world.open(['seccomp']);
    try {
      const { url, apiKey } = place.address;
      const health = await fetch(`${url}/health`, { headers: { 'x-api-key': apiKey } });
      assert.deepEqual(Object(await health.json()), {
        pid: process.pid,
        sandboxes: 0,
        without: ['seccomp'],
      });
      assert.equal(await findServer(place.runtimeDirectory), undefined);
      const port = Number(new URL(url).port);
      await writeLockFile(place.runtimeDirectory, { pid: process.pid, port, apiKey });
      assert.equal(await findServer(place.runtimeDirectory), undefined, 'even with a lock file');
    } finally {
      await place.close();
      await world.close();
    }
    const main = fileURLToPath(new URL('../../../../sandbox/local/main.ts', import.meta.url));
    const options = {
      runtimeDirectory: '/nonexistent/run',
      snapshotDirectory: '/nonexistent/snapshots',
      nodeBinary: process.execPath,
      sealedNodeBinary: process.execPath,
      without: ['seccomp'],
    };
    const { stdout, status } = spawnSync(process.execPath, [main, JSON.stringify(options)], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(status, 1);
    assert.match(stdout, /"refused".*unrecognized_keys.*without/);
  });
});
