// Decides whether a target may be reached, and at which addresses: the name is looked up once, every
// answer is checked, and whoever connects uses these answers and no other. Never looks up a name
// that is not listed: the question itself would leave the machine.
import { waitAtMost } from '../../../app/machine/deadline.ts';
import { closedRangeOf } from './address.ts';
import { type EgressPolicy, type Exemption, isListed } from './allow-list.ts';
import type { Target } from './target.ts';

/** Why something is not let through, or did not work. */
export const REASONS = {
  malformed: 'the request names no host that can be read',
  'odd-address': 'an address must be written in its plain form',
  'not-listed': 'the host is not on the allow list of this sandbox',
  'closed-address': 'the name leads to an address that is not public',
  'own-address': 'the name leads to this machine',
  'host-mismatch': 'the Host header names another host than the request',
  'sni-mismatch': 'the TLS handshake names another host than the tunnel',
  'sni-missing': 'the TLS handshake names no host',
  'not-tls': 'a tunnel carries TLS or plain HTTP only',
  'too-many-connections': 'too many connections are open',
  'policy-changed': 'the network policy was changed meanwhile',
  unresolved: 'the name could not be looked up',
  unreachable: 'the host did not answer',
} as const;
export type Reason = keyof typeof REASONS;

type Decision = { addresses: readonly string[] } | { refused: Reason };

export type DecideDeps = {
  /** All addresses of a name. */
  lookup(name: string): Promise<readonly string[]>;
  /** Set by whoever started the server: may be reached although their addresses are closed. */
  exempt: readonly Exemption[];
  /** Addresses of this machine, the public ones included. */
  ownAddresses(): ReadonlySet<string>;
};

const LOOKUP_DEADLINE_MS = 10_000;

export async function decide(
  deps: DecideDeps,
  policy: EgressPolicy,
  target: Target,
): Promise<Decision> {
  if (!isListed(policy.allow, target)) return { refused: 'not-listed' };
  const exemption = deps.exempt.find(({ rule }) => isListed([rule], target));
  if (exemption?.address !== undefined) return { addresses: [exemption.address] };
  const addresses = await addressesOf(deps, target);
  if (addresses.length === 0) return { refused: 'unresolved' };
  if (exemption !== undefined) return { addresses };
  const own = deps.ownAddresses();
  for (const address of addresses) {
    if (closedRangeOf(address) !== undefined) return { refused: 'closed-address' };
    if (own.has(address)) return { refused: 'own-address' };
  }
  return { addresses };
}

async function addressesOf({ lookup }: DecideDeps, { host }: Target): Promise<readonly string[]> {
  if (host.kind === 'address') return [host.text];
  try {
    return await waitAtMost(LOOKUP_DEADLINE_MS, lookup(host.text), () => []);
  } catch {
    return [];
  }
}
