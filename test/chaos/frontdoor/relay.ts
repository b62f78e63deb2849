// Stands between GitHub and the app and hands deliveries on as a bad wire does: some twice, some
// later than those after them. None is lost: what the app does not take is handed on again.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../support/random.ts';

export type Relay = AsyncDisposable & {
  url: string;
  handsOnTo(url: string): void;
  /** When nothing is under way. */
  idle(): Promise<void>;
  counts: { doubled: number; late: number; again: number; refused: number };
};

const LONGEST_DELAY_MS = 900;
const TRIES = 20;

export async function openRelay(random: Random): Promise<Relay> {
  let target = '';
  const under = new Set<Promise<void>>();
  const counts = { doubled: 0, late: 0, again: 0, refused: 0 };
  const handOn = async (request: Given, delayMs: number) => {
    await pause(delayMs);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const isTaken = await fetch(target, { method: 'POST', ...request }).then(
        ({ status }) => status < 500,
        () => false,
      );
      if (isTaken) return;
      counts.again += 1;
      await pause(250);
    }
    counts.refused += 1;
  };
  const later = (request: Given, delayMs: number) => {
    const one = handOn(request, delayMs).finally(() => under.delete(one));
    under.add(one);
    return one;
  };
  const server = createServer((request, response) => {
    const answer = async () => {
      const given = await read(request);
      const isLate = random.chance(0.15);
      const first = later(given, isLate ? random.below(LONGEST_DELAY_MS) : 0);
      if (random.chance(0.15)) {
        counts.doubled += 1;
        void later(given, random.below(LONGEST_DELAY_MS));
      }
      if (isLate) counts.late += 1;
      else await first;
      response.writeHead(202).end();
    };
    void answer().catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    counts,
    handsOnTo: (url) => {
      target = `${url}/api/github/webhooks`;
    },
    async idle() {
      while (under.size > 0) await Promise.all(under);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      while (under.size > 0) await Promise.all(under);
    },
  };
}

type Given = { headers: Record<string, string>; body: Buffer<ArrayBuffer> };

async function read(request: IncomingMessage): Promise<Given> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const own = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !own.has(name) ? [[name, value]] : [],
  );
  return { headers: Object.fromEntries(headers), body: Buffer.concat(parts) };
}
