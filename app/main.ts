// The app as a process: configuration → database → engine and server, until it is told to stop.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStore } from './compose.ts';
import { type Assets, createThread, type Thread } from './compose-thread.ts';
import { type Config, secretValues } from './config.ts';
import { AppError, toErrorBody } from './errors.ts';
import type { Gateway } from './gateway/port.ts';
import { createLogger } from './log.ts';
import { createRedactor } from './redact.ts';
import type { Store } from './store/port.ts';

export type AppOptions = {
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
  const { store } = await openStore(config, { migrations: assets.migrations, signal });
  try {
    const thread = await createThread({
      config,
      store,
      assets,
      log,
      redactor,
      ...(gateway && { gateway }),
    });
    await thread.engine.start();
    options.onStarted?.({ store, thread });
    try {
      const server = createServer(
        (request, response) => void serve(store, thread, request, response),
      );
      options.onListening(await listen(server, config));
      await stopped(server, signal);
    } finally {
      await thread.idle();
      await thread.engine.stop();
    }
  } finally {
    await store.close();
  }
}

async function serve(
  store: Store,
  { webhooks }: Thread,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (await webhooks(request, response)) return;
  const { status, body } = await answer(store, request.url ?? '/');
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
      server.close(() => resolve());
      server.closeIdleConnections();
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
