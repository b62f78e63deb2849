// Remembers which models fail again and again, so that others are asked meanwhile: closed, open
// after so many failed calls in a row, and after a rest open for one probing call at a time.

export type BreakerLimits = {
  /** Calls in a row that came to nothing after all their tries. */
  failures: number;
  restMs: number;
};

export const DEFAULT_BREAKER: BreakerLimits = { failures: 3, restMs: 60_000 };

export type Breaker = {
  /** Whether it may be asked now. After its rest the first who looks gets the probing call. */
  admits(model: string): boolean;
  isOpen(model: string): boolean;
  /** Every call that was made has to be settled; `unknown`: it was cancelled or never got so far. */
  settle(model: string, outcome: 'answered' | 'overloaded' | 'unknown'): void;
};

type State = { failures: number; openedAt: number | undefined; isProbed: boolean };

export function createBreaker(limits: BreakerLimits, now: () => number): Breaker {
  const states = new Map<string, State>();
  const stateOf = (model: string): State =>
    states.get(model) ?? { failures: 0, openedAt: undefined, isProbed: false };
  return {
    admits(model) {
      const state = stateOf(model);
      if (state.openedAt === undefined) return true;
      if (state.isProbed || now() - state.openedAt < limits.restMs) return false;
      states.set(model, { ...state, isProbed: true });
      return true;
    },
    isOpen: (model) => stateOf(model).openedAt !== undefined,
    settle(model, outcome) {
      if (outcome === 'answered') {
        states.delete(model);
        return;
      }
      const state = stateOf(model);
      const failures = state.failures + (outcome === 'overloaded' ? 1 : 0);
      const isFailing = outcome === 'overloaded' && failures >= limits.failures;
      const openedAt = isFailing ? now() : state.openedAt;
      states.set(model, { failures, openedAt, isProbed: false });
    },
  };
}
