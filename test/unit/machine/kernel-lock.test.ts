// The lock between processes, with real ones.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isAppError } from '../../../app/errors.ts';
import { withLock } from '../../../app/machine/kernel-lock.ts';

const wait = { deadlineMs: 10_000 };
const never = async () => assert.fail('ran without the lock');

test('only one caller is inside at a time, and each gets its turn', async () => {
  const name = randomUUID();
  let inside = 0;
  let most = 0;
  const results = await Promise.all(
    [1, 2, 3, 4, 5].map(
      async (n) =>
        await withLock(name, wait, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await sleep(5);
          inside -= 1;
          return n;
        }),
    ),
  );
  assert.equal(most, 1);
  assert.deepEqual(results, [1, 2, 3, 4, 5]);
});

test('a failure inside frees the lock and reaches the caller', async () => {
  const name = randomUUID();
  await assert.rejects(
    withLock(name, wait, async () => {
      throw new Error('inside');
    }),
    /inside/,
  );
  assert.equal(await withLock(name, wait, async () => 'free'), 'free');
});

test('waits for a holder in another process and gets the lock when it is killed', async () => {
  const name = randomUUID();
  const holder = await holdElsewhere(name);
  let isIn = false;
  const waiting = withLock(name, wait, async () => {
    isIn = true;
  });
  await sleep(50);
  assert.equal(isIn, false);
  holder.kill('SIGKILL');
  await waiting;
  assert.equal(isIn, true);
});

test('gives up at the deadline, naming the lock, or when told to, without running', async () => {
  const name = randomUUID();
  const holder = await holdElsewhere(name);
  try {
    await assert.rejects(withLock(name, { deadlineMs: 50 }, never), (error) => {
      assert.ok(isAppError(error, 'TIMEOUT'));
      assert.ok(error.message.includes(name));
      return true;
    });
    const signal = AbortSignal.abort();
    await assert.rejects(withLock(name, { ...wait, signal }, never), (error) =>
      isAppError(error, 'CANCELLED'),
    );
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 30);
    await assert.rejects(withLock(name, { ...wait, signal: abort.signal }, never), (error) =>
      isAppError(error, 'CANCELLED'),
    );
  } finally {
    holder.kill('SIGKILL');
    await once(holder, 'exit');
  }
});

/** A process that holds the lock until it is killed. */
async function holdElsewhere(name: string): Promise<ChildProcess> {
  const module = pathToFileURL(`${import.meta.dirname}/../../../app/machine/kernel-lock.ts`).href;
  const program = `
    import { withLock } from ${JSON.stringify(module)};
    await withLock(${JSON.stringify(name)}, { deadlineMs: 5000 }, async () => {
      process.stdout.write('held');
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });`;
  const args = ['--input-type=module', '-e', program];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}
