// What holds for every kind of work that is claimed; the database is a fake that a test commands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLeaseLoop, type Leased } from '../../../app/engine/lease-loop.ts';
import type { LeaseName } from '../../../app/store/leases/lease.ts';
import type { Records } from '../../../app/store/records.ts';
import type { Store } from '../../../app/store/store.ts';
import { aborted, deferred, until } from '../../support/waiting.ts';

const nothing = () => undefined;
const SILENT = { info: nothing, warn: nothing };
const A = { id: 'a', fence: 1 };
const B = { id: 'b', fence: 1 };

function leaseWorld() {
  const waiting: LeaseName[] = [];
  const signals = new Map<string, AbortSignal>();
  const renewals: { asked: string[]; answer(kept: LeaseName[]): void }[] = [];
  /** How many were left when all that were asked for together had been taken. */
  const asked: number[] = [];
  let ring: () => void = nothing;
  const records = {} as unknown as Records;
  const store: Store = {
    transaction: async (work) => await work(records, nothing),
    accept: async (work) => await work(records),
    async attend(_worker, onNotice) {
      ring = onNotice;
      return { [Symbol.asyncDispose]: async () => undefined };
    },
    close: async () => undefined,
  };
  const leased: Leased<LeaseName> = {
    abortMs: 1_000,
    leases: () => ({
      reclaim: async () => 0,
      async renew(_worker, _leaseMs, claims) {
        const kept = deferred<LeaseName[]>();
        renewals.push({ asked: claims.map(({ id }) => id), answer: kept.resolve });
        return await kept.promise;
      },
    }),
    nameOf: (claimed) => claimed,
    isOurs: () => true,
    async claim() {
      const claimed = waiting.shift();
      await Promise.resolve();
      asked.push(waiting.length);
      return claimed && { claimed };
    },
    async run({ id }, { signal }) {
      signals.set(id, signal);
      await aborted(signal);
      return undefined;
    },
  };
  const limits = { slots: 3, leaseMs: 1_500, pollMs: 60_000 };
  const worker = { name: 'w', lock: 1 };
  const loop = createLeaseLoop({ store, worker, log: SILENT, limits, leased });
  const offer = (...claims: LeaseName[]) => {
    waiting.push(...claims);
    ring();
  };
  return { loop, offer, signals, renewals, asked };
}

test('a claim made while leases are renewed is not taken for a lost one', async () => {
  const { loop, offer, signals, renewals } = leaseWorld();
  await loop.start();
  offer(A);
  await until(() => renewals.length === 1);
  offer(B);
  await until(() => signals.has('b'));
  renewals[0]?.answer([A]);
  await until(() => renewals.length === 2);
  assert.deepEqual(renewals[1]?.asked, ['a', 'b']);
  assert.deepEqual([signals.get('a')?.aborted, signals.get('b')?.aborted], [false, false]);
  renewals[1]?.answer([B]);
  await until(() => signals.get('a')?.aborted === true);
  assert.equal(signals.get('b')?.aborted, false);
  await loop.stop(0);
});

test('newer work of the same job stops the older run, though no notice of it has come', async () => {
  const { loop, offer, signals } = leaseWorld();
  await loop.start();
  offer(A);
  await until(() => signals.has('a'));
  const older = signals.get('a');
  offer({ id: 'a', fence: 2 });
  await until(() => signals.get('a') !== older);
  assert.deepEqual([older?.aborted, signals.get('a')?.aborted], [true, false]);
  await loop.stop(0);
});

test('of several claims the first is made alone, the rest together', async () => {
  const { loop, offer, signals, asked } = leaseWorld();
  await loop.start();
  await until(() => asked.length === 1);
  offer(A, B, { id: 'c', fence: 1 }, { id: 'd', fence: 1 });
  await until(() => signals.size === 3);
  assert.deepEqual(asked, [0, 3, 1, 1]);
  await loop.stop(0);
});

test('a loop that stops hands over at once, though the database is silent', async () => {
  const { loop, offer, signals } = leaseWorld();
  await loop.start();
  offer(A);
  await until(() => signals.has('a'));
  const stopping = loop.stop(0);
  assert.equal(signals.get('a')?.aborted, true);
  await stopping;
});
