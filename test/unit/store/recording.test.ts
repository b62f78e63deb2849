// What a report is made from beside runs: as it was when the report was made, whatever came later.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordingRecords } from '../../../app/store/recording.ts';
import { testDatabase } from '../../support/database.ts';
import { buildScene, ID, insertRow } from './rules/scene.ts';

const { job: jobId } = ID;

function parking(number: number, ask: string, question = `'{"kind": "question"}'`): string {
  return insertRow('parkings', {
    session_id: `'${ID.session}'`,
    number: String(number),
    outcome: `'{"type": "held", "ask": "${ask}"}'`,
    hold_number: String(number),
    question,
    state: `'{}'`,
    changes: `'[]'`,
    fence: '1',
  });
}

function answer(holdNumber: number, text: string): string {
  return insertRow('hold_answers', {
    job_id: `'${jobId}'`,
    hold_number: String(holdNumber),
    kind: `'answer'`,
    said: `'{"text": "${text}"}'`,
    actor: `'mona'`,
  });
}

test('questions are told with their answers up to the report, and what was no question is not', async () => {
  await using database = await testDatabase();
  const client = await database.connect();
  await buildScene(client);
  for (const one of [
    parking(1, 'Which colour?'),
    answer(1, 'Blue.'),
    parking(2, 'Which size?'),
    parking(3, 'The dollars are spent.', 'null'),
  ]) {
    await client.query(one);
  }
  const { questionsAt } = recordingRecords(client);
  const blue = { kind: 'answer', said: { text: 'Blue.' }, actor: 'mona' };
  assert.deepEqual(await questionsAt({ jobId, attemptNumber: 2 }), [
    { asked: 'Which colour?', answer: blue },
    { asked: 'Which size?' },
  ]);
  assert.deepEqual(await questionsAt({ jobId, attemptNumber: 1 }), [], 'asked after that report');
});

test('attempts are told with their cost and their last run, the later ones not', async () => {
  await using database = await testDatabase();
  const client = await database.connect();
  await buildScene(client);
  const { spentAt } = recordingRecords(client);
  assert.deepEqual(await spentAt({ jobId, attemptNumber: 1 }), [{ number: 1, costUsd: 0.01 }]);
  await client.query(
    insertRow('test_runs', {
      id: `'${ID.fresh}'`,
      job_id: `'${jobId}'`,
      plan_id: `'${ID.plan}'`,
      tree: `'head'`,
      attempt_number: '2',
      run_number: '1',
      exit_code: '0',
      duration_ms: '5',
      output: `''`,
      fence: '1',
    }),
  );
  const [first, second] = await spentAt({ jobId, attemptNumber: 2 });
  assert.deepEqual(first, { number: 1, costUsd: 0.01 });
  assert.equal(second?.number, 2);
  assert.equal(second.costUsd, 0);
  assert.ok(second.lastRunAt !== undefined, 'its run is known');
});
