// Starts the provider of the bench and asks it what it saw.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Job, Orders, Sight } from './job.ts';

export type Seen = { arrivals: bigint[]; results: number; resultBytes: number };

export type Provider = Disposable & {
  url: string;
  /** From now on every conversation is this job. */
  play(job: Job): Promise<void>;
  look(): Promise<Seen>;
};

export async function startProvider(): Promise<Provider> {
  const child = fork(join(import.meta.dirname, 'provider-process.ts'));
  const heard = async <K extends Sight['kind']>(kind: K) => {
    const [sight] = (await once(child, 'message')) as [Sight];
    if (sight.kind !== kind) throw new Error(`the provider said ${sight.kind}, not ${kind}`);
    return sight as Extract<Sight, { kind: K }>;
  };
  const tell = (order: Orders) => void child.send(order);
  const { port } = await heard('listening');
  return {
    url: `http://127.0.0.1:${port}`,
    async play(job) {
      tell({ kind: 'play', job });
      await heard('ready');
    },
    async look() {
      tell({ kind: 'look' });
      const { arrivals, results, resultBytes } = await heard('seen');
      return { arrivals: arrivals.map(BigInt), results, resultBytes };
    },
    [Symbol.dispose]() {
      child.kill();
    },
  };
}
