// Which network a sandbox may be given here: none. Anything else needs the proxy that enforces it
// and is refused by name until then; a wish for network is never met with less, or with more.
import { z } from 'zod';
import { Refusal } from './sandboxes.ts';

const Wishes = z.object({
  allowOut: z.array(z.string()).optional(),
  denyOut: z.array(z.string()).optional(),
  rules: z.record(z.string(), z.unknown()).optional(),
  egressProxy: z.unknown().optional(),
  allowPublicTraffic: z.boolean().optional(),
});

const EVERYTHING = '0.0.0.0/0';

/** `network` is E2B's object; unset parts of it mean "open", so they must be closed explicitly. */
export function requireNoNetwork(allowInternetAccess: boolean | undefined, network: unknown): void {
  const wishes = Wishes.safeParse(network ?? {});
  if (!wishes.success) throw new Refusal(400, 'network: not understood');
  const { allowOut, rules, egressProxy, allowPublicTraffic, denyOut } = wishes.data;
  const isClosed = allowInternetAccess === false || denyOut?.includes(EVERYTHING) === true;
  const isAsked =
    !isClosed ||
    (allowOut?.length ?? 0) > 0 ||
    Object.keys(rules ?? {}).length > 0 ||
    (egressProxy !== undefined && egressProxy !== null) ||
    allowPublicTraffic === true;
  if (!isAsked) return;
  throw new Refusal(
    400,
    'NETWORK_POLICY_UNAVAILABLE: the local sandbox server offers no network yet; ' +
      'create the sandbox with allowInternetAccess: false and without allowOut',
  );
}
