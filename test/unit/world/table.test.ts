import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { transition } from '../../../app/job/transition.ts';
import { HOLD_REASONS, type HoldReason, JOB_STATES, type Job } from '../../../app/job/types.ts';
import { HAPPENINGS } from '../../../app/webhook/happenings.ts';
import { standingOf } from '../../../app/world/standing.ts';
import { WORLD_NAMES, worldRow } from '../../../app/world/table.ts';
import { causeOf } from '../../../app/world/words.ts';
import { worldTable } from '../../support/world-table.ts';
import { bodyOf, STATES, stamp, VARIANTS } from '../job/samples.ts';
import { DEEDS, EXPECTED } from './expected.ts';

const HELD = {
  question: VARIANTS.question,
  permission: VARIANTS.permission,
  scope: VARIANTS.scope,
  money: VARIANTS.money,
  wall_time: VARIANTS['wall time'],
  provider_quota: VARIANTS['provider quota'],
  moved: VARIANTS.moved,
  unavailable: VARIANTS.unavailable,
  no_drafts: VARIANTS['no drafts'],
  issue_edited: VARIANTS['issue edited'],
} satisfies Record<HoldReason, () => Job>;

const JOBS = [
  ...JOB_STATES.map((state) => ({ name: state, job: STATES[state]() })),
  ...HOLD_REASONS.map((reason) => ({ name: `held: ${reason}`, job: HELD[reason]() })),
];

for (const name of WORLD_NAMES) {
  test(`${name} does to a job in every state and hold exactly what is written down`, () => {
    const seen = JOBS.map(({ name: at, job }) => [
      at,
      DEEDS[worldRow(name).deeds[standingOf(job)]],
    ]);
    const expected = JOBS.map(({ name: at }, column) => [at, EXPECTED[name][column]]);
    assert.deepEqual(Object.fromEntries(seen), Object.fromEntries(expected));
  });
}

test('what the table stops, the state machine stops, and says that a person did', () => {
  for (const { job } of JOBS.filter(({ job: one }) => isEver('stop', one))) {
    const stopped = transition(job, { ...stamp(job, { type: 'cancel', detail: 'the cause' }) });
    assert.ok(stopped.ok);
    const { state, failureReason, failureDetail } = stopped.job;
    assert.deepEqual(
      [state, failureReason, failureDetail],
      ['FAILED', 'USER_CANCELLED', 'the cause'],
    );
  }
});

test('what the table holds, the state machine holds, and nothing else', () => {
  for (const { name, job } of JOBS) {
    const held = transition(job, stamp(job, bodyOf('ground_moved')));
    assert.equal(held.ok, isEver('hold', job), name);
    if (held.ok) assert.equal(held.job.hold?.reason, 'moved');
  }
});

test('a job that was held because its ground moved goes on where it was when a person says so', () => {
  for (const { name, job } of JOBS.filter(({ job: one }) => isEver('hold', one))) {
    const held = transition(job, stamp(job, bodyOf('ground_moved')));
    assert.ok(held.ok);
    const going = transition(held.job, stamp(held.job, { type: 'continue' }));
    assert.ok(going.ok, name);
    assert.deepEqual([going.job.state, going.job.hold], [job.state, undefined]);
    assert.equal(going.effects.length, 1, `${name}: it works on, or says what it waits for`);
  }
});

test('whatever stops or holds a job has words of its own, and a question where it can be undone', () => {
  const sender = { id: 1, login: 'mona', type: 'User' };
  const place = { kind: 'base', repositoryId: 1, branch: 'main' } as const;
  for (const name of WORLD_NAMES) {
    const deeds = Object.values(worldRow(name).deeds);
    if (!deeds.includes('stop') && !deeds.includes('hold')) continue;
    const words = causeOf({ name, sender, place, detail: { label: 'redgreen' } });
    assert.match(words, /`@mona`/);
    assert.doesNotMatch(words, new RegExp(name));
    const isForGood = name === 'issues.transferred' || name === 'issues.deleted';
    assert.equal(worldRow(name).asks === undefined, isForGood, name);
  }
});

test('every event of the table is listened to, and every event that is listened to is in the table', () => {
  const events = new Set(WORLD_NAMES.map((name) => name.split('/')[0] ?? ''));
  // Of our checks no button but one is offered.
  events.delete('check_run.requested_action');
  assert.deepEqual(Object.keys(HAPPENINGS).toSorted(), [...events].toSorted());
});

test('docs/world.md has the table as it is', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/world.md'), 'utf8');
  assert.ok(page.includes(worldTable()), 'make it again: npx node test/support/world-table.ts');
});

function isEver(deed: string, job: Job): boolean {
  const standing = standingOf(job);
  return WORLD_NAMES.some((name) => worldRow(name).deeds[standing] === deed);
}
