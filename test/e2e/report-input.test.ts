// `redgreen report` and `redgreen replay` with a job that is not there, has no report, has not ended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStore } from '../../app/store/store.ts';
import { redgreen } from '../support/cli.ts';
import { testDatabase } from '../support/database.ts';
import { addJob } from '../support/engine-world.ts';

const INPUT: [(jobId: string) => string[], RegExp][] = [
  [() => ['report'], /^USAGE: .*\n  Usage: redgreen report JOB/],
  [() => ['report', 'abc'], /^USAGE: .*\n  "abc" is no job: give its id/],
  [() => ['report', "1234' or true"], /is no job/],
  [
    (jobId) => ['report', jobId, '--format', 'pdf'],
    /^USAGE: .*\n  --format takes one of json, md, html\./,
  ],
  [(jobId) => ['report', `${jobId.slice(0, 8)}-0000`], /^NOT_FOUND: .*\n  There is no job /],
  [
    (jobId) => ['report', jobId.slice(0, 6)],
    /^NOT_FOUND: .*\n  The job [0-9a-f-]{36} has no report yet; it is /,
  ],
  [(jobId) => ['replay', jobId], /cannot be replayed: it has not ended: it is /],
  [() => ['replay'], /^USAGE: .*\n  Usage: redgreen replay JOB/],
];

test('every wrong input gets one clear line and exit code 1', async () => {
  await using database = await testDatabase();
  const store = createStore({ url: database.url });
  const jobId = await addJob(store);
  await store.close();
  for (const [args, problem] of INPUT) {
    const { code, out, err } = await redgreen(args(jobId), { DATABASE_URL: database.url });
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, problem);
  }
});
