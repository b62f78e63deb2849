// A relay between a worker and Postgres that can fall silent: it keeps its connections and forwards
// nothing more, as a dead network does. Connections made afterwards are served.
import { mkdir } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

const SOCKET = '.s.PGSQL.5432';

export type Relay = AsyncDisposable & {
  url: string;
  /** Everything that is connected now falls silent; answers how many connections. */
  freeze(): number;
};

export async function openRelay(url: string, directory: string): Promise<Relay> {
  await mkdir(directory);
  const target = join(new URL(url).searchParams.get('host') ?? '', SOCKET);
  const sockets = new Set<Socket>();
  const frozen = new WeakSet<Socket>();
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = createConnection(target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        if (!frozen.has(other)) other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(join(directory, SOCKET), resolve));
  const relayed = new URL(url);
  relayed.searchParams.set('host', directory);
  return {
    url: relayed.toString(),
    freeze() {
      for (const socket of sockets) {
        frozen.add(socket);
        socket.unpipe();
        socket.pause();
      }
      return sockets.size / 2;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
