import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startUpkeep } from '../../../app/machine/upkeep.ts';
import { until } from '../../support/waiting.ts';

test('a chore that fails comes again, and none runs after upkeep was stopped', async () => {
  const warned: string[] = [];
  let runs = 0;
  let isRunning = false;
  const upkeep = startUpkeep(
    [
      {
        name: 'sweep',
        everyMs: 1,
        async run() {
          assert.ok(!isRunning, 'one at a time');
          isRunning = true;
          runs += 1;
          await new Promise((resolve) => setTimeout(resolve, 2));
          isRunning = false;
          if (runs === 1) throw new Error('dust');
        },
      },
    ],
    { warn: (_fields: object, message: string) => void warned.push(message) } as never,
  );
  await until(() => runs >= 3);
  await upkeep.stop();
  const ended = runs;
  assert.ok(!isRunning);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(runs, ended);
  assert.deepEqual(warned, ['a chore failed']);
});
