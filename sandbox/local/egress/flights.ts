// What is under way through one proxy: who it is for, and how it is cut when the policy changes.
import { type EgressPolicy, isListed, NO_EGRESS } from './allow-list.ts';
import type { Target } from './target.ts';

/** The abort reason of a flight that was cut. */
export const POLICY_CHANGED = 'policy-changed';

export type Flight = {
  /** Aborted when the target is no longer allowed, the proxy closes, or `land` is called. */
  signal: AbortSignal;
  /** It is over, however it ended. Idempotent. */
  land(): void;
};

export type Flights = {
  start(target: Target): Flight;
  policy(): EgressPolicy;
  /** At once: whoever is not on the new list is cut off. */
  setPolicy(policy: EgressPolicy): void;
};

export function createFlights(): Flights {
  const open = new Map<AbortController, Target>();
  let policy = NO_EGRESS;
  return {
    start(target) {
      const control = new AbortController();
      open.set(control, target);
      return {
        signal: control.signal,
        land() {
          open.delete(control);
          control.abort();
        },
      };
    },
    policy: () => policy,
    setPolicy(next) {
      policy = next;
      for (const [control, target] of open) {
        if (isListed(next.allow, target)) continue;
        open.delete(control);
        control.abort(POLICY_CHANGED);
      }
    },
  };
}
