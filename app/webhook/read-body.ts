// The body of a request, up to a number of bytes and a time, within what all bodies that nobody has
// verified yet may hold together. Answers why there is none instead of throwing: all limits and a
// client that goes away are expected.
import type { IncomingMessage } from 'node:http';

type Body =
  | { ok: true; bytes: Buffer }
  | { ok: false; why: 'too_large' | 'late' | 'gone' | 'busy' };

type BodyLimits = {
  bytes: number;
  /** From the first byte to the last. */
  ms: number;
  /** Between two of them. */
  idleMs: number;
};

/** Bytes that strangers may make us hold. */
export type BodyBudget = {
  /** False when there is no room. */
  take(bytes: number): boolean;
  give(bytes: number): void;
};

export function createBodyBudget(total: number): BodyBudget {
  let left = total;
  return {
    take(bytes) {
      if (bytes > left) return false;
      left -= bytes;
      return true;
    },
    give(bytes) {
      left += bytes;
    },
  };
}

type Reading = {
  limits: BodyLimits;
  budget: BodyBudget;
  /** Sees every byte, in order. */
  see(bytes: Buffer): void;
};

/** What it takes of the budget it has given back when it answers. */
export async function readBody(request: IncomingMessage, reading: Reading): Promise<Body> {
  const { limits, budget } = reading;
  // Node's parser lets no body be longer than it was declared.
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limits.bytes) return no('too_large');
  if (!budget.take(declared)) return no('busy');
  const held = { bytes: declared };
  try {
    return await collect(request, { ...reading, held });
  } finally {
    budget.give(held.bytes);
  }
}

/** `held` is what was taken of the budget, from the start and by what came unannounced. */
async function collect(
  request: IncomingMessage,
  { limits, budget, see, held }: Reading & { held: { bytes: number } },
): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  const { promise, resolve } = Promise.withResolvers<Body>();
  const timers = [limits.ms, limits.idleMs].map((ms) => setTimeout(() => resolve(no('late')), ms));
  const take = (chunk: Buffer) => {
    length += chunk.length;
    timers[1]?.refresh();
    const more = Math.max(0, length - held.bytes);
    if (length > limits.bytes) resolve(no('too_large'));
    else if (!budget.take(more)) resolve(no('busy'));
    else {
      held.bytes += more;
      see(chunk);
      chunks.push(chunk);
    }
  };
  request.on('data', take);
  request.once('end', () => resolve({ ok: true, bytes: Buffer.concat(chunks) }));
  request.once('error', () => resolve(no('gone')));
  request.once('close', () => resolve(no('gone')));
  try {
    return await promise;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    request.off('data', take);
  }
}

function no(why: Exclude<Body, { ok: true }>['why']): Body {
  return { ok: false, why };
}
