// The local server started by somebody who is not root: his own uid, no cgroups, the same walls.
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createE2bDriver } from '../../../sandbox/driver/e2b/driver.ts';
import { findServer } from '../../../sandbox/local/find-server.ts';
import { copyNode } from './local-world.ts';

const MIB = 1024 * 1024;
const UID = 63_999;
const NEEDS_ROOT = process.getuid?.() === 0 ? false : 'needs root to become somebody else';

describe('the local server of an ordinary user', { skip: NEEDS_ROOT }, () => {
  it('isolates and limits without root', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'redgreen-sbx-'));
    await chmod(directory, 0o755);
    const binaries = await copyNode(directory);
    await chown(directory, UID, UID);
    const options = {
      ...binaries,
      runtimeDirectory: join(directory, 'run'),
      snapshotDirectory: join(directory, 'snapshots'),
      limits: { memoryBytes: 192 * MIB, diskBytes: 48 * MIB, processes: 64 },
      memoryCheckMs: 50,
    };
    const main = await bundleServer(directory);
    const web = createServer((_request, response) => response.end('from the registry'));
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    const place = web.address();
    const port = typeof place === 'object' && place !== null ? place.port : 0;
    const exempt = ['--allow-private', `registry.test:${port}=127.0.0.1`];
    const server = spawn(binaries.nodeBinary, [main, JSON.stringify(options), ...exempt], {
      uid: UID,
      gid: UID,
      env: {},
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exited = once(server, 'exit');
    try {
      const line = await firstLine(server);
      assert.match(line, /"limitedBy":"watchdog"/);
      const address = await findServer(options.runtimeDirectory);
      assert.ok(address !== undefined);
      const { apiKey, url } = address;
      const connect = async () => ({ apiKey, apiUrl: url, sandboxUrl: url, hasExactPorts: true });
      const driver = createE2bDriver({ connect, now: Date.now });
      await exercise(driver);
      await exerciseNetwork(driver, port);
    } finally {
      server.kill('SIGTERM');
      await exited;
      web.closeAllConnections();
      web.close();
      await rm(directory, { recursive: true, force: true });
    }
  });
});

/** Into a place that he can read: the clone may lie under a directory that he may not enter. */
async function bundleServer(directory: string): Promise<string> {
  const sources = fileURLToPath(new URL('../../../sandbox/local', import.meta.url));
  const place = join(directory, 'server');
  for (const [entry, file] of [
    ['main.ts', 'main.mjs'],
    ['guest/agent.ts', 'guest/agent.mjs'],
  ] as const) {
    await build({
      entryPoints: [join(sources, entry)],
      outfile: join(place, file),
      bundle: true,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      logLevel: 'warning',
    });
  }
  return join(place, 'main.mjs');
}

/** Or why there is none. */
async function firstLine(server: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  const lines = createInterface({ input: server.stdout });
  const line = once(lines, 'line').then(([text]) => String(text));
  const end = once(server, 'exit').then(([code]) => `the server exited with ${String(code)}`);
  return await Promise.race([line, end]);
}

async function exercise(driver: ReturnType<typeof createE2bDriver>): Promise<void> {
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

async function exerciseNetwork(
  driver: ReturnType<typeof createE2bDriver>,
  port: number,
): Promise<void> {
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
