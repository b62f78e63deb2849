// One life of the writing app: started, listened to, stopped by signals. What it said it committed
// goes into the ledger it is given, which outlives it.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { until } from '../../support/waiting.ts';

/** What the apps of one home said, one after the other. */
export type Said = { committed: Set<string>; refused: Map<string, number> };

export type WritingApp = AsyncDisposable & {
  /** Serving: it listens and answers 200 on /health. */
  serves(): Promise<boolean>;
  /** The code of /health's answer, or of what kept it from answering. */
  health(): Promise<number>;
  commits(rows: number): Promise<void>;
  /** Steps its clock, and returns when it has. */
  stepClock(ms: number): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** kill -9, and its end. */
  kill(): Promise<void>;
};

/** Only tells an end from no end: recovery on a loaded machine may take its time. */
const DEADLINE_MS = 60_000;
const HEALTH_MS = 10_000;
const SCRIPT = join(import.meta.dirname, '..', '..', 'support', 'writing-app.ts');

export function startApp(home: string, said: Said): WritingApp {
  const child = spawn(process.execPath, [SCRIPT], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...settings(home) },
  });
  const ended = once(child, 'exit');
  const heard = listen(child, said);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const comes = async (isTrue: () => boolean) => {
    await until(() => isTrue() || !isRunning(), DEADLINE_MS).catch(() => undefined);
    return isTrue();
  };
  const health = async () => await ask(heard.url);
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return {
    serves: async () => (await comes(() => heard.url !== '')) && (await health()) === 200,
    health,
    async commits(rows) {
      const enough = said.committed.size + rows;
      if (!(await comes(() => said.committed.size >= enough))) {
        throw new Error(`the app did not commit ${rows} rows${isRunning() ? '' : '; it ended'}`);
      }
    },
    async stepClock(ms) {
      const before = heard.steps;
      child.stdin.write(`${ms}\n`);
      if (!(await comes(() => heard.steps > before))) throw new Error('the clock did not step');
    },
    signal: (signal) => void child.kill(signal),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

function listen(child: ChildProcessByStdio<Writable, Readable, null>, said: Said) {
  const heard = { url: '', steps: 0 };
  // A killed app breaks the pipe of its orders.
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word = ''] = line.split(' ', 1);
    const value = line.slice(word.length + 1);
    if (word === 'listening') heard.url = value;
    if (word === 'stepped') heard.steps += 1;
    // A line cut off by the kill is no word of a whole row.
    if (word === 'committed' && value.length === 36) said.committed.add(value);
    if (word === 'refused') said.refused.set(value, (said.refused.get(value) ?? 0) + 1);
  });
  return heard;
}

async function ask(url: string): Promise<number> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(HEALTH_MS) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEYS = {
  APP_ID: '1',
  PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  WEBHOOK_SECRET: randomBytes(32).toString('hex'),
  ANTHROPIC_API_KEY: randomBytes(16).toString('hex'),
};

function settings(home: string): Record<string, string> {
  return { ...KEYS, REDGREEN_HOME: home, PUBLIC_URL: 'http://127.0.0.1', PORT: '0' };
}
