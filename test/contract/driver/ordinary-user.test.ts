// The local server started by somebody who is not root: his own uid, no cgroups, the same walls.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import type { SandboxDriver } from '../../../sandbox/driver/port.ts';
import { NEEDS_ROOT, openOrdinaryWorld } from './ordinary-world.ts';

const MIB = 1024 * 1024;

describe('the local server of an ordinary user', { skip: NEEDS_ROOT }, () => {
  it('isolates and limits without root', async () => {
    const web = createServer((_request, response) => response.end('from the registry'));
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    const place = web.address();
    const port = typeof place === 'object' && place !== null ? place.port : 0;
    const limits = { memoryBytes: 192 * MIB, diskBytes: 48 * MIB, processes: 64 };
    const exempt = ['--allow-private', `registry.test:${port}=127.0.0.1`];
    const world = await openOrdinaryWorld({ limits, memoryCheckMs: 50 }, exempt);
    try {
      assert.match(world.firstLine, /"limitedBy":"watchdog"/);
      await exercise(world.driver);
      await exerciseNetwork(world.driver, port);
    } finally {
      await world.close();
      web.closeAllConnections();
      web.close();
    }
  });
});

async function exercise(driver: SandboxDriver): Promise<void> {
  const metadata = { job: 'j', session: 's', attempt: '1' };
  const from = { kind: 'template', name: 'base' } as const;
  const sandbox = await driver.create({ from, metadata, timeoutMs: 60_000 });
  const run = async (command: string) => await sandbox.exec({ command, timeoutMs: 20_000 });
  const seen = await run(
    'id -u; grep -E "^(CapEff|Seccomp:)" /proc/self/status; cat /proc/2/environ',
  );
  assert.match(seen.stdout, /^1000\nCapEff:\t0+\nSeccomp:\t2\n$/);
  assert.match(seen.stderr, /Permission denied/);
  assert.deepEqual(await sandbox.traces(), { isUntouched: true, touched: [], left: [] });
  const memory = await sandbox.exec({
    command: ['node', '-e', 'const a=[]; for(;;) a.push(Buffer.alloc(1e6, 1))'],
    timeoutMs: 20_000,
  });
  assert.deepEqual([memory.exitCode, memory.resourceLimit], [137, 'memory']);
  const disk = await run('cat /dev/zero > /tmp/fill');
  assert.match(disk.stderr, /No space left on device/);
  const forks = await run('for i in $(seq 200); do sleep 5 & done; echo');
  assert.match(forks.stderr, /Resource temporarily unavailable/);
  assert.equal((await sandbox.traces()).isUntouched, false);
  await run('rm /tmp/fill; mkdir -p ~/closed/in && echo kept > ~/closed/in/f && chmod 0 ~/closed');
  const { snapshotId } = await sandbox.snapshot().catch(async (error: unknown) => {
    // A directory that its own owner closed cannot be copied by him: said, not skipped.
    assert.match(String(error), /snapshot/);
    await run('chmod 700 ~/closed');
    return await sandbox.snapshot();
  });
  const copy = await driver.create({
    from: { kind: 'snapshot', snapshotId },
    metadata,
    timeoutMs: 60_000,
  });
  const kept = await copy.exec({
    command: 'cat ~/closed/in/f; chmod -w ~/closed/in',
    timeoutMs: 20_000,
  });
  assert.equal(kept.stdout, 'kept\n');
  await copy.destroy();
  await sandbox.destroy();
  await driver.deleteSnapshot(snapshotId);
}

async function exerciseNetwork(driver: SandboxDriver, port: number): Promise<void> {
  const sandbox = await driver.create({
    from: { kind: 'template', name: 'base' },
    metadata: { job: 'j', session: 's', attempt: '1' },
    network: { kind: 'allow', hosts: [{ host: 'registry.test', port }] },
    timeoutMs: 60_000,
  });
  const read = async (url: string) => {
    const script = `fetch('${url}').then(async (r) => console.log(await r.text()), () => console.log('none'))`;
    return (await sandbox.exec({ command: ['node', '-e', script], timeoutMs: 20_000 })).stdout;
  };
  assert.equal(await read(`http://registry.test:${port}/`), 'from the registry\n');
  assert.equal(await read(`http://127.0.0.1:${port}/`), 'none\n');
  assert.equal(await read(`http://other.test:${port}/`), 'none\n');
  const contacts = await driver.contacts(sandbox.id);
  const seen = contacts?.hosts.map(({ host, verdict }) => `${host} ${verdict}`);
  assert.deepEqual(seen, ['registry.test allowed', 'other.test refused']);
  await sandbox.destroy();
}
