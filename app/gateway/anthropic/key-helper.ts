// Asks a program of the operator for the key (ANTHROPIC_API_KEY_HELPER): started directly, without a
// shell and without arguments; what it prints is the key. The key stays in memory for a bounded
// time and is never logged; what the program prints besides is not read at all.
import { spawn } from 'node:child_process';
import { untilAborted } from '../../machine/deadline.ts';
import { Secret } from '../../secret.ts';
import { KEY } from '../variables.ts';

export class CredentialUnavailable extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'CredentialUnavailable';
  }
}

type KeyHelper = {
  /** Throws CredentialUnavailable. */
  current(signal: AbortSignal): Promise<Secret>;
  /** Forgets this key; the next look asks the program again. */
  replace(refused: Secret): boolean;
  secrets(): readonly Secret[];
};

type KeyHelperOptions = {
  program: string;
  now: () => number;
  timeoutMs?: number;
  keptMs?: number;
};

const TIMEOUT_MS = 10_000;
/** Long enough not to be asked at every turn, short enough for keys that are changed. */
const KEPT_MS = 5 * 60_000;
const LONGEST_KEY = 4096;

export function createKeyHelper(options: KeyHelperOptions): KeyHelper {
  const { program, now, timeoutMs = TIMEOUT_MS, keptMs = KEPT_MS } = options;
  let kept: { secret: Secret; until: number } | undefined;
  let asking: Promise<Secret> | undefined;
  let before: Secret | undefined;
  const ask = async () => {
    try {
      const secret = readKey(await printed(program, timeoutMs));
      before = kept?.secret ?? before;
      kept = { secret, until: now() + keptMs };
      return secret;
    } finally {
      asking = undefined;
    }
  };
  return {
    async current(signal) {
      signal.throwIfAborted();
      if (kept !== undefined && now() < kept.until) return kept.secret;
      // Many jobs begin at once; they share one run, which ends by itself in time.
      asking ??= ask();
      return await untilAborted(asking, signal, () => signal.reason);
    },
    replace(refused) {
      if (kept?.secret === refused) kept = { ...kept, until: Number.NEGATIVE_INFINITY };
      return true;
    },
    secrets: () => [kept?.secret, before].flatMap((secret) => (secret ? [secret] : [])),
  };
}

function readKey(text: string): Secret {
  const key = text.trim();
  if (KEY.test(key)) return new Secret(key);
  throw new CredentialUnavailable('The API key helper printed no key.');
}

async function printed(program: string, timeoutMs: number): Promise<string> {
  const child = spawn(program, [], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return await new Promise((resolve, reject) => {
    let text = '';
    const fail = (problem: string) => {
      clearTimeout(timer);
      reject(new CredentialUnavailable(`The API key helper ${problem}.`));
    };
    const stop = (problem: string) => {
      killGroup(child.pid);
      fail(problem);
    };
    const timer = setTimeout(() => stop(`did not end within ${timeoutMs} ms`), timeoutMs);
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.length > LONGEST_KEY) stop('printed too much');
    });
    child.once('error', () => fail('could not be started'));
    child.once('close', (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(text);
      else fail(`ended with ${code === null ? 'a signal' : `code ${code}`}`);
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
