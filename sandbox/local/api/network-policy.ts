// Reads E2B's wishes for a sandbox's network into what the proxy enforces. What it cannot enforce
// exactly is refused by name: a wish for network is never met with less, or with more.
import { isIP } from 'node:net';
import { z } from 'zod';
import { type EgressPolicy, readRule } from '../egress/allow-list.ts';
import { Refusal } from '../sandboxes.ts';

const MOST_HOSTS = 500;

const Wishes = z.object({
  allowOut: z.array(z.string()).max(MOST_HOSTS).default([]),
  denyOut: z.array(z.string()).max(MOST_HOSTS).default([]),
  rules: z.record(z.string(), z.unknown()).default({}),
  egressProxy: z.unknown().optional(),
  allowPublicTraffic: z.boolean().optional(),
  maskRequestHost: z.unknown().optional(),
  httpsPorts: z.unknown().optional(),
});

const EVERYTHING = '0.0.0.0/0';

/**
 * `network` is E2B's object. Unset parts of it mean "open", so either everything must be denied or
 * something be allowed. What is allowed goes before what is denied, as E2B has it, so with
 * everything denied no further denial says anything.
 */
export function toEgressPolicy(
  allowInternetAccess: boolean | undefined,
  network: unknown,
): EgressPolicy {
  const parsed = Wishes.safeParse(network ?? {});
  if (!parsed.success) throw new Refusal(400, 'network: not understood');
  const wishes = parsed.data;
  requireOffered(wishes);
  for (const entry of wishes.denyOut) requireRange(entry);
  const isClosed = allowInternetAccess === false || wishes.denyOut.includes(EVERYTHING);
  if (!isClosed && wishes.allowOut.length === 0) {
    throw unavailable(
      'the local sandbox server does not open the whole internet; say ' +
        'allowInternetAccess: false, or name hosts in network.allowOut',
    );
  }
  return {
    allow: wishes.allowOut.map((entry) => {
      const rule = readRule(entry);
      if (rule !== undefined) return rule;
      throw unavailable(
        `allowOut: '${entry.slice(0, 100)}' is not one of HOST, HOST:PORT, *.SUFFIX, *.SUFFIX:PORT`,
      );
    }),
  };
}

function requireOffered(wishes: z.infer<typeof Wishes>): void {
  const asked = [
    Object.keys(wishes.rules).length > 0 && 'rules',
    wishes.egressProxy !== undefined && wishes.egressProxy !== null && 'egressProxy',
    wishes.allowPublicTraffic === true && 'allowPublicTraffic',
    wishes.maskRequestHost !== undefined && 'maskRequestHost',
    wishes.httpsPorts !== undefined && 'httpsPorts',
  ].find((name) => name !== false);
  if (asked !== undefined) {
    throw unavailable(`'${asked}' is not offered by the local sandbox server`);
  }
}

function requireRange(entry: string): void {
  const [address = '', bits, ...more] = entry.split('/');
  const largest = isIP(address) === 6 ? 128 : 32;
  const isWhole = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= largest);
  if (isIP(address) === 0 || !isWhole || more.length > 0) {
    throw new Refusal(400, 'denyOut takes addresses and ranges of addresses, no names');
  }
}

function unavailable(problem: string): Refusal {
  return new Refusal(400, `NETWORK_POLICY_UNAVAILABLE: ${problem}`);
}
