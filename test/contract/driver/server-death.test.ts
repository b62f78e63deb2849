// The local server is killed under its driver: whoever waits for a sandbox learns at
// once that it is gone, from the server that took over, instead of waiting for a dead address.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isAppError } from '../../../app/errors.ts';
import { type LocalWorld, openLocalWorld } from './local-world.ts';

const isGone = (error: unknown) => isAppError(error, 'SANDBOX_NOT_FOUND');

describe('a driver whose local server was killed', () => {
  let world: LocalWorld;
  before(async () => {
    world = await openLocalWorld();
  });
  after(async () => await world.close());

  it('says of a process that its sandbox is gone', async () => {
    const sandbox = await world.create();
    const running = await sandbox.start({ command: ['cat'], onData: () => undefined });
    await killServer();
    assert.equal((await running.ended).kind, 'sandbox-gone');
  });

  it('says so to who connects to a process', async () => {
    const sandbox = await world.create();
    const running = await sandbox.start({ command: ['cat'], onData: () => undefined });
    await killServer();
    await assert.rejects(sandbox.connect(running.pid, { onData: () => undefined }), isGone);
  });

  it('says so to who runs a command, be it running or new', async () => {
    const sandbox = await world.create();
    const { promise: begun, resolve: onStdout } = Promise.withResolvers<unknown>();
    const command = 'echo begun; sleep 300';
    const running = sandbox.exec({ command, timeoutMs: 300_000, onStdout });
    running.catch(() => undefined);
    await begun;
    await killServer();
    await assert.rejects(running, isGone);
    await assert.rejects(sandbox.exec({ command: ['true'], timeoutMs: 20_000 }), isGone);
  });

  async function killServer(): Promise<void> {
    const { pid } = await world.server();
    process.kill(pid, 'SIGKILL');
  }
});
