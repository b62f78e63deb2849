// One job played by one loop as a process of its own, and what was seen of it from outside.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Job } from './job.ts';
import type { Provider, Seen } from './provider.ts';

export type Figures = {
  /** From the spawn of the process to its first request. */
  startMs: number;
  /** Between requests, in order. */
  turnsMs: number[];
  peakKb: number;
};

export type Loop = {
  /** Words after `node`. */
  words(url: string): string[];
  env: Record<string, string>;
};

/** Throws when the job was not done as it was told. */
export async function runLoop(loop: Loop, job: Job, provider: Provider): Promise<Figures> {
  await provider.play(job);
  const startedAt = process.hrtime.bigint();
  const child = spawn(process.execPath, loop.words(provider.url), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: loop.env,
  });
  const ended = once(child, 'close');
  const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  if (code !== 0) throw new Error(`a loop ended with ${String(code)}: ${complaints}`);
  const seen = await provider.look();
  checkWhole(seen, job);
  const peakKb = Number(/"peak(?:Memory)?Kb":(\d+)/.exec(output)?.[1]);
  if (!(peakKb > 0)) throw new Error('a loop did not say how much memory it used');
  return { startMs: toMs(startedAt, seen.arrivals[0]), turnsMs: gapsOf(seen), peakKb };
}

export function gapsOf({ arrivals }: Seen): number[] {
  return arrivals.slice(1).map((arrival, index) => toMs(arrivals[index], arrival));
}

/** A loop that forgets results or calls would be fast. */
export function checkWhole({ arrivals, results, resultBytes }: Seen, job: Job): void {
  const isWhole =
    arrivals.length === job.turns + 1 &&
    results === job.turns &&
    resultBytes >= job.turns * job.resultBytes;
  if (isWhole) return;
  throw new Error(
    `${arrivals.length} requests, ${results} results of ${resultBytes} bytes in the last one`,
  );
}

function toMs(from: bigint | undefined, to: bigint | undefined): number {
  if (from === undefined || to === undefined) throw new Error('a loop never asked');
  return Number(to - from) / 1_000_000;
}
