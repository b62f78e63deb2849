import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDGES } from '../../../app/job/edges.ts';
import {
  FAILURE_REASONS,
  HOLD_REASONS,
  JOB_STATES,
  MODEL_CLASSES,
} from '../../../app/job/types.ts';
import { testDatabase } from '../../support/database.ts';

test('the database knows exactly the ways from state to state that the machine has', async () => {
  await using database = await testDatabase();
  const client = await database.connect();
  const { rows } = await client.query<{ edge: string }>(
    `select from_state || ' ' || to_state as edge from job_edges order by 1`,
  );
  assert.deepEqual(
    rows.map(({ edge }) => edge),
    EDGES.map((edge) => edge.join(' ')).toSorted(),
  );
});

test('the database knows exactly the words that the machine has', async () => {
  await using database = await testDatabase();
  const client = await database.connect();
  const words = async (constraint: string) => {
    const { rows } = await client.query<{ definition: string }>(
      'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
      [constraint],
    );
    return [...(rows[0]?.definition ?? '').matchAll(/'([A-Za-z0-9_]+)'/g)].map(([, word]) => word);
  };
  assert.deepEqual(new Set(await words('job_state_check')), new Set<string>(JOB_STATES));
  assert.deepEqual(new Set(await words('model_class_check')), new Set<string>(MODEL_CLASSES));
  assert.deepEqual(new Set(await words('holds_reason_check')), new Set<string>(HOLD_REASONS));
  assert.deepEqual(
    new Set(await words('jobs_failure_reason_check')),
    new Set<string>(FAILURE_REASONS),
  );
});
