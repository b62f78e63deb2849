// Wire faults that no well-behaved server can make: a raw TCP server on loopback that cuts, lies
// about lengths and talks nonsense, and TLS of a certificate that nobody trusts.
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { selfSigned } from '../driver/self-signed.ts';

export type Wire = AsyncDisposable & {
  /** `http://127.0.0.1:PORT`, or `https:` where TLS is spoken. */
  url: string;
  /** Requests whose head arrived, or connections where there is none. */
  asked(): number;
};

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\n';

/** What the server does with a request, by the name of the fault. */
const ANSWERS = {
  'a reset before an answer': (socket) => void socket.resetAndDestroy(),
  'an end before an answer': (socket) => void socket.end(),
  'a reset in the middle of the head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-ty', () => socket.resetAndDestroy());
  },
  'a reset in the middle of the body': (socket) => {
    socket.write(`${HEAD}content-length: 4000\r\n\r\n{"half": `, () => socket.resetAndDestroy());
  },
  'a body shorter than its length': (socket) => {
    socket.end(`${HEAD}content-length: 4000\r\nconnection: close\r\n\r\n{"half": `);
  },
  'a chunked body without its end': (socket) => {
    socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n9\r\n{"half": \r\n`);
  },
  'nonsense instead of HTTP': (socket) => void socket.end('\u0000\u0001 no HTTP at all \r\n\r\n'),
  'two lengths that differ': (socket) => {
    socket.end(`${HEAD}content-length: 2\r\ncontent-length: 3\r\nconnection: close\r\n\r\n{}`);
  },
} as const satisfies Record<string, (socket: Socket) => void>;
export type WireFault = keyof typeof ANSWERS;
export const WIRE_FAULTS = Object.keys(ANSWERS) as WireFault[];

/** Every request meets the fault. */
export async function brokenServer(fault: WireFault): Promise<Wire> {
  let asked = 0;
  const server = createServer((socket) => {
    let head = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (head.includes('\r\n\r\n')) return;
      head += bytes.toString('latin1');
      const isTls = head.startsWith('\u0016');
      if (!isTls && !head.includes('\r\n\r\n')) return;
      asked += 1;
      ANSWERS[fault](socket);
    });
  });
  return await listening(server, 'http', () => asked);
}

/** TLS whose certificate nobody trusts. */
export async function untrustedServer(): Promise<Wire> {
  let asked = 0;
  const server = createTlsServer(selfSigned('localhost'), (socket) => {
    socket.on('error', () => undefined);
  });
  server.on('connection', () => {
    asked += 1;
  });
  server.on('tlsClientError', () => undefined);
  return await listening(server, 'https', () => asked);
}

/** An address where nobody listens. */
export async function nobody(): Promise<string> {
  const server = await listening(createServer(), 'http', () => 0);
  await server[Symbol.asyncDispose]();
  return server.url;
}

async function listening(server: Server, scheme: string, asked: () => number): Promise<Wire> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
