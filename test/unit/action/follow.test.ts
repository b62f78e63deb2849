// A run ends when nothing is left to be run, and never waits without end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FollowOptions, follow, type Look } from '../../../action/follow.ts';
import { createJob } from '../../../app/job/create.ts';
import type { JobState } from '../../../app/job/types.ts';

const created = createJob({
  id: '00000000-0000-4000-8000-000000000001',
  at: 0,
  tierClasses: ['L1'],
});
assert.ok(created.ok);
const { job } = created;

function look(state: JobState, isAtRest: boolean, more: Partial<Look> = {}): Look {
  const record = { job: { ...job, state }, installationId: 1, repositoryId: 1, key: 'issue:1:1' };
  return { record: { ...record, version: 1, createdAt: 0 }, isAtRest, ...more };
}

type Told = { entered: string[]; said: string[]; renewed: number };

async function followed(looks: readonly Look[], wishes: Partial<FollowOptions> = {}) {
  const told: Told = { entered: [], said: [], renewed: 0 };
  let nowMs = 0;
  let at = 0;
  const end = await follow({
    look: async () => looks[Math.min(at++, looks.length - 1)] ?? assert.fail(),
    enter: (state) => told.entered.push(state),
    say: (line) => told.said.push(line),
    renew: async () => {
      told.renewed += 1;
    },
    signal: new AbortController().signal,
    now: () => (nowMs += 1000),
    deadlineMs: 60_000,
    pollMs: 1,
    ...wishes,
  });
  return { end, ...told };
}

test('each state is entered once and the run ends when the job rests', async () => {
  const { end, entered, said } = await followed([
    look('ANALYZING', false),
    look('ANALYZING', false),
    look('WAITING_SPEC_APPROVAL', false),
    look('WAITING_SPEC_APPROVAL', true),
  ]);
  assert.equal(end, 'rest');
  assert.deepEqual(entered, ['ANALYZING', 'WAITING_SPEC_APPROVAL']);
  assert.deepEqual(said, ['$0.00 of $5.00 spent']);
});

test('a job that is held for whoever is away is followed until that is over', async () => {
  const hold = { number: 1, reason: 'unavailable', since: 0, until: 30_000 } as const;
  const rests = (more: object) => {
    const one = look('ANALYZING', true);
    return { ...one, record: { ...one.record, job: { ...one.record.job, ...more } } };
  };
  const { end, said } = await followed([
    rests({ hold }),
    look('ANALYZING', false),
    look('WAITING_SPEC_APPROVAL', true),
  ]);
  assert.equal(end, 'rest');
  assert.match(said[0] ?? '', /^held: unavailable until 1970-01-01T00:00:30.000Z/);
  assert.equal(said.length, 2);
  const far = rests({ hold: { ...hold, until: 90_000_000 } });
  assert.equal((await followed([far])).end, 'rest', 'longer than a run may take');
  assert.equal((await followed([rests({ hold: { ...hold, reason: 'question' } })])).end, 'rest');
});

test('it ends at its deadline, when it is stopped, and when the work was set aside', async () => {
  assert.equal((await followed([look('ANALYZING', false)])).end, 'deadline');
  const signal = AbortSignal.abort();
  assert.equal((await followed([look('ANALYZING', false)], { signal })).end, 'stopped');
  const parked = look('ANALYZING', true, { parkedReason: 'JOB_STATE_INVALID' });
  assert.equal((await followed([parked])).end, 'parked');
});

test('the lease is renewed while the job is worked on', async () => {
  const { renewed } = await followed([look('ANALYZING', false)], { renewMs: 10_000 });
  assert.ok(renewed >= 2, `renewed ${renewed} times`);
});
