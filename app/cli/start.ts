// `redgreen start`: the app, until a signal ends it.
import { readConfig } from '../config/config.ts';
import { runApp } from '../main.ts';
import { parseOptions } from './arguments.ts';
import { findAssets } from './assets.ts';
import type { Subcommand } from './subcommand.ts';

export const start: Subcommand = {
  name: 'start',
  summary: 'run the app',
  usage: '',
  async run(args, terminal) {
    parseOptions(args, {});
    const config = readConfig();
    await runApp({
      config,
      assets: await findAssets(config.paths),
      signal: terminal.signal,
      onListening: (url) => terminal.print(`redgreen listens on ${url}`),
    });
    return 0;
  },
};
