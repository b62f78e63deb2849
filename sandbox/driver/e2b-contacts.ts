// Asks our own server whom a sandbox spoke to. E2B has no such question: then the answer is that
// nobody knows, never an empty list.
import { z } from 'zod';
import type { E2bConnection } from './e2b-connection.ts';
import { translating } from './e2b-faults.ts';
import { type CallOptions, type HostContacts, SandboxFault } from './port.ts';

const REQUEST_TIMEOUT_MS = 10_000;

const Count = z.number().int().nonnegative();
const Answer = z.object({
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

export async function readContacts(
  connect: () => Promise<E2bConnection>,
  sandboxId: string,
  { signal }: CallOptions = {},
): Promise<HostContacts | undefined> {
  const details = { sandboxId };
  const what = 'ask for the hosts a sandbox spoke to';
  return await translating({ what, signal, details }, async () => {
    const { apiUrl, apiKey } = await connect();
    if (apiUrl === undefined) return undefined;
    const late = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await fetch(`${apiUrl}/sandboxes/${encodeURIComponent(sandboxId)}/contacts`, {
      headers: { 'x-api-key': apiKey },
      redirect: 'error',
      signal: signal === undefined ? late : AbortSignal.any([late, signal]),
    });
    if (response.status === 401) {
      throw new SandboxFault('SANDBOX_UNAUTHORIZED', {
        problem: `The sandbox provider does not know the key: ${what}.`,
        details,
      });
    }
    const answer = Answer.safeParse(response.ok ? await response.json().catch(() => null) : null);
    return answer.success ? answer.data : undefined;
  });
}
