// Connect RPC as JSON over HTTP/1.1, the part of it that E2B's SDK speaks: unary calls, streams of
// enveloped messages, errors by code. Knows nothing of processes or files.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '../../protocol/parse-json.ts';
import { readBody } from './http-body.ts';

export type ConnectCode =
  | 'canceled'
  | 'invalid_argument'
  | 'deadline_exceeded'
  | 'not_found'
  | 'already_exists'
  | 'permission_denied'
  | 'resource_exhausted'
  | 'failed_precondition'
  | 'unimplemented'
  | 'internal'
  | 'unavailable'
  | 'unauthenticated';

const STATUS: Readonly<Record<ConnectCode, number>> = {
  canceled: 499,
  invalid_argument: 400,
  deadline_exceeded: 504,
  not_found: 404,
  already_exists: 409,
  permission_denied: 403,
  resource_exhausted: 429,
  failed_precondition: 400,
  unimplemented: 501,
  internal: 500,
  unavailable: 503,
  unauthenticated: 401,
};

export class ConnectFault extends Error {
  readonly code: ConnectCode;

  constructor(code: ConnectCode, message: string) {
    super(message);
    this.name = 'ConnectFault';
    this.code = code;
  }
}

const ENVELOPE_BYTES = 5;
const END_STREAM = 0b10;
/** Standard input arrives in base64 inside JSON. */
const MAX_REQUEST_BYTES = 24 * 1024 * 1024;

export async function readUnary(request: IncomingMessage): Promise<unknown> {
  return parse((await readBody(request, MAX_REQUEST_BYTES)).toString('utf8'));
}

/** The one message of a request whose answer is a stream. */
export async function readStreamRequest(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, MAX_REQUEST_BYTES);
  const length = body.byteLength >= ENVELOPE_BYTES ? body.readUInt32BE(1) : -1;
  if (length !== body.byteLength - ENVELOPE_BYTES || body[0] !== 0) {
    throw new ConnectFault('invalid_argument', 'the request is not one plain enveloped message');
  }
  return parse(body.toString('utf8', ENVELOPE_BYTES));
}

function parse(text: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw new ConnectFault('invalid_argument', 'the request is not JSON');
  return value;
}

export function answerUnary(response: ServerResponse, message: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(message));
}

export function refuseUnary(response: ServerResponse, fault: ConnectFault): void {
  response.writeHead(STATUS[fault.code], { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code: fault.code, message: fault.message }));
}

export type MessageStream = {
  /** Resolves when the client's connection takes more, or is gone. */
  send(message: unknown): Promise<void>;
  end(fault?: ConnectFault): void;
  /** Resolves when the connection has closed, for whatever reason. */
  closed: Promise<void>;
};

/** A client that takes nothing for this long is cut off: it must not stop a process for ever. */
const STALLED_MS = 60_000;

export function openStream(response: ServerResponse): MessageStream {
  response.writeHead(200, { 'content-type': 'application/connect+json' });
  response.flushHeaders();
  const closed = new Promise<void>((resolve) => {
    response.once('close', () => resolve());
  });
  return {
    closed,
    async send(message) {
      if (response.destroyed || response.writableEnded) return;
      if (response.write(envelope(0, message))) return;
      await drained(response);
    },
    end(fault) {
      if (response.destroyed || response.writableEnded) return;
      const { code, message } = fault ?? {};
      response.end(envelope(END_STREAM, fault === undefined ? {} : { error: { code, message } }));
    },
  };
}

function envelope(flags: number, message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(ENVELOPE_BYTES);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(body.byteLength, 1);
  return Buffer.concat([head, body]);
}

async function drained(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const stalled = setTimeout(() => response.destroy(), STALLED_MS);
    const done = () => {
      clearTimeout(stalled);
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}
