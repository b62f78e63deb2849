// Hosts that are killed with -9 while they make sandboxes or use them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalWorld } from '../../contract/driver/local-world.ts';
import { addJob } from '../../support/add-job.ts';
import type { Random } from '../../support/random.ts';
import { openWorker } from './session-parts.ts';

type Place = {
  url: string;
  world: LocalWorld;
  run: { random: Random; note(what: string): void };
};

const HOST = join(import.meta.dirname, 'session-host.ts');
const SESSIONS_A_HOST = 5;
const MOST_HOSTS = 50;
/** For one to make its sandboxes. */
const HOST_MS = 120_000;

/** Until so many sessions have lost their host. */
export async function killHosts(place: Place, sessions: number): Promise<void> {
  // A host that dies very early has begun none.
  for (let done = 0, host = 0; done < sessions && host < MOST_HOSTS; host += 1) {
    const count = Math.min(SESSIONS_A_HOST, sessions - done);
    done += await killHost(place, { count, repository: 100 + host });
  }
}

/** Answers how many sessions it had begun. */
async function killHost(
  { url, world, run }: Place,
  { count, repository }: { count: number; repository: number },
): Promise<number> {
  await using worker = await openWorker(url, world.driver);
  const jobId = await addJob(worker.store, { repository });
  const options = { url, jobId, sessions: count, server: world.options };
  const child = spawn(process.execPath, [HOST, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  // Some die while their sandboxes are being made, others while these are in use.
  const isEarly = run.random.chance(0.5);
  const delayMs = run.random.below(300);
  const timer = setTimeout(() => child.kill('SIGKILL'), HOST_MS);
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== (isEarly ? 'begun' : 'ready')) continue;
    await sleep(delayMs);
    child.kill('SIGKILL');
  }
  await exited;
  clearTimeout(timer);
  const { created } = await worker.store.transaction(
    async ({ sandboxes }) => await sandboxes.count(jobId),
  );
  const when = `${delayMs} ms after ${isEarly ? 'begun' : 'ready'}`;
  run.note(`a host with ${created} sessions was killed ${when}`);
  return created;
}
