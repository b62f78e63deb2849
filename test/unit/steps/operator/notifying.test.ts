// When the operator is told of a job: after the announcement, once each, as the settings wish, and
// never to the cost of the job.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AppError } from '../../../../app/errors.ts';
import type { Job } from '../../../../app/job/types.ts';
import type { Notice } from '../../../../app/notify/port.ts';
import { notifying } from '../../../../app/steps/operator/notifying.ts';
import { createStore, type Store } from '../../../../app/store/store.ts';
import { addJob } from '../../../support/add-job.ts';
import { type TestDatabase, testDatabase } from '../../../support/database.ts';
import { STATES, VARIANTS } from '../../job/samples.ts';

let database: TestDatabase;
let store: Store;
before(async () => {
  database = await testDatabase();
  store = createStore({ url: database.url });
});
after(async () => {
  await store.close();
  await database[Symbol.asyncDispose]();
});

let issue = 0;

/** A job with its thread, whose repository has these settings. */
async function begin(file: object = {}): Promise<string> {
  const id = await addJob(store);
  issue += 1;
  await store.transaction(async (records) => {
    await records.settings.freeze(id, { organisation: {}, file, page: {} });
    await records.threads.insert({
      jobId: id,
      repositoryId: 1,
      issueNumber: issue,
      issueTitle: 'Sort',
      issueText: '',
      issueDigest: 'a'.repeat(64),
      requestedBy: 'mona',
      baseBranch: 'main',
      branch: `redgreen/issue-${issue}`,
    });
  });
  return id;
}

type Scene = { told: Notice[]; warned: string[]; announce(job: Job): Promise<unknown> };

function scene(fault?: Error, isAborted = false): Scene {
  const told: Notice[] = [];
  const warned: string[] = [];
  const step = notifying(
    {
      store,
      operator: { notify: async (notice) => void told.push(notice), githubUrl: 'https://g.test' },
      log: { info: () => undefined, warn: (_, message) => void warned.push(message) },
    },
    async () => {
      if (fault !== undefined) throw fault;
      return { type: 'announced' };
    },
  );
  return {
    told,
    warned,
    announce: async (job) =>
      await step({
        record: { job, installationId: 1, repositoryId: 1, key: 'k', createdAt: 0, version: 1 },
        effect: { kind: 'announce', number: 1, state: job.state },
        fence: 1,
        signal: isAborted ? AbortSignal.abort() : new AbortController().signal,
        report: async () => undefined,
      }),
  };
}

test('each moment is told once, however often it is announced', async () => {
  const id = await begin();
  const { told, announce } = scene();
  const plan = { ...STATES.WAITING_SPEC_APPROVAL(), id };
  assert.deepEqual(await announce(plan), { type: 'announced' });
  await announce(plan);
  await announce({ ...VARIANTS.question(), id });
  await announce({ ...STATES.DELIVERED(), id });
  await announce({ ...STATES.DELIVERED(), id });
  assert.deepEqual(
    told.map(({ title }) => title.split(': ').at(-1)),
    [
      'the plan waits for approval',
      'the job is held by a question that is not answered',
      'the job is delivered and cannot be changed; a rerun is a new job',
    ],
  );
});

test('only the moments that the repository wishes for are told', async () => {
  const id = await begin({ notify: { moments: ['end'] } });
  const { told, announce } = scene();
  await announce({ ...STATES.WAITING_SPEC_APPROVAL(), id });
  assert.deepEqual(told, []);
  await announce({ ...STATES.FAILED(), id });
  assert.equal(told.length, 1);
  const none = await begin({ notify: { moments: [] } });
  await announce({ ...STATES.FAILED(), id: none });
  assert.equal(told.length, 1);
});

test('what GitHub does not take is told all the same, and the fault stays a fault', async () => {
  const id = await begin();
  const { told, announce } = scene(new AppError('GITHUB_UNAVAILABLE'));
  await assert.rejects(announce({ ...STATES.FAILED(), id }), { code: 'GITHUB_UNAVAILABLE' });
  assert.equal(told.length, 1);
});

test('a worker that lost the job tells nothing', async () => {
  const id = await begin();
  const { told, announce } = scene(undefined, true);
  await announce({ ...STATES.FAILED(), id });
  assert.deepEqual(told, []);
});

test('a job whose records cannot be read is announced, and the log says what was not told', async () => {
  const { told, warned, announce } = scene();
  const id = '00000000-0000-4000-8000-0000000000aa';
  assert.deepEqual(await announce({ ...STATES.FAILED(), id }), { type: 'announced' });
  assert.deepEqual([told, warned], [[], ['the operator could not be notified']]);
});
