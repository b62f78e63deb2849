// Run by full-disk.ts inside a mount namespace: see there. Its last line is a FullDiskResult.
import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AppError } from '../../../app/errors.ts';
import { createStore } from '../../../app/store/store.ts';
import { addJob } from '../../support/add-job.ts';
import { killWorker, startWorker } from '../../support/engine-chaos.ts';
import { readInvariants, readUndelivered } from '../../support/invariants.ts';
import { type OwnPostgres, ownPostgres } from '../../support/own-postgres.ts';
import { createFeed } from './feed.ts';
import type { FullDiskResult } from './full-disk.ts';

const execute = promisify(execFile);
const SIZE = '160m';
const JOBS_BEFORE = 6;
/** Longer than a lease: outcomes that cannot be recorded are given up meanwhile. */
const FULL_LEASES = 3;
const MOST_TRIES = 5_000;
const ENDED_MS = 90_000;

const options = JSON.parse(process.argv[2] ?? '{}') as { leaseMs: number; seed: number };
const disk = await mkdtemp('/tmp/redgreen-disk-');
try {
  process.stdout.write(`${JSON.stringify(await main())}\n`);
} finally {
  await execute('umount', ['--lazy', disk]).catch(() => undefined);
  await rm(disk, { recursive: true, force: true });
}

async function main(): Promise<FullDiskResult> {
  await execute('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'tmpfs', disk]);
  await chmod(disk, 0o755);
  await mkdir(join(disk, 'state'), { mode: 0o755 });
  await using postgres = await ownPostgres(join(disk, 'state'));
  const { leaseMs, seed } = options;
  const work = { url: postgres.url, leaseMs, slots: 4, effectMs: { from: 1, to: 120 } };
  const workers = [
    await startWorker({ ...work, seed }),
    await startWorker({ ...work, seed: seed + 1 }),
  ];
  await using feed = createFeed(postgres.url, () => undefined);
  try {
    feed.allow(JOBS_BEFORE);
    await feed.given(ENDED_MS);
    const { codes, accepted } = await whileFull(postgres);
    await feed.ended(ENDED_MS);
    const found = await readInvariants(postgres.url);
    const { stuck, doubled, staleWrites, auditFindings } = found;
    const undelivered = await readUndelivered(postgres.url, [...feed.accepted, ...accepted]);
    const facts = { stuck, doubled, staleWrites, auditFindings };
    return {
      refused: codes.length,
      codes: [...new Set(codes)],
      lost: undelivered.length,
      ...facts,
    };
  } finally {
    for (const worker of workers) await killWorker(worker);
  }
}

/** Fills the disk, writes until and while it is full, and makes room. */
async function whileFull(postgres: OwnPostgres): Promise<{ codes: string[]; accepted: string[] }> {
  const ballast = join(disk, 'ballast');
  const store = createStore({ url: postgres.url });
  const codes: string[] = [];
  const accepted: string[] = [];
  try {
    await fill(ballast);
    const end = performance.now() + options.leaseMs * FULL_LEASES;
    for (let n = 0; n < MOST_TRIES && (codes.length === 0 || performance.now() < end); n += 1) {
      await addJob(store).then(
        (id) => accepted.push(id),
        (error: unknown) => codes.push(error instanceof AppError ? error.code : String(error)),
      );
      if (codes.length > 0) await pause(50);
    }
  } finally {
    await rm(ballast, { force: true });
    await postgres.revive();
    await store.close();
  }
  return { codes, accepted };
}

async function fill(file: string): Promise<void> {
  for (const size of [1 << 20, 1 << 12]) {
    const block = Buffer.alloc(size, 1);
    for (let isFull = false; !isFull; ) {
      isFull = await appendFile(file, block).then(
        () => false,
        () => true,
      );
    }
  }
}
