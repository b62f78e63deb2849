// Asks our own server what E2B has no question for: whom a sandbox spoke to, and what was done in it. Where there is no such server the answer is that nobody knows.
import { z } from 'zod';
import { AppError } from '../../../app/errors.ts';
import type { CallOptions, HostContacts, Traces as SandboxTraces } from '../port.ts';
import type { E2bConnection } from './connection.ts';
import { translating } from './faults.ts';

const REQUEST_TIMEOUT_MS = 30_000;

const Count = z.number().int().nonnegative();
const Contacts = z.object({
  hosts: z.array(
    z.object({
      host: z.string(),
      port: Count,
      verdict: z.enum(['allowed', 'refused']),
      why: z.string().exactOptional(),
      firstAt: z.coerce.date(),
      lastAt: z.coerce.date(),
      count: Count,
      bytes: Count,
    }),
  ),
  unlisted: Count,
  bytes: Count,
});
const Marked = z.object({ marked: z.literal(true) });
const Paths = z.array(z.string()).exactOptional();
const Traces = z.object({ isUntouched: z.boolean(), touched: Paths, left: Paths });

type Connect = () => Promise<E2bConnection>;

export async function readContacts(
  connect: Connect,
  sandboxId: string,
  { signal }: CallOptions = {},
): Promise<HostContacts | undefined> {
  const what = 'ask for the hosts a sandbox spoke to';
  return await ask(connect, { sandboxId, what, path: 'contacts', answer: Contacts, signal });
}

export async function askMark(
  connect: Connect,
  sandboxId: string,
  { signal }: CallOptions = {},
): Promise<void> {
  const what = 'mark a sandbox';
  await ask(connect, { sandboxId, what, method: 'POST', path: 'mark', answer: Marked, signal });
}

export async function readTraces(
  connect: Connect,
  sandboxId: string,
  { signal }: CallOptions = {},
): Promise<SandboxTraces> {
  const what = 'ask what was done in a sandbox';
  const question = { sandboxId, what, path: 'traces', answer: Traces, signal };
  return (await ask(connect, { ...question, method: 'POST' })) ?? { isUntouched: false };
}

type Question<T> = {
  sandboxId: string;
  what: string;
  method?: 'POST';
  path: string;
  answer: z.ZodType<T>;
  signal: AbortSignal | undefined;
};

async function ask<T>(
  connect: Connect,
  { sandboxId, what, method, path, answer, signal }: Question<T>,
): Promise<T | undefined> {
  const details = { sandboxId };
  return await translating({ what, signal, details }, async () => {
    const { apiUrl, apiKey } = await connect();
    if (apiUrl === undefined) return undefined;
    const late = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await fetch(`${apiUrl}/sandboxes/${encodeURIComponent(sandboxId)}/${path}`, {
      method: method ?? 'GET',
      headers: { 'x-api-key': apiKey },
      redirect: 'error',
      signal: signal === undefined ? late : AbortSignal.any([late, signal]),
    });
    if (response.status === 401) {
      throw new AppError('SANDBOX_UNAUTHORIZED', {
        problem: `The sandbox provider does not know the key: ${what}.`,
        details,
      });
    }
    const read = answer.safeParse(response.ok ? await response.json().catch(() => null) : null);
    return read.success ? read.data : undefined;
  });
}
