// The body of a request, up to a number of bytes and a time. Answers why there is none instead of
// throwing: both limits and a client that goes away are expected.
import type { IncomingMessage } from 'node:http';

type Body = { ok: true; bytes: Buffer } | { ok: false; why: 'too_large' | 'late' | 'gone' };

export async function readBody(
  request: IncomingMessage,
  limits: { bytes: number; ms: number },
): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes) return TOO_LARGE;
  const chunks: Buffer[] = [];
  let length = 0;
  return await new Promise((resolve) => {
    const timer = setTimeout(() => end({ ok: false, why: 'late' }), limits.ms);
    const end = (body: Body) => {
      clearTimeout(timer);
      request.off('data', take);
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limits.bytes) end(TOO_LARGE);
      else chunks.push(chunk);
    };
    request.on('data', take);
    request.once('end', () => end({ ok: true, bytes: Buffer.concat(chunks) }));
    request.once('error', () => end({ ok: false, why: 'gone' }));
    request.once('close', () => end({ ok: false, why: 'gone' }));
  });
}

const TOO_LARGE = { ok: false, why: 'too_large' } as const;
