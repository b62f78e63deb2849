// Resource bombs where there are no cgroups: what the watch of an ordinary user's server bounds.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { NEEDS_ROOT, openOrdinaryWorld } from './ordinary-world.ts';

const MIB = 1024 * 1024;

describe('bombs without cgroups', { skip: NEEDS_ROOT }, () => {
  let world: Awaited<ReturnType<typeof openOrdinaryWorld>>;
  let sandbox: Sandbox;
  before(async () => {
    world = await openOrdinaryWorld({
      limits: {
        memoryBytes: 192 * MIB,
        diskBytes: 48 * MIB,
        processes: 64,
        openFiles: 512,
      },
      strainMs: 3_000,
      sweepMs: 200,
    });
  });
  after(async () => await world.close());

  const create = async () => {
    const from = { kind: 'template', name: 'base' } as const;
    const metadata = { job: 'j', session: 's', attempt: '1' };
    sandbox = await world.driver.create({ from, metadata, timeoutMs: 60_000 });
  };
  const python = async (code: string) =>
    await sandbox.exec({ command: ['python3', '-c', code], timeoutMs: 20_000 });

  it('kills who takes too much shared memory, however many have it mapped', async () => {
    await create();
    const result = await python(`
import mmap, os, time
held = []
for _ in range(8):
    region = mmap.mmap(-1, 50 << 20)
    held.append(region)
    for at in range(0, 50 << 20, 4096): region[at] = 1
time.sleep(5)
print('survived')`);
    assert.deepEqual([result.exitCode, result.resourceLimit], [137, 'memory']);
    const honest = await python(`
import mmap, os, time
region = mmap.mmap(-1, 60 << 20)
for at in range(0, 60 << 20, 4096): region[at] = 1
for _ in range(4):
    if os.fork() == 0:
        sum(region[at] for at in range(0, 60 << 20, 4096))
        time.sleep(1)
        os._exit(0)
for _ in range(4): os.wait()
print('shared')`);
    assert.equal(honest.stdout, 'shared\n', honest.stderr);
    await sandbox.destroy();
  });

  it('has no memory that nobody maps: no memory files, no large segments', async () => {
    await create();
    const result = await python(`
import ctypes, os
try: os.memfd_create('a')
except OSError as error: print(error.strerror)
calls = ctypes.CDLL(None, use_errno=True)
print(calls.shmget(0, 100 << 20, 0o1600), os.strerror(ctypes.get_errno()))
print(calls.shmget(0, 4096, 0o1600) >= 0)`);
    const told = 'Function not implemented\n-1 Invalid argument\nTrue\n';
    assert.equal(result.stdout, told, result.stderr);
    await sandbox.destroy();
  });

  it('ends who keeps all its threads in use', async () => {
    await create();
    const bomb = python(`
import threading, time
try:
    while True: threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
except RuntimeError: time.sleep(60)`);
    const details = { sandboxId: sandbox.id, resourceLimit: 'processes' };
    await assert.rejects(bomb, { code: 'SANDBOX_RESOURCE_LIMIT', details });
  });

  it('tells who calls after the end which limit it was', async () => {
    await create();
    await sandbox.exec({ command: 'cat /dev/zero > /tmp/fill', timeoutMs: 20_000 });
    await sleep(4_000);
    const gone = {
      code: 'SANDBOX_NOT_FOUND',
      message: /^The sandbox is gone, it had used too much disk: /,
    };
    await assert.rejects(sandbox.exec({ command: ['true'], timeoutMs: 5_000 }), gone);
  });

  it('ends who fills the buffers of many sockets', async () => {
    await create();
    const bomb = python(`
import os, socket, time
kept = []
def fill():
    while len(kept) < 200:
        pair = socket.socketpair()
        kept.append(pair)
        for one in pair:
            size = one.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * size)
            if one.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) != size: os.kill(0, 9)
            one.setblocking(False)
            try:
                while True: one.send(b'x' * 65536)
            except BlockingIOError: pass
for _ in range(12):
    if os.fork() == 0:
        fill()
        time.sleep(60)
time.sleep(60)`);
    const details = { sandboxId: sandbox.id, resourceLimit: 'descriptors' };
    await assert.rejects(bomb, { code: 'SANDBOX_RESOURCE_LIMIT', details });
    // Nobody waits for the end: it is told while it goes on too.
    const next = sandbox.exec({ command: ['true'], timeoutMs: 5_000 });
    await assert.rejects(next, { message: /it had used too much descriptors/ });
  });

  it('goes on after a command has stopped everything in it', async () => {
    await create();
    const command = 'kill -STOP -1; sleep 1; echo still';
    const result = await sandbox.exec({ command, timeoutMs: 5_000 });
    assert.deepEqual([result.ended, result.stdout], ['exit', 'still\n']);
    const next = await sandbox.exec({ command: ['echo', 'on'], timeoutMs: 5_000 });
    assert.equal(next.stdout, 'on\n');
    await sandbox.destroy();
  });

  it('ends a sandbox whose agent is kept stopped', async () => {
    await create();
    const command = 'while :; do kill -STOP -1; done';
    const bomb = sandbox.exec({ command, timeoutMs: 20_000 });
    await assert.rejects(bomb, { code: 'SANDBOX_NOT_FOUND' });
  });
});
