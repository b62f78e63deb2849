// `redgreen db`: the embedded Postgres by hand.

import { readLocalConfig } from '../config/config.ts';
import { AppError } from '../errors.ts';
import { createDatabase } from '../store/database/create-database.ts';
import { keep, keepNoLonger } from '../store/embedded/kept.ts';
import { type EmbeddedOptions, openEmbedded } from '../store/embedded/open.ts';
import { resetEmbedded, stopEmbedded } from '../store/embedded/reset.ts';
import { DATABASE } from '../store/open-database.ts';
import { oneOf, parseOptions } from './arguments.ts';
import type { Subcommand, Terminal } from './subcommand.ts';

const ACTIONS = ['start', 'stop', 'url', 'reset'] as const;
type Action = (typeof ACTIONS)[number];
const USAGE = 'start | stop [--force] | url | reset --force';

export const db: Subcommand = {
  name: 'db',
  summary: 'start, stop, locate or empty the embedded Postgres',
  usage: USAGE,
  async run(args, terminal) {
    const { values, positionals } = parseOptions(args, { force: { type: 'boolean' } });
    const action = oneOf(ACTIONS, positionals, `redgreen db ${USAGE}`);
    const config = readLocalConfig();
    if (config.databaseUrl !== undefined) {
      throw new AppError('USAGE', {
        problem: 'DATABASE_URL is set, so the embedded Postgres is not in use; unset it first.',
      });
    }
    const options = { paths: config.paths, signal: terminal.signal, force: values.force ?? false };
    await perform(action, options, terminal);
    return 0;
  },
};

async function perform(
  action: Action,
  options: Parameters<typeof stopEmbedded>[0],
  terminal: Terminal,
): Promise<void> {
  switch (action) {
    case 'start':
      terminal.print(await start(options));
      return;
    case 'url':
      terminal.print(await url(options));
      return;
    case 'stop':
      terminal.print((await stopEmbedded(options)) ? 'stopped' : 'it was not running');
      await keepNoLonger(options.paths);
      return;
    case 'reset':
      if (!options.force) {
        throw new AppError('USAGE', {
          problem: 'This throws all records away; say `redgreen db reset --force` if you mean it.',
        });
      }
      await resetEmbedded(options);
      await keepNoLonger(options.paths);
      terminal.print('emptied; the next start begins anew');
      return;
  }
}

/** Starts it if need be, and lets it run until it is stopped by hand. */
async function start(options: EmbeddedOptions): Promise<string> {
  const embedded = await openEmbedded(options);
  try {
    await createDatabase(embedded.url('postgres'), DATABASE);
    await keep(options.paths);
    return embedded.url(DATABASE);
  } finally {
    await embedded.leave();
  }
}

/** Where it is when it runs; whoever asks wants to connect, so it has to run. */
async function url(options: EmbeddedOptions): Promise<string> {
  const embedded = await openEmbedded(options);
  try {
    if (embedded.isAdopted) return embedded.url(DATABASE);
  } finally {
    await (embedded.isAdopted ? embedded.leave() : embedded.close());
  }
  throw new AppError('DATABASE_UNREACHABLE', {
    problem: 'The embedded Postgres is not running; `redgreen db start` starts it.',
  });
}
