// E2B's file transfer for one sandbox: GET and POST /files, raw or as a form, streamed through the
// guest so that the host never opens a path a sandbox has made.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { GuestFault } from '../agent-link.ts';
import type { LiveSandbox } from '../live-sandbox.ts';
import type { EnvdCall } from './envd-process.ts';
import { requireKnownUser } from './envd-user.ts';
import { answerJson, readBody } from './http-body.ts';

/** A form must be read whole before its parts are known; larger files come as a stream. */
const MAX_FORM_BYTES = 128 * 1024 * 1024;

const ReadReply = z.object({ size: z.number().int().nonnegative() });
const WriteReply = z.object({ path: z.string() });

export async function handleFiles(call: EnvdCall, query: URLSearchParams): Promise<void> {
  const { sandbox, request, response } = call;
  requireKnownUser(request, query.get('username'));
  const release = sandbox.hold();
  try {
    if (request.method === 'GET') await download(sandbox, response, requirePath(query.get('path')));
    else if (request.method === 'POST') await upload(call, query.get('path'));
    else answerJson(response, 405, { code: 405, message: 'GET or POST' });
  } finally {
    release();
  }
}

function requirePath(path: string | null): string {
  if (path === null || path === '') throw new GuestFault('invalid_argument', 'no path');
  return path;
}

async function download(
  sandbox: LiveSandbox,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const pending: (() => void)[] = [];
  let isHeadSent = false;
  const pass = (bytes: Buffer, credit: () => void) => {
    // A client that is gone must not stop the guest: the rest is read and dropped.
    if (response.destroyed || response.write(bytes)) credit();
    else onceDrained(response, credit);
  };
  const stream = await sandbox.link.open(
    { operation: 'read', options: { path } },
    {
      onData(_tag, bytes, credit) {
        if (isHeadSent) pass(bytes, credit);
        else pending.push(() => pass(bytes, credit));
      },
      onEnd: (_value, fault) => (fault === undefined ? ended.resolve() : ended.reject(fault)),
    },
  );
  // Awaited below; it may be rejected before.
  ended.promise.catch(() => undefined);
  const { size } = ReadReply.parse(stream.reply);
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': String(size),
  });
  isHeadSent = true;
  for (const passOn of pending) passOn();
  try {
    await ended.promise;
    response.end();
  } catch {
    // The length was announced already: a cut connection is the only honest answer left.
    response.destroy();
  }
}

function onceDrained(response: ServerResponse, action: () => void): void {
  const done = () => {
    response.off('drain', done);
    response.off('close', done);
    action();
  };
  response.once('drain', done);
  response.once('close', done);
}

async function upload({ sandbox, request, response }: EnvdCall, path: string | null) {
  const type = request.headers['content-type'] ?? '';
  const written = type.startsWith('multipart/form-data')
    ? await uploadForm(sandbox, request, path)
    : [await writeOne(sandbox, requirePath(path), bodyOf(request))];
  answerJson(
    response,
    200,
    written.map((file) => ({ name: basename(file), type: 'file', path: file })),
  );
}

function bodyOf(request: IncomingMessage): AsyncIterable<unknown> {
  if (request.headers['content-encoding'] !== 'gzip') return request;
  const plain = createGunzip();
  request.on('error', (error) => plain.destroy(error));
  return request.pipe(plain);
}

async function uploadForm(
  sandbox: LiveSandbox,
  request: IncomingMessage,
  path: string | null,
): Promise<string[]> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const body = await readBody(request, MAX_FORM_BYTES);
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch(() => {
    throw new GuestFault('invalid_argument', 'the form cannot be read');
  });
  const written: string[] = [];
  for (const value of form.getAll('file')) {
    if (typeof value === 'string') continue;
    const target = path === null || path === '' ? value.name : path;
    const bytes = Buffer.from(await value.arrayBuffer());
    written.push(await writeOne(sandbox, requirePath(target), [bytes]));
  }
  if (written.length === 0) throw new GuestFault('invalid_argument', 'the form has no file');
  return written;
}

async function writeOne(
  sandbox: LiveSandbox,
  path: string,
  parts: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<string> {
  const ended = Promise.withResolvers<void>();
  const stream = await sandbox.link.open(
    { operation: 'write', options: { path } },
    {
      onData: () => undefined,
      onEnd: (_value, fault) => (fault === undefined ? ended.resolve() : ended.reject(fault)),
    },
  );
  // Awaited at the end; a guest that dies earlier is told there.
  ended.promise.catch(() => undefined);
  try {
    for await (const part of parts) if (Buffer.isBuffer(part)) await stream.send(part);
  } catch {
    stream.abort();
    throw new GuestFault('invalid_argument', 'the body ended too early or cannot be unpacked');
  }
  stream.finish();
  await ended.promise;
  return WriteReply.parse(stream.reply).path;
}
