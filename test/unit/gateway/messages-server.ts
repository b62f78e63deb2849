// A server on loopback that speaks Anthropic's Messages API. Each request is answered
// by the next of the given answers; the last one is repeated.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export type Answer = (response: ServerResponse, request: Received) => void;
export type Received = { headers: IncomingHttpHeaders; body: string; path: string };

export type MessagesServer = AsyncDisposable & {
  url: string;
  received: Received[];
  /** Connections the client holds open now. */
  sockets(): number;
};

export async function messagesServer(...answers: [Answer, ...Answer[]]): Promise<MessagesServer> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const one = { headers: request.headers, body, path: request.url ?? '' };
      const answer = answers[Math.min(received.length, answers.length - 1)];
      received.push(one);
      answer?.(response, one);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    sockets: () => sockets.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Event = { type: string; [field: string]: unknown };

export function sse(events: readonly Event[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** A whole stream, in pieces of `chunk` bytes. */
export function streamed(events: readonly Event[], chunk = 1_000_000): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const bytes = Buffer.from(sse(events));
    for (let at = 0; at < bytes.length; at += chunk) response.write(bytes.subarray(at, at + chunk));
    response.end();
  };
}

export function refused(
  status: number,
  error: Record<string, unknown>,
  headers: Record<string, string> = {},
): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ type: 'error', error }));
  };
}

export const overloaded = refused(529, { type: 'overloaded_error', message: 'Overloaded' });

export function started(inputTokens = 10): Event {
  const usage = {
    input_tokens: inputTokens,
    output_tokens: 1,
    cache_read_input_tokens: 100,
    cache_creation_input_tokens: 20,
  };
  return { type: 'message_start', message: { id: 'msg_1', role: 'assistant', usage } };
}

export function block(index: number, content: Event, deltas: readonly Event[] = []): Event[] {
  return [
    { type: 'content_block_start', index, content_block: content },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

export function words(index: number, ...texts: string[]): Event[] {
  const deltas = texts.map((piece) => ({ type: 'text_delta', text: piece }));
  return block(index, { type: 'text', text: '' }, deltas);
}

export function toolCall(index: number, name: string, ...json: string[]): Event[] {
  const deltas = json.map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
  return block(index, { type: 'tool_use', id: `toolu_${index}`, name, input: {} }, deltas);
}

export function ended(stopReason: string, outputTokens = 50): Event[] {
  return [
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: outputTokens },
    },
    { type: 'message_stop' },
  ];
}

export const hello: Answer = streamed([started(), ...words(0, 'Hello'), ...ended('end_turn')]);
