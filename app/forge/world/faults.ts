// Faults that a test or the chaos runner asks for: which call goes wrong, how, and how often.
// Only says what should happen; the API, OAuth, git over HTTP and webhooks let it happen.

export type Fault =
  /** Answers with this status (502 unless told), in GitHub's words if they are given, and does nothing. */
  | { kind: 'error'; status?: number; message?: string; headers?: Record<string, string> }
  /** Does everything, then cuts the connection. */
  | { kind: 'lost-answer' }
  /** Refuses as GitHub does at its limits, and does nothing. Secondary unless told; ends by then. */
  | { kind: 'rate-limit'; isPrimary?: boolean; retryAfterSeconds?: number }
  /** Does everything, and answers later. */
  | { kind: 'slow'; delayMs: number };

/**
 * `operation` is an operationId, `git/upload-pack`, `git/receive-pack`, `webhook/EVENT`, or `*` for
 * any API operation. `times` is 1 unless told; `skip` lets that many calls pass first.
 */
export type FaultRule = Fault & { operation: string; times?: number; skip?: number };

export type InjectedFault = { remaining: () => number; remove: () => void };

export type Faults = {
  inject(rule: FaultRule): InjectedFault;
  /** The fault for this call, counted as used. */
  take(operation: string): Fault | undefined;
};

type Open = { rule: FaultRule; skip: number; left: number };

export function createFaults(): Faults {
  const rules: Open[] = [];
  return {
    inject(rule) {
      const open = { rule, skip: rule.skip ?? 0, left: rule.times ?? 1 };
      rules.push(open);
      return {
        remaining: () => open.left,
        remove: () => {
          open.left = 0;
        },
      };
    },
    take(operation) {
      const isAny = !operation.startsWith('webhook/');
      const open = rules.find(
        ({ rule, left }) =>
          left > 0 && (rule.operation === operation || (isAny && rule.operation === '*')),
      );
      if (open === undefined) return undefined;
      if (open.skip > 0) {
        open.skip -= 1;
        return undefined;
      }
      open.left -= 1;
      return open.rule;
    },
  };
}
