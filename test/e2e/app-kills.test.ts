// LEDGER: J2. kill -9 of the app under writes: every restart serves and finds every committed row.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { openDatabase } from '../../app/compose.ts';
import { readLocalConfig } from '../../app/config.ts';
import { verifyAudit } from '../../app/store/audit-verify.ts';
import { createClient } from '../../app/store/connection.ts';
import { stopEmbedded } from '../../app/store/embedded/reset.ts';
import { until } from '../support/waiting.ts';

const KILLS = 3;
const ROWS_BEFORE_KILL = 25;

test('every restart after kill -9 serves and finds every committed row', async () => {
  await using home = await temporaryHome();
  const committed = new Set<string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const app = await startApp(home.path, committed);
    try {
      const before = committed.size;
      await until(() => committed.size >= before + ROWS_BEFORE_KILL, 20_000);
      assert.equal((await fetch(`${app.url()}/health`)).status, 200);
    } finally {
      app.child.kill('SIGKILL');
      await app.ended;
    }
  }
  const found = await readBack(home.path);
  const lost = [...committed].filter((guid) => !found.guids.has(guid));
  assert.ok(committed.size >= KILLS * ROWS_BEFORE_KILL);
  assert.deepEqual(lost, []);
  assert.deepEqual(found.findings, []);
});

async function startApp(home: string, committed: Set<string>) {
  const script = join(import.meta.dirname, '..', 'support', 'writing-app.ts');
  const child: ChildProcess = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...settings(home) },
  });
  const ended = once(child, 'exit');
  let url = '';
  if (child.stdout === null) throw new Error('no standard output');
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word, value = ''] = line.split(' ');
    if (word === 'listening') url = value;
    if (word === 'committed') committed.add(value);
  });
  await until(() => url !== '' || child.exitCode !== null, 20_000);
  return { child, ended, url: () => url };
}

function settings(home: string): Record<string, string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    REDGREEN_HOME: home,
    APP_ID: '1',
    PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    WEBHOOK_SECRET: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'http://127.0.0.1',
    ANTHROPIC_API_KEY: randomBytes(16).toString('hex'),
    PORT: '0',
  };
}

async function readBack(home: string) {
  const database = await openDatabase(readLocalConfig({ REDGREEN_HOME: home }));
  const client = createClient(database.url, {
    applicationName: 'read-back',
    connectMs: 5_000,
    statementMs: 20_000,
    lockMs: 5_000,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ guid: string }>('select guid from webhook_deliveries');
    const { findings } = await verifyAudit(client);
    return { guids: new Set(rows.map(({ guid }) => guid)), findings };
  } finally {
    await client.end();
    await database.close();
  }
}

async function temporaryHome() {
  const path = await mkdtemp('/tmp/redgreen-app-');
  await chmod(path, 0o755);
  return {
    path,
    async [Symbol.asyncDispose]() {
      const { paths } = readLocalConfig({ REDGREEN_HOME: path });
      await stopEmbedded({ paths, force: true });
      await rm(path, { recursive: true, force: true });
    },
  };
}
