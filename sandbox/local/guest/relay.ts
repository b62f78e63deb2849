// Listens on loopback inside the sandbox and passes every connection on to the server's proxy, over
// the unix socket that is shown to this sandbox. Looks at nothing; the proxy judges.
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { GuestError } from './channel.ts';
import { numberOf, type Options, stringOf } from './options.ts';

type Relay = {
  /** Idempotent. */
  openRelay(options: Options): Promise<object>;
  closeRelay(): object;
};

/** Each takes two descriptors, and the agent needs some for its commands. */
const MOST_CONNECTIONS = 512;

export function createRelay(): Relay {
  let server: Server | undefined;
  const sockets = new Set<Socket>();
  return {
    async openRelay(options) {
      if (server !== undefined) return {};
      const path = stringOf(options, 'path');
      const fresh = createServer({ allowHalfOpen: true }, (client) => {
        passAlong(client, createConnection({ path, allowHalfOpen: true }), sockets);
      });
      fresh.maxConnections = MOST_CONNECTIONS;
      await listen(fresh, numberOf(options, 'port'));
      server = fresh;
      return {};
    },
    closeRelay() {
      server?.close();
      server = undefined;
      for (const socket of sockets) socket.destroy();
      return {};
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', ({ message }) => {
      reject(new GuestError('failed_precondition', `the relay cannot listen: ${message}`));
    });
    server.listen(port, '127.0.0.1');
  });
}

function passAlong(client: Socket, proxy: Socket, sockets: Set<Socket>): void {
  for (const [from, to] of [
    [client, proxy],
    [proxy, client],
  ] as const) {
    sockets.add(from);
    from.on('error', () => undefined);
    from.once('close', () => {
      sockets.delete(from);
      // What it said before it left still reaches the other.
      if (!from.readableEnded || to.writableFinished) to.destroy();
      else to.once('finish', () => to.destroy());
    });
    from.pipe(to);
  }
}
