// Plain HTTP through the proxy: one request at a time to an allowed host. Each is judged anew, so a
// redirect is only an answer; what belongs to one hop stays on it.
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerFor, notePassage, noteRefusal, type ProxyContext } from './context.ts';
import type { Reason } from './decide.ts';
import { type Flight, POLICY_CHANGED } from './flights.ts';
import {
  isSameTarget,
  type PlainRequest,
  readAuthority,
  readPlainUrl,
  type Target,
  writeHost,
} from './target.ts';
import { reach } from './tunnel.ts';

export const HEADER_BYTES = 16 * 1024;

/** `tunnel`: the request came through CONNECT and may only be for whom that was. */
export async function forward(
  context: ProxyContext,
  call: { request: IncomingMessage; response: ServerResponse; tunnel?: Target },
): Promise<void> {
  const { request, response, tunnel } = call;
  const plain = readRequest(request, tunnel);
  if (typeof plain === 'string') {
    refuse(context, response, { target: tunnel, reason: plain });
    return;
  }
  const { target } = plain;
  const flight = context.flights.start(target);
  response.once('close', flight.land);
  const server = await reach(context, target, flight.signal);
  if (typeof server === 'string') {
    if (!response.destroyed) refuse(context, response, { target, reason: server });
    flight.land();
    return;
  }
  exchange(context, { request, response, plain, server, flight });
}

function readRequest(request: IncomingMessage, tunnel: Target | undefined): PlainRequest | Reason {
  const url = request.url ?? '';
  const plain =
    tunnel === undefined
      ? readPlainUrl(url)
      : url.startsWith('/')
        ? { target: tunnel, path: url }
        : 'malformed';
  if (typeof plain === 'string') return plain;
  const hosts = request.headersDistinct['host'] ?? [];
  const named = readAuthority(hosts[0] ?? '', 80);
  const isSame = typeof named !== 'string' && isSameTarget(named, plain.target);
  return isSame && hosts.length === 1 ? plain : 'host-mismatch';
}

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  plain: PlainRequest;
  server: Socket;
  flight: Flight;
};

function exchange(context: ProxyContext, parts: Exchange): void {
  const { request, response, plain, server, flight } = parts;
  const { target, path } = plain;
  const count = notePassage(context, target);
  server.setTimeout(context.limits.idleMs, () => server.destroy());
  const onward = httpRequest({
    // Without `agent`, not even false: an agent would make a connection of its own.
    createConnection: () => server,
    method: request.method ?? 'GET',
    path,
    headers: { ...endToEnd(request), host: hostHeader(target) },
    setHost: false,
    maxHeaderSize: HEADER_BYTES,
  });
  const end = () => {
    onward.destroy();
    server.destroy();
    if (!response.writableFinished) response.destroy();
  };
  flight.signal.addEventListener('abort', () => {
    if (flight.signal.reason === POLICY_CHANGED) noteRefusal(context, target, POLICY_CHANGED);
    end();
  });
  onward.once('error', () => {
    if (response.headersSent || response.destroyed) end();
    else refuse(context, response, { target, reason: 'unreachable' });
  });
  // A host that switches protocols would carry what nobody judges.
  onward.once('upgrade', end);
  onward.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer));
    answer.on('data', (chunk: Buffer) => count(chunk.byteLength));
    answer.once('error', end);
    answer.pipe(response);
  });
  request.on('data', (chunk: Buffer) => count(chunk.byteLength));
  request.once('error', end);
  request.pipe(onward);
}

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Without what is meant for this hop, by its name or because Connection says so. */
function endToEnd(
  message: Pick<IncomingMessage, 'headers' | 'headersDistinct'>,
): Record<string, string[]> {
  const named = (message.headers.connection ?? '').toLowerCase().split(/[\s,]+/);
  const kept: Record<string, string[]> = {};
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    const isKept = !HOP_BY_HOP.has(name) && !named.includes(name);
    if (isKept && values !== undefined) kept[name] = values;
  }
  return kept;
}

function hostHeader({ host, port }: Target): string {
  return port === 80 ? writeHost(host) : `${writeHost(host)}:${port}`;
}

function refuse(
  context: ProxyContext,
  response: ServerResponse,
  { target, reason }: { target: Target | undefined; reason: Reason },
): void {
  noteRefusal(context, target, reason);
  const { status, headers, body } = answerFor(target, reason);
  response.writeHead(status, headers).end(body);
}
