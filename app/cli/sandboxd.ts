// `redgreen sandboxd`: the local sandbox server by hand. The app starts and finds it by itself.
import { findLocalServer, startLocalServer, stopLocalServer } from '../compose/sandboxes.ts';
import { readLocalConfig } from '../config/config.ts';
import type { Paths } from '../config/paths.ts';
import { AppError } from '../errors.ts';
import { oneOf, parseOptions } from './arguments.ts';
import { findAssets } from './assets.ts';
import type { Subcommand, Terminal } from './subcommand.ts';

const ACTIONS = ['start', 'stop', 'status'] as const;
const USAGE = 'start [--allow-private HOST:PORT …] | stop | status';
const STOP_MS = 10_000;

export const sandboxd: Subcommand = {
  name: 'sandboxd',
  summary: 'start, stop or find the local sandbox server',
  usage: USAGE,
  async run(args, terminal) {
    const { values, positionals } = parseOptions(args, {
      'allow-private': { type: 'string', multiple: true },
    });
    const action = oneOf(ACTIONS, positionals, `redgreen sandboxd ${USAGE}`);
    const { paths } = readLocalConfig();
    switch (action) {
      case 'start':
        return await start(paths, values['allow-private'] ?? [], terminal);
      case 'stop':
        return await stop(paths, terminal);
      case 'status':
        return await status(paths, terminal);
    }
  },
};

async function start(paths: Paths, hosts: readonly string[], terminal: Terminal): Promise<number> {
  const running = await findLocalServer(paths);
  if (running !== undefined && hosts.length > 0) {
    throw new AppError('USAGE', {
      problem: `A server runs already (process ${running.pid}) and keeps its own hosts; \`redgreen sandboxd stop\` first.`,
    });
  }
  const { url, pid } = await startLocalServer(paths, await findAssets(paths), hosts);
  terminal.print(`process ${pid} serves at ${url}; it ends itself when nobody needs it`);
  return 0;
}

async function stop(paths: Paths, terminal: Terminal): Promise<number> {
  const was = await stopLocalServer(paths, { deadlineMs: STOP_MS, signal: terminal.signal });
  if (was === 'lingers') throw new AppError('TIMEOUT', { problem: 'It has not ended yet.' });
  terminal.print(was === 'absent' ? 'it was not running' : 'stopped, and its sandboxes with it');
  return 0;
}

async function status(paths: Paths, terminal: Terminal): Promise<number> {
  const running = await findLocalServer(paths);
  terminal.print(
    running === undefined ? 'not running' : `process ${running.pid} serves at ${running.url}`,
  );
  return running === undefined ? 1 : 0;
}
