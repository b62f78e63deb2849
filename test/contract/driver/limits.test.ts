// Resource bombs in one sandbox, with a neighbour that must not feel them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { type LocalWorld, openLocalWorld, waitUntil } from './local-world.ts';

const MIB = 1024 * 1024;

describe('limits of a local sandbox', () => {
  let world: LocalWorld;
  let bomb: Sandbox;
  let neighbour: Sandbox;

  before(async () => {
    world = await openLocalWorld({
      limits: { memoryBytes: 192 * MIB, diskBytes: 48 * MIB, processes: 96, files: 2_000 },
    });
    [bomb, neighbour] = await Promise.all([world.create(), world.create()]);
  });
  after(async () => await world.close());

  const expectNeighbourAlive = async () => {
    const result = await neighbour.exec({ command: ['echo', 'fine'], timeoutMs: 10_000 });
    assert.equal(result.stdout, 'fine\n');
  };

  it('bounds a fork bomb', async () => {
    const running = bomb.exec({ command: 'f() { f | f & f; }; f', timeoutMs: 1_500 });
    await expectNeighbourAlive();
    const rows = await world.processes();
    assert.ok(rows.length < 96 + 40, `${rows.length} processes`);
    const result = await running;
    assert.match(result.stderr, /fork: .*Resource temporarily unavailable|^$/);
    await waitUntil(async () => (await world.processes()).length < 30, 'the bomb is gone');
    assert.equal((await bomb.exec({ command: ['true'], timeoutMs: 10_000 })).exitCode, 0);
  });

  it('kills what takes too much memory, and says that it was memory', async () => {
    const command = ['node', '-e', 'const a=[]; for(;;) a.push(Buffer.alloc(8e6, 1))'] as const;
    const result = await bomb.exec({ command, timeoutMs: 30_000 });
    assert.deepEqual([result.exitCode, result.resourceLimit], [137, 'memory']);
    await expectNeighbourAlive();
    const next = await bomb.exec({ command: ['echo', 'on'], timeoutMs: 10_000 });
    assert.deepEqual([next.stdout, next.resourceLimit], ['on\n', undefined]);
  });

  it('ends writing at the disk quota with "no space", in every writable place together', async () => {
    const fill =
      'for d in /tmp /workspace /dev/shm /home/user /var/tmp; do cat /dev/zero > $d/fill; done';
    const result = await bomb.exec({ command: fill, timeoutMs: 30_000 });
    assert.equal(result.stderr.match(/No space left on device/g)?.length, 5);
    const size = await bomb.exec({
      command: 'cat /tmp/fill /workspace/fill /dev/shm/fill /home/user/fill /var/tmp/fill | wc -c',
      timeoutMs: 10_000,
    });
    assert.ok(Number(size.stdout) <= 48 * MIB, size.stdout);
    assert.ok(Number(size.stdout) > 44 * MIB, size.stdout);
    await assert.rejects(bomb.upload('/tmp/more', Buffer.alloc(100_000)), {
      code: 'SANDBOX_DISK_FULL',
    });
    await bomb.exec({
      command: 'rm -f /tmp/fill /workspace/fill /dev/shm/fill ~/fill /var/tmp/fill /tmp/more',
      timeoutMs: 10_000,
    });
    await expectNeighbourAlive();
  });

  it('ends the making of files and the opening of descriptors', async () => {
    const files = await bomb.exec({
      command: 'mkdir m && cd m && touch $(seq 3000)',
      timeoutMs: 20_000,
    });
    assert.match(files.stderr, /No space left on device/);
    await bomb.exec({ command: 'rm -rf m', timeoutMs: 20_000 });
    const open = await bomb.exec({
      command: ['python3', '-c', 'k=[]\nwhile True: k.append(open("/dev/null"))'],
      timeoutMs: 20_000,
    });
    assert.match(open.stderr, /Too many open files/);
  });
});

describe('cpu time of a local sandbox', () => {
  it('ends the sandbox that has used it up', async () => {
    const world = await openLocalWorld({
      limits: { memoryBytes: 192 * MIB, diskBytes: 48 * MIB, cpuSeconds: 1 },
    });
    try {
      const sandbox = await world.create();
      const spin = 'for i in 1 2; do (timeout 20 sh -c "while :; do :; done") & done; wait';
      await assert.rejects(sandbox.exec({ command: spin, timeoutMs: 20_000 }), {
        code: 'SANDBOX_RESOURCE_LIMIT',
        details: { sandboxId: sandbox.id, resourceLimit: 'cpu' },
      });
      assert.match((await sandbox.destroy()).providerAnswer, /info: not found/);
    } finally {
      await world.close();
    }
  });
});
