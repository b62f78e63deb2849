// How the local server is found, started, ended, and what it refuses.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isAppError } from '../../../app/errors.ts';
import { createE2bDriver } from '../../../sandbox/driver/e2b/driver.ts';
import type { NetworkPolicy } from '../../../sandbox/driver/port.ts';
import { findOrStartServer, findServer } from '../../../sandbox/local/find-server.ts';
import {
  copyNode,
  expectAllDead,
  type LocalWorld,
  openLocalWorld,
  waitUntil,
} from './local-world.ts';

const fault = (code: string) => (error: unknown) => isAppError(error) && error.code === code;

describe('the local server', () => {
  let world: LocalWorld;
  /** Of its own: a case below opens the sealed one, and the other files share theirs. */
  let binaries: string;
  before(async () => {
    binaries = await mkdtemp(join(tmpdir(), 'redgreen-sbx-node-'));
    await chmod(binaries, 0o755);
    world = await openLocalWorld({ ownerTimeoutMs: 1_500, ...(await copyNode(binaries)) });
  });
  after(async () => {
    await world.close();
    await rm(binaries, { recursive: true, force: true });
  });

  it('is the same for everyone who looks for it, and its lock file is private', async () => {
    const found = await Promise.all([world.server(), world.server(), world.server()]);
    assert.equal(new Set(found.map(({ pid }) => pid)).size, 1);
    const lock = join(world.options.runtimeDirectory, 'sandboxd.json');
    assert.equal(statSync(lock).mode & 0o777, 0o600);
    const { pid, port, apiKey } = JSON.parse(await readFile(lock, 'utf8'));
    assert.deepEqual([pid, `http://127.0.0.1:${port}`, apiKey], Object.values(pick(found[0])));
  });

  it('answers nobody without its key, and no sandbox without its token', async () => {
    const { url } = await world.server();
    const connect = async () => ({ apiKey: 'x'.repeat(64), apiUrl: url, sandboxUrl: url });
    const stranger = createE2bDriver({ connect, now: Date.now });
    await assert.rejects(stranger.list(), fault('SANDBOX_UNAUTHORIZED'));
    const sandbox = await world.create();
    const headers = { 'e2b-sandbox-id': sandbox.id, 'x-access-token': 'guess' };
    const response = await fetch(`${url}/files?path=/etc/passwd`, { headers });
    assert.equal(response.status, 401);
    await sandbox.destroy();
  });

  it('refuses by name every network policy that it cannot enforce', async () => {
    const policy: NetworkPolicy = { kind: 'allow', hosts: [{ host: '10.0.0.0/8', port: 443 }] };
    await assert.rejects(world.create({ network: policy }), fault('NETWORK_POLICY_UNAVAILABLE'));
    const sandbox = await world.create({ network: { kind: 'none' } });
    await assert.rejects(sandbox.setNetwork(policy), fault('NETWORK_POLICY_UNAVAILABLE'));
    await sandbox.setNetwork({ kind: 'none' });
    await sandbox.destroy();
    assert.deepEqual(await world.driver.list(), []);
  });

  it('tests its walls again when what they are made of changes', async () => {
    const { sealedNodeBinary } = world.options;
    await chmod(sealedNodeBinary, 0o755);
    await assert.rejects(world.create(), fault('ISOLATION_INCOMPLETE'));
    await chmod(sealedNodeBinary, 0o111);
    const sandbox = await world.create();
    await sandbox.destroy();
    const log = await readFile(join(world.options.runtimeDirectory, 'sandboxd.log'), 'utf8');
    assert.match(log, /"profile changed"/);
  });

  it('lets nobody become root inside', async () => {
    const sandbox = await world.create();
    await assert.rejects(
      sandbox.exec({ command: 'id', user: 'root', timeoutMs: 20_000 }),
      fault('SANDBOX_UNAUTHORIZED'),
    );
    await sandbox.destroy();
  });

  it('ends a sandbox whose owner stays away, not one whose owner is on the line', async () => {
    const left = await world.create();
    const kept = await world.create();
    const process = await kept.start({ command: ['cat'], onData: () => undefined });
    await waitUntil(async () => {
      const living = await world.driver.list();
      return living.every(({ sandboxId }) => sandboxId !== left.id);
    }, 'the lonely one is ended');
    await sleep(500);
    assert.equal((await kept.exec({ command: ['true'], timeoutMs: 20_000 })).exitCode, 0);
    await process.detach();
    await waitUntil(async () => (await world.driver.list()).length === 0, 'the other follows');
  });

  it('ends a sandbox at its time', async () => {
    const sandbox = await world.create({ timeoutMs: 1_000 });
    const process = await sandbox.start({ command: ['cat'], onData: () => undefined });
    assert.equal((await process.ended).kind, 'sandbox-gone');
    assert.match((await sandbox.destroy()).providerAnswer, /info: not found/);
  });

  it('notices a sandbox that is killed from inside', async () => {
    const sandbox = await world.create();
    await assert.rejects(
      sandbox.exec({ command: 'kill -KILL -1; kill -KILL 2; sleep 5', timeoutMs: 20_000 }),
      fault('SANDBOX_NOT_FOUND'),
    );
    await waitUntil(async () => (await world.driver.list()).length === 0, 'it is not listed');
  });

  it('dies whole when it is killed, and a new one knows that nothing is left', async () => {
    const sandbox = await world.create({
      network: { kind: 'allow', hosts: [{ host: 'registry.test', port: 443 }] },
    });
    // Until a daemon has a session of its own it ends with its command.
    const daemon = "setsid sh -c 'touch $0; exec sleep 300'";
    const isThere = 'until test -e /tmp/one && test -e /tmp/two; do sleep 0.01; done';
    const command = `(${daemon} /tmp/one & ${daemon} /tmp/two &) >/dev/null 2>&1; ${isThere}`;
    await sandbox.exec({ command, timeoutMs: 20_000 });
    const running = await sandbox.start({ command: ['cat'], onData: () => undefined });
    const origin = await world.create();
    const { snapshotId } = await origin.snapshot();
    const processes = await world.processes();
    assert.ok(processes.length >= 9, `${processes.length} processes`);
    const { pid } = await world.server();
    process.kill(pid, 'SIGKILL');
    await expectAllDead(processes);
    assert.notEqual((await running.ended).kind, 'exit');
    const evidence = await sandbox.destroy();
    assert.match(evidence.providerAnswer, /kill: not found; info: not found/);
    assert.notEqual((await world.server()).pid, pid);
    const mounts = join(world.options.runtimeDirectory, 'sandboxes');
    assert.deepEqual(readdirSync(mounts), []);
    assert.deepEqual(await world.driver.listSnapshots(), [snapshotId]);
  });

  it('keeps a snapshot while somebody uses it, and forgets it when deleted', async () => {
    const [snapshotId = ''] = await world.driver.listSnapshots();
    const sandbox = await world.create({ from: { kind: 'snapshot', snapshotId } });
    await assert.rejects(world.driver.deleteSnapshot(snapshotId), fault('SANDBOX_SNAPSHOT_IN_USE'));
    await sandbox.destroy();
    await world.driver.deleteSnapshot(snapshotId);
    assert.deepEqual(readdirSync(world.options.snapshotDirectory), []);
    const again = await world.driver.deleteSnapshot(snapshotId);
    assert.match(again.providerAnswer, /delete: not found/);
  });

  it('says which option is wrong', async () => {
    const server = { ...world.options, nodeBinary: 'node' };
    await assert.rejects(findOrStartServer({ server }), { code: 'CONFIG_INVALID' });
  });

  it('refuses to start with a runner that could be looked into', async () => {
    const { runtimeDirectory, nodeBinary } = world.options;
    const other = join(runtimeDirectory, '..', 'other');
    const server = { ...world.options, runtimeDirectory: other, sealedNodeBinary: nodeBinary };
    await assert.rejects(findOrStartServer({ server }), fault('ISOLATION_INCOMPLETE'));
  });

  it('refuses to start where the sandboxes cannot reach their files', async (context) => {
    if (process.getuid?.() !== 0) {
      context.skip('needs root: only then sandboxes have another uid');
      return;
    }
    const closed = join(world.options.runtimeDirectory, '..', 'closed');
    await mkdir(closed, { mode: 0o700 });
    const sealedNodeBinary = join(closed, 'sealed');
    await copyFile(world.options.nodeBinary, sealedNodeBinary);
    await chmod(sealedNodeBinary, 0o111);
    const runtimeDirectory = join(world.options.runtimeDirectory, '..', 'third');
    const server = { ...world.options, runtimeDirectory, sealedNodeBinary };
    await assert.rejects(findOrStartServer({ server }), fault('DIRECTORY_UNREACHABLE'));
  });

  it('will not take over a directory that holds other things', async () => {
    const snapshotDirectory = join(world.options.runtimeDirectory, '..', 'precious');
    await mkdir(snapshotDirectory);
    await writeFile(join(snapshotDirectory, 'thesis.txt'), 'years');
    const runtimeDirectory = join(world.options.runtimeDirectory, '..', 'fourth');
    const server = { ...world.options, runtimeDirectory, snapshotDirectory };
    await assert.rejects(findOrStartServer({ server }), fault('SANDBOX_SERVER_FAILED'));
    assert.equal(await readFile(join(snapshotDirectory, 'thesis.txt'), 'utf8'), 'years');
    await rm(snapshotDirectory, { recursive: true });
  });
});

describe('a local server and the app that started it', () => {
  it('starts once for several apps, and outlives them with its sandboxes', async () => {
    const world = await openLocalWorld({ isStarted: false });
    try {
      const apps = [startApp(world), startApp(world)];
      const told = await Promise.all(apps.map(async ({ line }) => await line));
      const [first] = told;
      assert.ok(first !== undefined);
      assert.equal(new Set(told.map(({ server }) => server)).size, 1, JSON.stringify(told));
      for (const { child } of apps) child.kill('SIGKILL');
      await Promise.all(apps.map(async ({ exited }) => await exited));
      assert.equal((await world.server()).pid, first.server);
      const sandbox = await world.driver.attach(first.sandbox);
      let heard = '';
      const process = await sandbox.connect(first.process, {
        onData: (text) => void (heard += text),
      });
      await process.write('still there?\n');
      await waitUntil(() => heard === 'still there?\n', 'the process answers');
      assert.equal((await world.driver.list()).length, 2);
      await process.detach();
    } finally {
      await world.close();
    }
  });
});

const Told = z.object({ server: z.number(), sandbox: z.string(), process: z.number() });

/** An app of its own: finds or starts the server, makes a sandbox, starts a process, waits. */
function startApp(world: LocalWorld) {
  const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const script = `
    const { createE2bDriver } = await import(${module('../../../sandbox/driver/e2b/driver.ts')});
    const { findOrStartServer } = await import(${module('../../../sandbox/local/find-server.ts')});
    const server = await findOrStartServer({ server: ${JSON.stringify(world.options)} });
    const connection = { apiKey: server.apiKey, apiUrl: server.url, sandboxUrl: server.url };
    const driver = createE2bDriver({ connect: async () => connection, now: Date.now });
    const sandbox = await driver.create({
      from: { kind: 'template', name: 'base' },
      metadata: { job: 'j', session: 's', attempt: '1' },
      timeoutMs: 60_000,
    });
    const process_ = await sandbox.start({ command: ['cat'], onData: () => undefined });
    console.log(JSON.stringify({ server: server.pid, sandbox: sandbox.id, process: process_.pid }));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const line = once(createInterface({ input: child.stdout }), 'line').then(([text]) =>
    Told.parse(JSON.parse(String(text))),
  );
  return { child, exited, line };
}

describe('a local server that nobody needs', () => {
  it('ends itself and takes its lock file with it', async () => {
    const world = await openLocalWorld({ idleExitMs: 700 });
    const { pid } = await world.server();
    await waitUntil(() => !existsSync(`/proc/${pid}`), 'the server ends');
    assert.equal(await findServer(world.options.runtimeDirectory), undefined);
    assert.equal(existsSync(join(world.options.runtimeDirectory, 'sandboxd.json')), false);
    await world.close();
  });
});

function pick(address: { pid: number; url: string; apiKey: string } | undefined) {
  return { pid: address?.pid, url: address?.url, apiKey: address?.apiKey };
}
