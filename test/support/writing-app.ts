// The app as a process that is written to, for kill tests: it serves, and every row it has
// committed it says aloud. Usage: node writing-app.ts  (REDGREEN_HOME and the settings of `start`)
import { randomUUID } from 'node:crypto';
import { findAssets } from '../../app/cli/assets.ts';
import { openStore } from '../../app/compose.ts';
import { readConfig } from '../../app/config.ts';
import { runApp } from '../../app/main.ts';

const config = readConfig();
const assets = await findAssets(config.paths);
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());

const serving = runApp({
  config,
  assets,
  signal: stop.signal,
  onListening: (url) => process.stdout.write(`listening ${url}\n`),
});
const { store } = await openStore(config, assets);
while (!stop.signal.aborted) {
  const guid = randomUUID();
  await store.transaction(async (records) => {
    await records.deliveries.record({ hookId: 1, guid, event: 'issues', outcome: 'accepted' });
    const event = { actor: 'test', subject: 'delivery', subjectId: guid, action: 'accepted' };
    await records.audit.append({ installationId: 1, ...event });
  });
  process.stdout.write(`committed ${guid}\n`);
}
await serving;
await store.close();
