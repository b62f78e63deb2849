import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AppError } from '../../../app/errors.ts';
import { type BudgetDeps, createBudgetedGateway } from '../../../app/gateway/budget.ts';
import type { CallUsage, Gateway, ModelUsage } from '../../../app/gateway/port.ts';
import { usageKey } from '../../../app/job/names.ts';
import { request } from './asking.ts';

const JOB = '0b0f9d5e-3a52-4a0e-9d3c-0c7d1f1f2a01';
const USAGE: ModelUsage = {
  model: 'm',
  inputTokens: 1,
  outputTokens: 2,
  cacheReadTokens: 3,
  cacheWriteTokens: 4,
  costUsd: 1.5,
};

const answering: Gateway = {
  complete: async () => ({
    ok: true,
    reply: { content: [], stopReason: 'end_turn', usage: USAGE },
  }),
};

/** A ledger as the store keeps it: one row per key. */
function ledger(wishes: Partial<BudgetDeps> = {}) {
  const rows = new Map<string, CallUsage>();
  const total = () => [...rows.values()].reduce((sum, { costUsd }) => sum + costUsd, 0);
  const budgeted = createBudgetedGateway({
    gateway: answering,
    jobId: JOB,
    attemptNumber: 2,
    money: async () => ({ spentUsd: total(), capUsd: 4 }),
    nextCallNumber: async (modelClass) =>
      [...rows.values()].filter((row) => row.modelClass === modelClass).length + 1,
    record: async (usage) => {
      const key = usageKey(usage);
      if (!rows.has(key)) rows.set(key, usage);
    },
    ...wishes,
  });
  const ask = async () =>
    await budgeted.complete(request(), { signal: AbortSignal.timeout(1_000) });
  return { ask, rows };
}

describe('the money of a job', () => {
  test('is written once per call, under its key', async () => {
    const { ask, rows } = ledger();
    await ask();
    await ask();
    assert.deepEqual([...rows.keys()], [`${JOB}:L1:2:1`, `${JOB}:L1:2:2`]);
    assert.equal(rows.get(`${JOB}:L1:2:1`)?.costUsd, 1.5);
  });

  test('stops the next call when the cap is reached, as an answer and without calling', async () => {
    const { ask, rows } = ledger();
    for (let calls = 0; calls < 3; calls += 1) assert.ok((await ask()).ok);
    assert.deepEqual(await ask(), {
      ok: false,
      stop: { reason: 'money', spentUsd: 4.5, capUsd: 4 },
    });
    assert.equal(rows.size, 3);
  });

  test('counts what a failed and what a cancelled call were charged', async () => {
    const fault = { kind: 'overloaded', message: 'busy' } as const;
    const failing: Gateway = { complete: async () => ({ ok: false, fault, usage: USAGE }) };
    const first = ledger({ gateway: failing });
    assert.deepEqual(await first.ask(), { ok: false, fault, usage: USAGE });
    assert.equal(first.rows.size, 1);
    const cancelled: Gateway = {
      complete: async () => {
        throw new AppError('CANCELLED', { details: { usage: USAGE } });
      },
    };
    const second = ledger({ gateway: cancelled });
    await assert.rejects(second.ask(), { code: 'CANCELLED' });
    assert.equal(second.rows.get(`${JOB}:L1:2:1`)?.costUsd, 1.5);
  });

  test('is not charged for a call that cost nothing', async () => {
    const fault = { kind: 'authentication', message: 'no' } as const;
    const { ask, rows } = ledger({ gateway: { complete: async () => ({ ok: false, fault }) } });
    await ask();
    assert.equal(rows.size, 0);
  });

  test('is written under the same key again when the database was away for a moment', async () => {
    const keys: string[] = [];
    const record = async (usage: CallUsage) => {
      keys.push(usageKey(usage));
      if (keys.length < 3) throw new AppError('DATABASE_UNREACHABLE');
    };
    assert.ok((await ledger({ record }).ask()).ok);
    assert.deepEqual(
      keys,
      Array.from({ length: 3 }, () => `${JOB}:L1:2:1`),
    );
  });

  test('that cannot be written is a fault: no answer goes on without its row', async () => {
    let tries = 0;
    const record = async () => {
      tries += 1;
      throw new AppError('DATABASE_RULE');
    };
    await assert.rejects(ledger({ record }).ask(), { code: 'DATABASE_RULE' });
    assert.equal(tries, 1);
  });
});
