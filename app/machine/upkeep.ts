// What a running app does now and then beside its work. A chore that fails is logged and comes again;
// none runs twice at once, and all have ended when upkeep is stopped.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../log.ts';

export type Chore = {
  name: string;
  everyMs: number;
  /** Once at the start too, not only after the first `everyMs`. */
  atOnce?: true;
  /** What may take long ends when the signal fires. */
  run(signal: AbortSignal): Promise<unknown>;
};

export function startUpkeep(
  chores: readonly Chore[],
  log: Pick<Logger, 'warn'>,
): { stop(): Promise<void> } {
  const stop = new AbortController();
  const { signal } = stop;
  const keep = async ({ name, everyMs, atOnce, run }: Chore): Promise<void> => {
    for (let isFirst = atOnce === true; ; isFirst = false) {
      if (!isFirst) await pause(everyMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await run(signal).catch((error: unknown) =>
        log.warn({ chore: name, err: error }, 'a chore failed'),
      );
    }
  };
  const kept = chores.map(keep);
  return {
    async stop() {
      stop.abort();
      await Promise.all(kept);
    },
  };
}
