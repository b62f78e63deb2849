import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedCommands } from '../../../app/job/commands.ts';
import { EDGES } from '../../../app/job/edges.ts';
import { type EffectKind, isSameEffect } from '../../../app/job/effects.ts';
import { EVENT_TYPES, type EventType, isCommandType, isTimer } from '../../../app/job/events.ts';
import { outstanding } from '../../../app/job/outstanding.ts';
import { transition } from '../../../app/job/transition.ts';
import { APPROVED_STATES, JOB_STATES, type Job, type JobState } from '../../../app/job/types.ts';
import { bodyOf, STATES, stamp, VARIANT_NAMES, VARIANTS } from './samples.ts';
import { BY_STATE, BY_VARIANT, CODES } from './transition-table.ts';

const DAY = 86_400_000;
const states = JOB_STATES.map((state) => STATES[state]());
const variants = VARIANT_NAMES.map((name) => VARIANTS[name]());

for (const type of EVENT_TYPES) {
  test(`${type} does in every state exactly what the table says`, () => {
    assert.deepEqual(
      named(
        JOB_STATES,
        states.map((job) => cellOf(job, type)),
      ),
      named(JOB_STATES, BY_STATE[type]),
    );
  });

  test(`${type} does in every variant of a state exactly what the table says`, () => {
    assert.deepEqual(
      named(
        VARIANT_NAMES,
        variants.map((job) => cellOf(job, type)),
      ),
      named(VARIANT_NAMES, BY_VARIANT[type]),
    );
  });
}

test('the tables have a cell for every state and event, and nothing else', () => {
  for (const table of [BY_STATE, BY_VARIANT]) {
    assert.deepEqual(Object.keys(table).toSorted(), [...EVENT_TYPES].toSorted());
    const cells = new Set([...Object.values(CODES), '.', '=', '+']);
    assert.ok(Object.values(table).every((row) => row.every((cell) => cells.has(cell))));
  }
  assert.ok(Object.values(BY_STATE).every((row) => row.length === JOB_STATES.length));
  assert.ok(Object.values(BY_VARIANT).every((row) => row.length === VARIANT_NAMES.length));
});

test('each sample is in the state it is named after', () => {
  assert.deepEqual(
    states.map(({ state }) => state),
    JOB_STATES,
  );
});

test('the tables use the ways that there are and, but for lost clients without one, all of them', () => {
  const seen = new Set([
    ...Object.values(BY_STATE).flatMap((row) => waysOf(states, row)),
    ...Object.values(BY_VARIANT).flatMap((row) => waysOf(variants, row)),
    // By its own test: a tier with an analysis report.
    'ANALYZING GENERATING_ANALYSIS_REPORT',
    // By its own tests: the third identical failure, the last attempt.
    'SELF_HEALING WAITING_INTERVENTION',
    // By edited-issue.test.ts: a revision of an edited issue.
    ...APPROVED_STATES.map((state) => `${state} WAITING_SPEC_APPROVAL`),
  ]);
  const withoutSandbox = new Set<JobState>([
    'PENDING',
    'QUOTA_RESERVING',
    'WAITING_STRATEGY',
    'BASELINE_VALIDATION_FAILED',
    'WAITING_ESCALATION_DECISION',
    'WAITING_INTERVENTION',
    'RECOVERY_PENDING',
  ]);
  const expected = EDGES.filter(
    ([from, to]) => to !== 'CLIENT_HEARTBEAT_LOST' || !withoutSandbox.has(from),
  ).map(([from, to]) => `${from} ${to}`);
  assert.deepEqual([...seen].toSorted(), expected.toSorted());
});

test('in every state the right effect is outstanding, and never more than one', () => {
  const kinds = Object.fromEntries(states.map((job) => [job.state, kindOf(job)]));
  assert.deepEqual(kinds, {
    PENDING: undefined,
    QUOTA_RESERVING: 'reserve',
    ANALYZING: 'plan',
    GENERATING_ANALYSIS_REPORT: 'analysis-report',
    WAITING_STRATEGY: 'announce',
    WAITING_SPEC_APPROVAL: 'announce',
    GENERATING_TESTS: 'write-tests',
    BASELINE_VALIDATION: 'baseline',
    BASELINE_VALIDATION_FAILED: 'announce',
    REFACTORING: 'implement',
    SELF_HEALING: 'implement',
    WAITING_ESCALATION_DECISION: 'announce',
    WAITING_INTERVENTION: 'announce',
    DEEP_FIX_ACTIVE: 'deep-fix',
    USER_INTERVENING: 'announce',
    RECOVERY_PENDING: 'recover',
    FALLBACK_REQUIRED: 'announce',
    CLIENT_HEARTBEAT_LOST: 'release',
    DELIVERED: 'announce',
    FAILED: 'announce',
  } satisfies Record<JobState, EffectKind | undefined>);
});

test('a refusal names the commands that would be accepted, and those are accepted', () => {
  for (const job of [...states, ...variants]) {
    const accepted = EVENT_TYPES.filter(isCommandType).filter((type) => cellOf(job, type) !== '.');
    assert.deepEqual([...allowedCommands(job)].toSorted(), accepted.toSorted(), job.state);
  }
});

test('a refused event changes nothing and says why', () => {
  for (const job of [...states, ...variants]) {
    const before = structuredClone(job);
    for (const type of EVENT_TYPES) {
      const result = transition(job, eventFor(job, type));
      if (result.ok) continue;
      assert.match(result.reason, /^[a-z0-9][^\n]{10,}/i);
      assert.deepEqual(result.allowed, allowedCommands(job));
    }
    assert.deepEqual(job, before, 'the record that came in is never written to');
  }
});

function named(names: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? 'missing']));
}

function cellOf(job: Job, type: EventType): string {
  const result = transition(job, eventFor(job, type));
  if (!result.ok) return '.';
  if (result.job.state !== job.state) return CODES[result.job.state];
  return isSameEffect(outstanding(job)[0], result.effects[0]) ? '=' : '+';
}

/** Timers come a day later, when each that runs is due. */
function eventFor(job: Job, type: EventType) {
  const event = stamp(job, bodyOf(type));
  return isTimer(event) ? { ...event, at: event.at + DAY } : event;
}

function waysOf(jobs: readonly Job[], row: readonly string[]): string[] {
  return row.flatMap((cell, at) => {
    const to = JOB_STATES.find((state) => CODES[state] === cell);
    return to === undefined ? [] : [`${jobs[at]?.state} ${to}`];
  });
}

function kindOf(job: Job): EffectKind | undefined {
  const effects = outstanding(job);
  assert.ok(effects.length <= 1);
  return effects[0]?.kind;
}
