// The model provider of the bench, a process of its own: speaks Anthropic's streaming format, says
// what the job it was told of says, and notes when each request arrived. Reads no body while it is
// being measured: what it does between two requests counts for both loops alike.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Event,
  ended,
  sse,
  started,
  toolCall,
  words,
} from '../../unit/gateway/messages-server.ts';
import type { Job, Orders, Sight } from './job.ts';

let job: Job = { turns: 0, command: '', resultBytes: 0 };
let arrivals: bigint[] = [];
let lastBody: Buffer = Buffer.alloc(0);

const server = createServer((request, response) => {
  arrivals.push(process.hrtime.bigint());
  const turn = arrivals.length;
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    lastBody = Buffer.concat(pieces);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(turn > job.turns ? LAST : callOf(turn));
  });
});
const LAST = sse([started(), ...words(0, 'Done.'), ...ended('end_turn')]);

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  say({ kind: 'listening', port: (server.address() as AddressInfo).port });
});
process.on('message', (order: Orders) => {
  if (order.kind === 'play') {
    job = order.job;
    arrivals = [];
    say({ kind: 'ready' });
  } else {
    say({ kind: 'seen', arrivals: arrivals.map(String), ...lastHistory() });
  }
});
process.on('disconnect', () => process.exit(0));

function callOf(turn: number): string {
  const input = JSON.stringify({ command: job.command });
  const events = toolCall(0, 'Bash', input).map((event) => withId(event, `toolu_${turn}`));
  return sse([started(), ...events, ...ended('tool_use')]);
}

function withId(event: Event, id: string): Event {
  const content = event['content_block'];
  if (typeof content !== 'object' || content === null) return event;
  return { ...event, content_block: { ...content, id } };
}

/** Whether the whole history was sent. */
function lastHistory(): { results: number; resultBytes: number } {
  const { messages } = JSON.parse(lastBody.toString()) as {
    messages: { content: { type: string; content?: string }[] }[];
  };
  const results = messages
    .flatMap(({ content }) => content)
    .filter(({ type }) => type === 'tool_result');
  const resultBytes = results.reduce((sum, { content = '' }) => sum + content.length, 0);
  return { results: results.length, resultBytes };
}

function say(sight: Sight): void {
  process.send?.(sight);
}
