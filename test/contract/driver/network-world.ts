// A local server in this process with a scripted resolver, hosts on loopback that its operator
// exempts, and a canary that nobody may reach. What is not scripted does not resolve: no question of
// these tests leaves the machine.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTls } from 'node:https';
import { createServer as createTcp, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { E2bConnection } from '../../../sandbox/driver/e2b/connection.ts';
import { createE2bDriver } from '../../../sandbox/driver/e2b/driver.ts';
import type { NetworkPolicy, Sandbox, SandboxDriver } from '../../../sandbox/driver/port.ts';
import { ServerOptions } from '../../../sandbox/local/options.ts';
import { startSandboxServer } from '../../../sandbox/local/server.ts';
import { reachableNode } from './local-world.ts';
import { selfSigned } from './self-signed.ts';

const MIB = 1024 * 1024;

export type NetworkWorld = {
  driver: SandboxDriver;
  connection: E2bConnection;
  /** Of `registry.test`, exempted: plain and TLS. */
  http: number;
  https: number;
  cert: string;
  canary: { port: number; text: string; visitors(): number };
  /** Names that were looked up, in order. */
  asked: string[];
  create(network?: NetworkPolicy): Promise<Sandbox>;
  close(): Promise<void>;
};

export async function openNetworkWorld(
  answers: Readonly<Record<string, readonly string[]>> = {},
): Promise<NetworkWorld> {
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-net-'));
  await chmod(directory, 0o755);
  const { key, cert } = selfSigned('registry.test');
  const answer: RequestListener = ({ method, url, headers }, response) => {
    const { host } = headers;
    if (url?.startsWith('/tiny-pad') === true) response.end(packageAnswer(url, String(host)));
    else response.end(JSON.stringify({ method, url, host }));
  };
  const [plain, secure] = [createServer(answer), createTls({ key, cert }, answer)];
  const text = randomUUID();
  let visitors = 0;
  const trap = createTcp((socket) => {
    visitors += 1;
    socket.on('error', () => undefined).end(text);
  });
  const [http, https, port] = [await listen(plain), await listen(secure), await listen(trap)];
  const asked: string[] = [];
  const server = await startSandboxServer(
    ServerOptions.parse({
      runtimeDirectory: join(directory, 'run'),
      snapshotDirectory: join(directory, 'snapshots'),
      ...(await reachableNode(directory)),
      limits: { memoryBytes: 256 * MIB, diskBytes: 64 * MIB, processes: 128 },
      allowPrivate: [http, https].map((at) => `registry.test:${at}`),
    }),
    {
      now: Date.now,
      log: () => undefined,
      async lookup(name) {
        asked.push(name);
        const found = name === 'registry.test' ? ['127.0.0.1'] : answers[name];
        return await (found ?? Promise.reject(new Error('no such name')));
      },
    },
  ).catch(async (error: unknown) => {
    // Nobody gets a world to close.
    for (const each of [plain, secure, trap]) each.close();
    await rm(directory, { recursive: true, force: true });
    throw error;
  });
  const url = `http://127.0.0.1:${server.port}`;
  const connection = { apiKey: server.apiKey, apiUrl: url, sandboxUrl: url };
  const connect = async () => await Promise.resolve({ ...connection, hasExactPorts: true });
  const driver = createE2bDriver({ connect, now: Date.now });
  return {
    driver,
    connection,
    http,
    https,
    cert,
    canary: { port, text, visitors: () => visitors },
    asked,
    create: async (network) =>
      await driver.create({
        from: { kind: 'template', name: 'base' },
        metadata: { job: 'job', session: 'session', attempt: '1' },
        timeoutMs: 120_000,
        ...(network === undefined ? {} : { network }),
      }),
    async close() {
      await server.stop('the tests are over');
      assert.deepEqual(readdirSync(join(directory, 'run', 'sandboxes')), []);
      assert.equal(existsSync(join(directory, 'run', 'sandboxd.json')), false);
      for (const each of [plain, secure]) each.closeAllConnections();
      for (const each of [plain, secure, trap]) each.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const VERSION = '1.0.0';

/** One package, as a registry tells of it and as it is packed. */
function packageAnswer(url: string, host: string): string | Buffer {
  const about = { name: 'tiny-pad', version: VERSION };
  if (url.endsWith('.tgz')) return pack('package/package.json', JSON.stringify(about));
  const tarball = `http://${host}/tiny-pad/-/tiny-pad-${VERSION}.tgz`;
  return JSON.stringify({
    name: 'tiny-pad',
    'dist-tags': { latest: VERSION },
    versions: { [VERSION]: { ...about, dist: { tarball } } },
  });
}

/** A tar with one file. */
function pack(path: string, text: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  for (const at of [100, 108, 116]) header.write('0000644', at);
  header.write(text.length.toString(8).padStart(11, '0'), 124);
  header.write('00000000000', 136);
  // The sum is made as if it were blank.
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const body = Buffer.alloc(Math.ceil(text.length / 512) * 512 + 1_024);
  body.write(text);
  return gzipSync(Buffer.concat([header, body]));
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * Run by node inside. Takes texts to say to the proxy, one connection each, from standard input or
 * a file; prints what each is answered, cut short.
 */
export const ASK_SCRIPT = `
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
const told = [];
for (const text of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  told.push(await new Promise((resolve) => {
    const socket = createConnection(3128, '127.0.0.1');
    let answer = '';
    const finish = () => { socket.destroy(); resolve(answer); };
    socket.setTimeout(8000, finish);
    socket.on('error', (error) => { answer += error.code; });
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
      if (answer.length > 2000) finish();
    });
    socket.on('end', finish).on('close', finish);
    socket.write(Buffer.from(text, 'latin1'));
  }));
}
console.log(JSON.stringify(told));
`;

export async function askProxy(sandbox: Sandbox, texts: readonly string[]): Promise<string[]> {
  await sandbox.upload('/tmp/ask.mjs', Buffer.from(ASK_SCRIPT));
  await sandbox.upload('/tmp/ask.json', Buffer.from(JSON.stringify(texts)));
  const command = ['node', '/tmp/ask.mjs', '/tmp/ask.json'] as const;
  const { stdout, stderr } = await sandbox.exec({ command, timeoutMs: 120_000 });
  assert.equal(stderr, '');
  const told: unknown = JSON.parse(stdout);
  assert.ok(Array.isArray(told) && told.length === texts.length);
  return told.map(String);
}
