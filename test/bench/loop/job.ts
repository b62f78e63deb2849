// What both loops are made to do, and what is said between the bench and its provider.

/** Model calls with one Bash call each, then one that ends. */
export type Job = { turns: number; command: string; resultBytes: number };

export type Orders = { kind: 'play'; job: Job } | { kind: 'look' };

export type Sight =
  | { kind: 'listening'; port: number }
  | { kind: 'ready' }
  /** Nanoseconds of the machine's own clock; what the last request held. */
  | { kind: 'seen'; arrivals: string[]; results: number; resultBytes: number };

const ECHO = 'echo hello';
/** 10 kB without a further process. */
const TEN_KB = "printf '%10000d' 7";

export const JOBS = {
  J1: { turns: 0, command: '', resultBytes: 0 },
  J2: { turns: 50, command: ECHO, resultBytes: 6 },
  J4: { turns: 200, command: ECHO, resultBytes: 6 },
  J6: { turns: 200, command: TEN_KB, resultBytes: 10_000 },
} as const satisfies Record<string, Job>;
export type JobName = keyof typeof JOBS;
