// The app as a process: configuration → database → server, until it is told to stop.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStore } from './compose.ts';
import type { Config } from './config.ts';
import { AppError, toErrorBody } from './errors.ts';
import type { Store } from './store/port.ts';

export type AppOptions = {
  config: Config;
  migrations: string;
  signal: AbortSignal;
  onListening(url: string): void;
};

export async function runApp({
  config,
  migrations,
  signal,
  onListening,
}: AppOptions): Promise<void> {
  const { store } = await openStore(config, { migrations, signal });
  try {
    const server = createServer((request, response) => {
      void answer(store, request.url ?? '/').then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
    onListening(await listen(server, config));
    await stopped(server, signal);
  } finally {
    await store.close();
  }
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
