// Bodies of requests, read whole but never larger than allowed, and the JSON answers of E2B's
// REST interface.
import type { IncomingMessage, ServerResponse } from 'node:http';

export class BodyTooLarge extends Error {}

export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const buffer: unknown = part;
    if (!Buffer.isBuffer(buffer)) continue;
    bytes += buffer.byteLength;
    if (bytes > maxBytes) throw new BodyTooLarge(`the body is larger than ${maxBytes} bytes`);
    parts.push(buffer);
  }
  return Buffer.concat(parts);
}

export function answerJson(response: ServerResponse, status: number, body?: unknown): void {
  if (body === undefined) {
    response.writeHead(status).end();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** E2B's form: the SDK reads code and message from it. */
export function answerError(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  answerJson(response, status, { code: status, message });
}
