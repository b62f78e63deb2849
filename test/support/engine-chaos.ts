// Worker processes to be killed, paused and cut off, and what they tell about their runs.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessOptions } from './engine-process.ts';
import { until } from './waiting.ts';

/** A run of an effect that a worker told of. */
export type EffectRun = { jobId: string; number: number; fence: number; kind: string; at: number };

export type Worker = {
  name: string;
  process: ChildProcess & { stdin: NodeJS.WritableStream };
  /** Jobs for which it noticed that it was too late. */
  stale: string[];
  runs: EffectRun[];
  /** The claims whose effects have not returned, by job. */
  open: Map<string, EffectRun>;
  ended: Promise<unknown>;
};

const READY_MS = 90_000;

export async function startWorker(
  options: ProcessOptions,
  onRun: (run: EffectRun, worker: Worker) => void = () => undefined,
): Promise<Worker> {
  const script = join(import.meta.dirname, 'engine-process.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // Writing to one that was just killed is no fault here.
  child.stdin.on('error', () => undefined);
  const worker: Worker = {
    name: `process-${child.pid}`,
    process: child,
    stale: [],
    runs: [],
    open: new Map(),
    ended: once(child, 'exit'),
  };
  let isReady = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'ready') isReady = true;
    else hear(worker, line, onRun);
  });
  await until(() => isReady || hasEnded(worker), READY_MS);
  return worker;
}

function hear(worker: Worker, line: string, onRun: (run: EffectRun, worker: Worker) => void): void {
  const [word, jobId = '', number, fence, kind = ''] = line.split(' ');
  if (word === 'stale') worker.stale.push(jobId);
  if (word === 'end') worker.open.delete(jobId);
  if (word !== 'ran') return;
  const run = { jobId, number: Number(number), fence: Number(fence), kind, at: performance.now() };
  worker.runs.push(run);
  worker.open.set(jobId, run);
  onRun(run, worker);
}

export function hasEnded({ process: child }: Worker): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

export async function killWorker(worker: Worker): Promise<void> {
  worker.process.kill('SIGKILL');
  await worker.ended;
}

/** Stops a worker past its lease while it runs something, then lets it go on. */
export async function pauseWorker(worker: Worker, leaseMs: number): Promise<void> {
  worker.process.kill('SIGSTOP');
  await pause(leaseMs * 2);
  worker.process.kill('SIGCONT');
}

/** Answers with its exit code. */
export async function drainWorker(worker: Worker): Promise<number | null> {
  worker.process.kill('SIGTERM');
  await worker.ended;
  return worker.process.exitCode;
}

/** Its host's clock is so much ahead from now on. */
export function stepClock(worker: Worker, ms: number): void {
  worker.process.stdin.write(`clock ${ms}\n`);
}
