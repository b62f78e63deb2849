// The proxy of one sandbox: the only way out of it. CONNECT and plain HTTP on a unix socket that is
// shown to this sandbox alone, so whoever speaks here is known by where he speaks.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { EgressPolicy } from './allow-list.ts';
import { NO_EGRESS } from './allow-list.ts';
import { answerFor, noteRefusal, type ProxyContext } from './context.ts';
import type { Flight } from './flights.ts';
import { forward, HEADER_BYTES } from './forward.ts';
import type { Target } from './target.ts';
import { openTunnel } from './tunnel.ts';

export type Proxy = {
  setPolicy(policy: EgressPolicy): void;
  /** Cuts everything; resolves when nothing listens. */
  close(): Promise<void>;
};

const HEADERS_TIMEOUT_MS = 15_000;
const CHECK_EVERY_MS = 5_000;

export async function startProxy(context: ProxyContext, path: string): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const inTunnels = createInner(context);
  const outer = createOuter(context, inTunnels, sockets);
  outer.listen({ path });
  await once(outer, 'listening');
  return {
    setPolicy: context.flights.setPolicy,
    async close() {
      context.flights.setPolicy(NO_EGRESS);
      const closed = once(outer, 'close');
      outer.close();
      inTunnels.server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

type Inner = {
  server: Server;
  take(client: Socket, tunnel: { target: Target; flight: Flight }): void;
};

function createOuter(context: ProxyContext, inner: Inner, sockets: Set<Socket>): Server {
  const server = createServer(serverOptions(), (request, response) => {
    void forward(context, { request, response });
  });
  server.setTimeout(context.limits.idleMs);
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (sockets.size > context.limits.connections) refuseConnection(context, socket);
  });
  server.on('connect', (request, client, head) => {
    if (!(client instanceof Socket)) return;
    client.setTimeout(context.limits.idleMs, () => client.destroy());
    void openTunnel(context, { request, client, head }, inner.take);
  });
  return server;
}

/** For plain HTTP in a tunnel; listens nowhere. */
function createInner(context: ProxyContext): Inner {
  const targets = new WeakMap<object, Target>();
  const server = createServer(serverOptions(), (request, response) => {
    const tunnel = targets.get(request.socket);
    if (tunnel === undefined) request.socket.destroy();
    else void forward(context, { request, response, tunnel });
  });
  server.setTimeout(context.limits.idleMs);
  server.on('clientError', (_error, socket) => {
    const target = targets.get(socket);
    if (target !== undefined) noteRefusal(context, target, 'not-tls');
    socket.destroy();
  });
  return {
    server,
    take(client, { target, flight }) {
      targets.set(client, target);
      // Each request in it is a flight of its own; this one keeps the tunnel from outliving its policy.
      flight.signal.addEventListener('abort', () => client.destroy(), { once: true });
      server.emit('connection', client);
      // It was stopped when its first bytes were looked at.
      client.resume();
    },
  };
}

function serverOptions() {
  return {
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    // An upload may take as long as it moves.
    requestTimeout: 0,
    connectionsCheckingInterval: CHECK_EVERY_MS,
    insecureHTTPParser: false,
  } as const;
}

function refuseConnection(context: ProxyContext, socket: Socket): void {
  noteRefusal(context, undefined, 'too-many-connections');
  const { body } = answerFor(undefined, 'too-many-connections');
  socket.end(
    `HTTP/1.1 503 Service Unavailable\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `x-refused: too-many-connections\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
