import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDGES, isEdge } from '../../../app/job/edges.ts';
import { JOB_STATES, TERMINAL_STATES } from '../../../app/job/types.ts';

/** Written down apart from the product (decision 1), from each state to those it may lead to. */
const WAYS = `
PENDING → QUOTA_RESERVING
QUOTA_RESERVING → ANALYZING
ANALYZING → WAITING_STRATEGY GENERATING_ANALYSIS_REPORT
GENERATING_ANALYSIS_REPORT → WAITING_STRATEGY
WAITING_STRATEGY → WAITING_SPEC_APPROVAL
WAITING_SPEC_APPROVAL → GENERATING_TESTS
GENERATING_TESTS → BASELINE_VALIDATION
BASELINE_VALIDATION → REFACTORING BASELINE_VALIDATION_FAILED
BASELINE_VALIDATION_FAILED → WAITING_SPEC_APPROVAL
REFACTORING → SELF_HEALING DELIVERED WAITING_ESCALATION_DECISION
SELF_HEALING → DELIVERED WAITING_INTERVENTION RECOVERY_PENDING WAITING_ESCALATION_DECISION
WAITING_ESCALATION_DECISION → SELF_HEALING FAILED
WAITING_INTERVENTION → DEEP_FIX_ACTIVE USER_INTERVENING SELF_HEALING
DEEP_FIX_ACTIVE → SELF_HEALING WAITING_INTERVENTION
USER_INTERVENING → SELF_HEALING
RECOVERY_PENDING → FALLBACK_REQUIRED FAILED
FALLBACK_REQUIRED → WAITING_SPEC_APPROVAL
CLIENT_HEARTBEAT_LOST → FAILED`;

/** From these a person may ask for a plan of the new words, once the issue was edited. */
const APPROVED =
  'GENERATING_TESTS BASELINE_VALIDATION REFACTORING SELF_HEALING WAITING_ESCALATION_DECISION WAITING_INTERVENTION DEEP_FIX_ACTIVE USER_INTERVENING';

test('the ways between states are those that were decided', () => {
  const expected = new Set(
    WAYS.trim()
      .split('\n')
      .flatMap((line) => {
        const [from, to = ''] = line.split(' → ');
        return to.split(' ').map((one) => `${from} ${one}`);
      }),
  );
  for (const state of APPROVED.split(' ')) expected.add(`${state} WAITING_SPEC_APPROVAL`);
  const terminal = new Set<string>(TERMINAL_STATES);
  for (const state of JOB_STATES) {
    if (terminal.has(state)) continue;
    expected.add(`${state} FAILED`);
    if (state !== 'CLIENT_HEARTBEAT_LOST') expected.add(`${state} CLIENT_HEARTBEAT_LOST`);
  }
  const listed = EDGES.map(([from, to]) => `${from} ${to}`);
  assert.deepEqual(listed.toSorted(), [...expected].toSorted());
  assert.equal(new Set(listed).size, listed.length, 'none is listed twice');
});

test('there are the 19 canonical states and the transient one', () => {
  assert.equal(JOB_STATES.length, 20);
  assert.equal(new Set(JOB_STATES).size, 20);
});

test('nothing leads out of DELIVERED and FAILED, and nothing skips the reservation', () => {
  for (const state of JOB_STATES) {
    assert.ok(!isEdge('DELIVERED', state));
    assert.ok(!isEdge('FAILED', state));
  }
  assert.ok(!isEdge('PENDING', 'ANALYZING'));
});
