// CONNECT: opens a tunnel to an allowed host, and lets bytes through only once the client has shown
// that it means this host: TLS that names it, or plain HTTP, which is judged request by request.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { LARGEST_HELLO_BYTES, peekClientHello } from './client-hello.ts';
import { connectTo } from './connect.ts';
import {
  answerFor,
  CONNECT_DEADLINE_MS,
  notePassage,
  noteRefusal,
  type ProxyContext,
} from './context.ts';
import { decide, type Reason } from './decide.ts';
import { type Flight, POLICY_CHANGED } from './flights.ts';
import { isSameTarget, readAuthority, readHost, type Target } from './target.ts';

/** A client that asks for a tunnel speaks first. */
const HELLO_DEADLINE_MS = 15_000;

type PlainTunnel = (client: Socket, tunnel: { target: Target; flight: Flight }) => void;

type TunnelCall = { request: IncomingMessage; client: Socket; head: Buffer };

export async function openTunnel(
  context: ProxyContext,
  call: TunnelCall,
  onPlain: PlainTunnel,
): Promise<void> {
  const { client } = call;
  const target = readTarget(call.request);
  if (typeof target === 'string') {
    refuse(context, client, { target: undefined, reason: target });
    return;
  }
  const flight = context.flights.start(target);
  client.once('close', flight.land);
  const server = await reach(context, target, flight.signal);
  if (typeof server === 'string') {
    // A client that has left needs no answer, and nobody refused it.
    if (!client.destroyed) refuse(context, client, { target, reason: server });
    flight.land();
    return;
  }
  const stopEnding = endWith(flight.signal, [client, server]);
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  const first = await readFirst(client, call.head);
  const found = flight.signal.aborted ? 'silent' : judgeFirst(first, target);
  noteCut(context, target, flight.signal);
  if (found === 'through') {
    passThrough(context, { client, server, target, first });
    return;
  }
  stopEnding();
  server.destroy();
  if (found === 'plain') {
    client.unshift(first);
    onPlain(client, { target, flight });
  } else if (found === 'silent') {
    // The host was reached, though nothing was said.
    notePassage(context, target);
    client.destroy();
  } else {
    noteRefusal(context, target, found);
    client.end(ACCESS_DENIED, () => client.destroy());
  }
}

/** As TLS says it, in an alert that is fatal. */
const ACCESS_DENIED = Buffer.from([21, 3, 3, 0, 2, 2, 49]);

/** A connection to an allowed target, or why there is none. */
export async function reach(
  { decide: deps, flights }: ProxyContext,
  target: Target,
  signal: AbortSignal,
): Promise<Socket | Reason> {
  const decision = await decide(deps, flights.policy(), target);
  if ('refused' in decision) return decision.refused;
  if (signal.aborted) return 'policy-changed';
  const { addresses } = decision;
  const { port } = target;
  const server = await connectTo({ addresses, port, signal, deadlineMs: CONNECT_DEADLINE_MS });
  return server ?? (signal.aborted ? 'policy-changed' : 'unreachable');
}

function endWith(signal: AbortSignal, sockets: readonly Socket[]): () => void {
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return () => signal.removeEventListener('abort', end);
}

function noteCut(context: ProxyContext, target: Target, signal: AbortSignal): void {
  const note = () => {
    if (signal.reason === POLICY_CHANGED) noteRefusal(context, target, POLICY_CHANGED);
  };
  if (signal.aborted) note();
  else signal.addEventListener('abort', note, { once: true });
}

function readTarget(request: IncomingMessage): Target | Reason {
  const target = readAuthority(request.url ?? '');
  if (typeof target === 'string') return target;
  const { host } = request.headers;
  if (host === undefined) return target;
  const named = readAuthority(host, target.port);
  const isSame = typeof named !== 'string' && isSameTarget(named, target);
  return isSame ? target : 'host-mismatch';
}

/** What the client says first, until it can be judged. */
async function readFirst(client: Socket, head: Buffer): Promise<Buffer> {
  let bytes = head;
  if (isEnough(bytes)) return bytes;
  return await new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      client.removeListener('data', take).removeListener('end', finish);
      client.removeListener('close', finish);
      client.pause();
      resolve(bytes);
    };
    const take = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (isEnough(bytes)) finish();
    };
    const timer = setTimeout(finish, HELLO_DEADLINE_MS);
    client.on('data', take).once('end', finish).once('close', finish);
    client.resume();
  });
}

function isEnough(bytes: Buffer): boolean {
  return peekClientHello(bytes).kind !== 'more' || bytes.byteLength > 2 * LARGEST_HELLO_BYTES;
}

function judgeFirst(first: Buffer, target: Target): 'plain' | 'through' | 'silent' | Reason {
  if (first.byteLength === 0) return 'silent';
  const peek = peekClientHello(first);
  if (peek.kind === 'other') return 'plain';
  if (peek.kind !== 'hello') return 'not-tls';
  const { host } = target;
  if (peek.name === undefined) return host.kind === 'address' ? 'through' : 'sni-missing';
  const named = readHost(peek.name);
  const isSame = typeof named !== 'string' && named.text === host.text;
  return isSame ? 'through' : 'sni-mismatch';
}

function passThrough(
  context: ProxyContext,
  tunnel: { client: Socket; server: Socket; target: Target; first: Buffer },
): void {
  const { client, server, target, first } = tunnel;
  const count = notePassage(context, target);
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.setTimeout(context.limits.idleMs, () => from.destroy());
    from.on('data', (chunk: Buffer) => count(chunk.byteLength));
    from.once('close', () => endAfter(from, to));
  }
  count(first.byteLength);
  server.write(first);
  client.pipe(server);
  server.pipe(client);
}

/** What one side said before it left still reaches the other. */
function endAfter(from: Socket, to: Socket): void {
  if (!from.readableEnded || to.writableFinished) to.destroy();
  else to.once('finish', () => to.destroy());
}

function refuse(
  context: ProxyContext,
  client: Socket,
  { target, reason }: { target: Target | undefined; reason: Reason },
): void {
  noteRefusal(context, target, reason);
  const { status, phrase, headers, body } = answerFor(target, reason);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  client.end(`HTTP/1.1 ${status} ${phrase}\r\n${lines.join('')}\r\n${body}`);
}
