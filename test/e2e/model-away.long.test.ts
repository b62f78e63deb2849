// A provider of models that is away in the middle of conversations: the job waits for it, and the
// same conversations go on; one that refuses the credential ends the job by its name.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Gateway, ModelFault } from '../../app/gateway/port.ts';
import { planOf } from '../proof-corpus/samples.ts';
import { author, implementer, scriptOf } from '../proof-corpus/script.ts';
import { testDatabase } from '../support/database.ts';
import { type ProofJob, playJob } from '../support/proof-world/play.ts';
import { openProofWorld, type ProofWorld } from '../support/proof-world/world.ts';
import { eventsOf } from '../support/refusals.ts';

const TESTS = author(
  'script',
  [2, 21].map((number) => ({
    title: `doubles ${number}`,
    withheld: number === 21,
    text: `import assert from 'node:assert/strict';
import { double } from '../../src/double.mjs';

assert.equal(double(${number}), ${number * 2});
`,
  })),
);
const RIGHT = implementer({
  files: { 'src/double.mjs': 'export function double(number) {\n  return number * 2;\n}\n' },
});

/** In each of these steps the first turn is answered by the fault, once. */
function failing(fault: ModelFault, steps: readonly string[]) {
  const left = new Set(steps);
  return (script: Gateway): Gateway => ({
    async complete(request, options) {
      if (!left.delete(request.step)) return await script.complete(request, options);
      return { ok: false, fault };
    },
  });
}

function jobOf(model: ProofJob['model']): ProofJob {
  return {
    files: { 'src/double.mjs': 'export function double() {}\n' },
    plan: planOf({
      goal: 'double() doubles.',
      criteria: [{ text: 'double(number) returns twice the number' }],
      paths: ['src/double.mjs'],
    }),
    script: scriptOf(TESTS, RIGHT),
    ...(model && { model }),
  };
}

describe('a provider of models', { concurrency: 2 }, () => {
  let world: ProofWorld;
  const owned = new AsyncDisposableStack();

  before(async () => {
    const { url } = owned.use(await testDatabase());
    world = owned.use(await openProofWorld({ url, slots: 2 }));
  });
  after(async () => await owned.disposeAsync());

  test('that is away in every step is waited for, and costs no attempt and no session', async () => {
    const fault = { kind: 'overloaded', message: 'Overloaded' } as const;
    const steps = ['plan', 'write-tests', 'implement'];
    const played = await playJob(world, jobOf(failing(fault, steps)));
    assert.equal(played.state, 'DELIVERED', played.detail);
    const events = await eventsOf(world.store, played.jobId);
    assert.equal(events.filter((action) => action === 'unavailable').length, steps.length);
    assert.ok(!events.includes('session_error'));
    const attempts = await world.store.transaction(
      async (records) => await records.attempts.ofJob(played.jobId),
    );
    assert.deepEqual(
      attempts.map(({ number, status }) => [number, status]),
      [[1, 'green']],
    );
  });

  test('that refuses the credential ends the job at once, with what helps', async () => {
    const fault = { kind: 'authentication', message: 'invalid x-api-key' } as const;
    const played = await playJob(world, jobOf(failing(fault, ['plan'])));
    assert.equal(played.state, 'FAILED');
    assert.match(played.detail ?? '', /^invalid x-api-key The model provider does not take/);
    const events = await eventsOf(world.store, played.jobId);
    assert.equal(events.filter((action) => action === 'session_error').length, 0);
  });
});
