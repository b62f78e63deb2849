// Ends a wait when it lasts too long in all, or when nothing was heard for too long. One per try;
// it owns two timers until it is disposed of.

type Watch = Disposable & {
  /** Fires when the caller gives up, and at either limit. */
  readonly signal: AbortSignal;
  /** Something was heard: the silence begins anew. */
  touch(): void;
  /** Why the signal fired; undefined while it has not. */
  reason(): 'cancelled' | 'silent' | 'too_long' | undefined;
};

export function createWatch(options: {
  caller: AbortSignal;
  idleMs: number;
  /** For this try and all before it. */
  remainingMs: number;
}): Watch {
  const silence = new AbortController();
  const total = new AbortController();
  const signal = AbortSignal.any([options.caller, silence.signal, total.signal]);
  const idleTimer = setTimeout(() => silence.abort(), options.idleMs);
  const totalTimer = setTimeout(() => total.abort(), options.remainingMs);
  return {
    signal,
    touch: () => {
      idleTimer.refresh();
    },
    reason() {
      if (options.caller.aborted) return 'cancelled';
      if (silence.signal.aborted) return 'silent';
      return total.signal.aborted ? 'too_long' : undefined;
    },
    [Symbol.dispose]() {
      clearTimeout(idleTimer);
      clearTimeout(totalTimer);
    },
  };
}
