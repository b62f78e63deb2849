// The app as a process that is written to, for kill tests: it serves, and says aloud every row it
// has committed and every fault that refused one. Its clock steps when told to on standard input,
// whose end ends it. Usage: node writing-app.ts  (REDGREEN_HOME and the settings of `start`)
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { findAssets } from '../../app/cli/assets.ts';
import { openStore } from '../../app/compose/store.ts';
import { readConfig } from '../../app/config/config.ts';
import { isAppError } from '../../app/errors.ts';
import { runApp } from '../../app/main.ts';
import type { Store } from '../../app/store/store.ts';

/** Between a refusal and the next try. */
const PATIENCE_MS = 50;

await main();

async function main(): Promise<void> {
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  const orders = createInterface({ input: process.stdin });
  const stepClock = createSteppingClock();
  orders.on('line', (line) => {
    stepClock(Number(line));
    say('stepped', line);
  });
  orders.once('close', () => stop.abort());
  const config = readConfig();
  const assets = await findAssets(config.paths);
  const onListening = (url: string) => say('listening', url);
  const serving = runApp({ config, assets, signal: stop.signal, onListening });
  const { store } = await openStore(config, assets);
  while (!stop.signal.aborted) await write(store);
  await serving;
  await store.close();
}

async function write(store: Store): Promise<void> {
  const guid = randomUUID();
  try {
    await store.transaction(async (records) => {
      await records.deliveries.record({ hookId: 1, guid, event: 'issues', outcome: 'accepted' });
      const event = { actor: 'test', subject: 'delivery', subjectId: guid, action: 'accepted' };
      await records.audit.append({ installationId: 1, ...event });
    });
    say('committed', guid);
  } catch (error) {
    say('refused', isAppError(error) ? error.code : `without a code: ${String(error)}`);
    await pause(PATIENCE_MS);
  }
}

/** The clock of this process, as a step of the host's clock would change it. */
function createSteppingClock(): (ms: number) => void {
  const trueNow = Date.now.bind(Date);
  let offsetMs = 0;
  Date.now = () => trueNow() + offsetMs;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [Date.now()] : args, newTarget),
  });
  return (ms) => {
    offsetMs += ms;
  };
}

function say(word: string, value: string): void {
  process.stdout.write(`${word} ${value}\n`);
}
