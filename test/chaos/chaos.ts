// What a chaos gives: the same code for `npm run test:long` (small counts) and `npm run chaos -- NAME` (full
// ones). Everything random comes from the seed; what was done to the processes is noted, so that a
// failing run can be told.
import type { Check } from '../support/figures.ts';
import { createRandom, type Random } from '../support/random.ts';

export type Counts = Readonly<Record<string, number>>;

export type Run<C extends Counts> = {
  counts: C;
  random: Random;
  /** What was done, and to which job; without a job it concerns all. */
  note(what: string, jobId?: string): void;
  say(line: string): void;
};

export type Outcome = {
  checks: Check[];
  /** Jobs that show what is wrong; the log of a failing run is cut to them. Empty: all. */
  concerned: readonly string[];
};

export type Chaos<C extends Counts = Counts> = {
  /** The full counts; `--counts` changes some of them. */
  counts: C;
  run(run: Run<C>): Promise<Outcome>;
};

export type LogEntry = { atMs: number; what: string; jobId?: string };
export type Played = Outcome & { log: LogEntry[] };

/** One run of a chaos; a fault of the run itself is a broken check, so that its log is told too. */
export async function play<C extends Counts>(
  chaos: Chaos<C>,
  { counts, seed, say = () => undefined }: { counts: C; seed: number; say?(line: string): void },
): Promise<Played> {
  const log: LogEntry[] = [];
  const start = performance.now();
  const note = (what: string, jobId?: string) => {
    const atMs = Math.round(performance.now() - start);
    log.push({ atMs, what, ...(jobId !== undefined && { jobId }) });
  };
  try {
    const outcome = await chaos.run({ counts, random: createRandom(seed), note, say });
    return { ...outcome, log };
  } catch (error) {
    const name = `the run ended with: ${error instanceof Error ? error.message : String(error)}`;
    return { checks: [{ name, value: 1, limit: 0, unit: 'faults' }], concerned: [], log };
  }
}
