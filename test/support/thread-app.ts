// The app of the thread as a process of its own, with a script for a model, so that it can be killed.
// `provider` asks the configured provider instead.
// Usage: node thread-app.ts story|straight|liar|provider|FILE.json   (the settings of `start` in the
// environment)
import { readFileSync } from 'node:fs';
import { findAssets } from '../../app/cli/assets.ts';
import { readConfig } from '../../app/config/config.ts';
import { createScriptedGateway } from '../../app/gateway/scripted/gateway.ts';
import { readScript, type Script } from '../../app/gateway/scripted/script.ts';
import { runApp } from '../../app/main.ts';
import { FIRST_WRONG, LIAR, STRAIGHT } from './straight.ts';

const config = readConfig();
const [, , script] = process.argv;
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());

await runApp({
  config,
  assets: await findAssets(config.paths),
  signal: stop.signal,
  onListening: (url) => process.stdout.write(`listening ${url}\n`),
  ...(script !== 'provider' && { gateway: createScriptedGateway(scriptOf(script)) }),
});

function scriptOf(name: string | undefined): Script {
  if (name === 'liar') return LIAR;
  if (name?.endsWith('.json')) return readScript(JSON.parse(readFileSync(name, 'utf8')));
  return name === 'straight' ? STRAIGHT : FIRST_WRONG;
}
