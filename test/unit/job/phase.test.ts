import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHASES, phaseOf } from '../../../app/job/phase.ts';
import { JOB_STATES } from '../../../app/job/types.ts';
import { STATES, VARIANTS } from './samples.ts';

test('every state has the phase of the table', () => {
  const phases = Object.groupBy(JOB_STATES, (state) => phaseOf(STATES[state](), false));
  assert.deepEqual(phases, {
    __proto__: null,
    idle: [
      'PENDING',
      'QUOTA_RESERVING',
      'RECOVERY_PENDING',
      'FALLBACK_REQUIRED',
      'CLIENT_HEARTBEAT_LOST',
      'FAILED',
    ],
    planning: [
      'ANALYZING',
      'GENERATING_ANALYSIS_REPORT',
      'WAITING_STRATEGY',
      'WAITING_SPEC_APPROVAL',
    ],
    implement: [
      'GENERATING_TESTS',
      'BASELINE_VALIDATION',
      'BASELINE_VALIDATION_FAILED',
      'REFACTORING',
      'SELF_HEALING',
      'WAITING_ESCALATION_DECISION',
      'WAITING_INTERVENTION',
      'DEEP_FIX_ACTIVE',
      'USER_INTERVENING',
    ],
    verify: ['DELIVERED'],
  });
});

test('the fresh-sandbox run and the publishing it allows are the test phase', () => {
  for (const name of [
    'first, verify',
    'first, publish',
    'later, verify',
    'later, publish',
    'person, verify',
  ] as const) {
    assert.equal(phaseOf(VARIANTS[name](), false), 'test', name);
  }
});

test('only a person makes a delivered job done, and no other job', () => {
  for (const state of JOB_STATES) {
    const phase = phaseOf(STATES[state](), true);
    assert.equal(phase === 'done', state === 'DELIVERED', state);
    assert.ok(PHASES.includes(phase));
  }
});
