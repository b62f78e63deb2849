// A proxy on a socket of its own with a scripted resolver, two hosts on loopback behind it, and a
// client that says exactly the bytes it is told to. Leaves nothing behind.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createConnection, createServer as createTcp, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostContact } from '../../../../../sandbox/driver/port.ts';
import {
  type AllowRule,
  type EgressPolicy,
  readExemption,
  readRule,
} from '../../../../../sandbox/local/egress/allow-list.ts';
import { createContacts } from '../../../../../sandbox/local/egress/contacts.ts';
import { createFlights } from '../../../../../sandbox/local/egress/flights.ts';
import { startProxy } from '../../../../../sandbox/local/egress/proxy.ts';

export type ProxyWorld = {
  /** Of the host that answers HTTP. */
  port: number;
  /** Of one that only keeps what it hears. */
  rawPort: number;
  /** Where nobody listens. */
  deadPort: number;
  heard(): string;
  requests: IncomingMessage[];
  contacts(): HostContact[];
  setPolicy(policy: EgressPolicy): void;
  /** Everything the proxy answers until it hangs up, or until this text was seen. */
  say(bytes: string | Buffer, until?: string): Promise<string>;
  open(): ReturnType<typeof createConnection>;
  close(): Promise<void>;
};

export async function openProxyWorld(
  options: { connections?: number; idleMs?: number } = {},
): Promise<ProxyWorld> {
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-proxy-'));
  const requests: IncomingMessage[] = [];
  const web = createServer((request, response) => answer(requests, request, response));
  const port = await listen(web);
  let heard = '';
  const raw = createTcp((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      socket.write('raw says hello');
    });
  });
  const rawPort = await listen(raw);
  const deadPort = await listenAndLeave();
  const hosts = [`web.test:${port}`, `raw.test:${rawPort}`, `dead.test:${deadPort}`];
  const exempt = hosts.map(readExemption).filter((one) => one !== undefined);
  const flights = createFlights();
  const contacts = createContacts(Date.now);
  const lookup = async () => await Promise.resolve(['127.0.0.1']);
  const decide = { lookup, exempt, ownAddresses: () => new Set<string>() };
  const limits = { connections: options.connections ?? 20, idleMs: options.idleMs ?? 10_000 };
  const path = join(directory, 'proxy');
  const proxy = await startProxy({ decide, flights, contacts, limits }, path);
  proxy.setPolicy({ allow: toRules(hosts) });
  const open = () => createConnection({ path }).on('error', () => undefined);
  return {
    port,
    rawPort,
    deadPort,
    heard: () => heard,
    requests,
    contacts: () => contacts.list().hosts,
    setPolicy: proxy.setPolicy,
    open,
    async say(bytes, until) {
      const client = open();
      client.write(bytes);
      let told = '';
      for await (const chunk of client) {
        told += String(chunk);
        if (until !== undefined && told.includes(until)) break;
      }
      client.destroy();
      return told;
    },
    async close() {
      await proxy.close();
      web.closeAllConnections();
      web.close();
      raw.close();
      await rm(directory, { recursive: true });
    },
  };
}

export function toRules(texts: readonly string[]): AllowRule[] {
  return texts.map(readRule).filter((rule) => rule !== undefined);
}

function answer(
  requests: IncomingMessage[],
  request: IncomingMessage,
  response: Parameters<Parameters<typeof createServer>[1] & object>[1],
): void {
  requests.push(request);
  if (request.url === '/redirect') {
    response.writeHead(302, { location: 'http://127.0.0.1/secret' }).end();
    return;
  }
  const headers = { 'keep-alive': 'timeout=99', 'x-kept': ['one', 'two'], 'x-hop': 'no' };
  response.writeHead(200, { ...headers, connection: 'keep-alive, x-hop' });
  request.pipe(response);
}

async function listenAndLeave(): Promise<number> {
  const server = createTcp();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

async function listen(server: Server | TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
