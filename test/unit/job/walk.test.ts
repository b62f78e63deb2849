import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDGES } from '../../../app/job/edges.ts';
import { EVENT_TYPES } from '../../../app/job/events.ts';
import { walk } from './walk.ts';

/** States that never have a sandbox, so never lose one. */
const WITHOUT_SANDBOX = new Set<string>([
  'PENDING',
  'QUOTA_RESERVING',
  'WAITING_STRATEGY',
  'BASELINE_VALIDATION_FAILED',
  'WAITING_ESCALATION_DECISION',
  'WAITING_INTERVENTION',
  'RECOVERY_PENDING',
]);

const EVENTS = Number(process.env['REDGREEN_WALK_EVENTS'] ?? 30_000);
const SEED = Number(process.env['REDGREEN_WALK_SEED'] ?? 7);

test(`random walks of ${EVENTS} events keep every invariant and go every way`, () => {
  const stats = walk(SEED, EVENTS);
  const possible = EDGES.filter(
    ([from, to]) => to !== 'CLIENT_HEARTBEAT_LOST' || !WITHOUT_SANDBOX.has(from),
  ).map(([from, to]) => `${from} ${to}`);
  assert.deepEqual([...stats.edges].toSorted(), possible.toSorted());
  assert.deepEqual(
    EVENT_TYPES.filter((type) => !stats.types.has(type)),
    [],
    'every type of event was accepted somewhere',
  );
  assert.ok(stats.accepted > EVENTS / 3, 'the walk is no mere noise');
});
