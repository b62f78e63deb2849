// The app as a process: configuration → database → engine and server, until it is told to stop.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStore } from './compose/store.ts';
import { type Assets, createThread, type Thread } from './compose/thread.ts';
import { createWeb, type Web } from './compose/web.ts';
import { type Config, secretValues } from './config/config.ts';
import { AppError, isAppError, toErrorBody } from './errors.ts';
import type { Gateway } from './gateway/port.ts';
import { createLogger } from './log.ts';
import { type Chore, startUpkeep } from './machine/upkeep.ts';
import { createRedactor } from './redact/redact.ts';
import type { Database } from './store/open-database.ts';
import type { Store } from './store/store.ts';

/** A webhook is answered within 9 s; a page can be loaded again. */
const CLOSING_MS = 10_000;

const CATCH_UP_MS = 300_000;

type AppOptions = {
  config: Config;
  assets: Assets;
  signal: AbortSignal;
  onListening(url: string): void;
  /** Hands out the parts, for who runs the app inside another program. */
  onStarted?(parts: { store: Store; thread: Thread }): void;
  /** Instead of the configured provider: a script. */
  gateway?: Gateway;
};

export async function runApp(options: AppOptions): Promise<void> {
  const { config, assets, signal, gateway } = options;
  const redactor = createRedactor(secretValues(config));
  const log = createLogger({ level: config.logLevel, redactor });
  const { store, database } = await openStore(config, { migrations: assets.migrations, signal });
  try {
    const thread = await createThread({
      config,
      store,
      assets,
      log,
      redactor,
      ...(gateway && { gateway }),
    });
    const web = createWeb({ config, store, github: thread.github, log });
    await thread.engine.start();
    await thread.checks.start();
    await thread.errands.start();
    await thread.inbox.start();
    const upkeep = startUpkeep(choresOf({ store, database, thread, web }), log);
    options.onStarted?.({ store, thread });
    try {
      const doors = { store, thread, web };
      const server = createServer((request, response) => void serve(doors, request, response));
      options.onListening(await listen(server, config));
      await stopped(server, signal);
    } finally {
      await upkeep.stop();
      await thread.inbox.stop();
      await Promise.all([thread.engine.stop(), thread.checks.stop(), thread.errands.stop()]);
    }
  } finally {
    await store.close();
  }
}

/** A database that was killed is up again within seconds; left-overs go within a minute. */
function choresOf(parts: Doors & { database: Database }): Chore[] {
  const { store, database, thread, web } = parts;
  const revive = async () => {
    try {
      await store.accept(async (records) => await records.now());
    } catch (error) {
      if (isAppError(error, 'DATABASE_UNREACHABLE')) await database.revive();
    }
  };
  return [
    { name: 'database', everyMs: 2_000, run: revive },
    { name: 'left-overs', everyMs: 60_000, run: thread.reap },
    { name: 'sign-ins', everyMs: 600_000, run: web.sweep },
    { name: 'missed', everyMs: CATCH_UP_MS, atOnce: true, run: thread.catchUp },
  ];
}

type Doors = { store: Store; thread: Thread; web: Web };

async function serve(
  { store, thread, web }: Doors,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (await thread.webhooks(request, response)) return;
  const url = request.url ?? '/';
  // Programs get JSON; everything else is for people.
  if (url !== '/health' && !url.startsWith('/api/')) {
    await web.serve(request, response);
    return;
  }
  const { status, body } = await answer(store, url);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function answer(store: Store, url: string): Promise<{ status: number; body: unknown }> {
  if (url !== '/health') return toErrorBody(new AppError('NOT_FOUND'));
  try {
    await store.accept(async (records) => await records.now());
    return { status: 200, body: { status: 'ok' } };
  } catch (error) {
    return toErrorBody(error);
  }
}

async function listen(server: Server, { host, port }: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new AppError('CONFIG_INVALID', {
          problem: `HOST and PORT: cannot listen on ${host}:${port}; choose a free port.`,
          cause: error,
        }),
      ),
    );
    server.listen(port, host, resolve);
  });
  const { address, port: actual } = server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${actual}`;
}

async function stopped(server: Server, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = () => {
      // A browser may hold a connection on which it never asked anything.
      const end = setTimeout(() => server.closeAllConnections(), CLOSING_MS);
      server.close(() => {
        clearTimeout(end);
        resolve();
      });
      server.closeIdleConnections();
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
