// The app of the thread as a process of its own, with a script for a model, so that it can be killed.
// Usage: node thread-app.ts story|liar   (the settings of `start` in the environment)
import { findAssets } from '../../app/cli/assets.ts';
import { LIAR, STORY } from '../../app/cli/demo/story.ts';
import { readConfig } from '../../app/config.ts';
import { createScriptedGateway } from '../../app/gateway/scripted.ts';
import { runApp } from '../../app/main.ts';

const config = readConfig();
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());

await runApp({
  config,
  assets: await findAssets(config.paths),
  signal: stop.signal,
  onListening: (url) => process.stdout.write(`listening ${url}\n`),
  gateway: createScriptedGateway(process.argv[2] === 'liar' ? LIAR : STORY),
});
