// What people say when a job has ended, and while it goes on: each command with what it leaves on
// GitHub and in the records, and its refusal. Real forge, git, Postgres, sandboxes; a scripted model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { NAME, OWNER, PERSON, REPOSITORY, seen } from '../../app/cli/demo/stage.ts';
import {
  answerTo,
  childReaches,
  closePull,
  deliver,
  jobsOf,
  ours,
  pullOf,
} from '../support/after-delivery.ts';
import {
  BRANCH,
  commitOf,
  headOf,
  newestReport,
  planWaits,
  pushTo,
  say,
  textAt,
} from '../support/moved-world.ts';
import { scriptedMessagesServer } from '../support/scripted-messages-server.ts';
import { STRAIGHT } from '../support/straight.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, reaches, sessionTexts, startPlay, theJob } from '../support/thread-play.ts';

test('what somebody pushed after the report is not accepted, and what he took off is', async () => {
  await using stage = await openTestStage();
  await using app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { pull, job } = await deliver(stage, store);
  const verified = await headOf(stage, BRANCH);
  const theirs = await pushTo(stage, BRANCH, { 'src/greet.mjs': 'export const greet = 1;\n' });

  const refused = { body: '/accept override', fits: /^`\/accept` was refused/ };
  const why = await answerTo(stage, pull, refused);
  assert.match(why, new RegExp(`\`${theirs.slice(0, 7)}\`.*\`${verified.slice(0, 7)}\`.*/verify`));
  assert.equal((await pullOf(stage, pull)).draft, true);
  const approval = async () =>
    await store.transaction(async ({ verdicts }) => await verdicts.approvalOf(job.job.id));
  assert.equal(await approval(), undefined);

  const overlap = { body: '/revert', fits: /^`\/revert` was refused/ };
  assert.match(await answerTo(stage, pull, overlap), /`src\/greet\.mjs` was changed since/);
  assert.equal(await headOf(stage, BRANCH), theirs, 'nothing was written over');

  // Killed while it is asked: whoever comes next does it, once.
  const { octokit } = stage;
  const ref = { owner: OWNER, repo: NAME, ref: `heads/${BRANCH}` };
  await octokit.git.updateRef({ ...ref, sha: verified, force: true });
  await say(stage, pull, '/accept');
  await seen('the errand', async () => {
    const errands = await store.transaction(
      async (records) => await records.errands.ofJob(job.job.id),
    );
    return errands.length === 3 ? errands : undefined;
  });
  await app.kill();
  await using _next = await startPlay(stage, 'straight');
  await seen('the acceptance', approval);
  await seen('ready', async () => ((await pullOf(stage, pull)).draft === false ? true : undefined));
  const said = await seen('the answer', async () => {
    const found = (await ours(stage, pull)).filter(({ text }) => /approved the report/.test(text));
    return found.length > 0 ? found : undefined;
  });
  assert.equal(said.length, 1);
  assert.deepEqual(stage.forge.schemaViolations, []);
});

test('a delivered change is taken back with one commit, and the job stays as it is', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { pull, job } = await deliver(stage, store);
  const delivered = await headOf(stage, BRANCH);
  const before = await textAt(stage, 'main', 'src/greet.mjs');
  const theirs = await pushTo(stage, BRANCH, { 'docs/mine.md': 'mine\n' });

  const done = { body: '/revert', fits: /takes back what/ };
  assert.match(await answerTo(stage, pull, done), new RegExp(`what \`${delivered.slice(0, 7)}\``));
  const head = await headOf(stage, BRANCH);
  assert.deepEqual((await commitOf(stage, head)).parents, [theirs]);
  assert.equal(await textAt(stage, head, 'src/greet.mjs'), before);
  assert.equal(await textAt(stage, head, 'docs/mine.md'), 'mine\n');
  await assert.rejects(textAt(stage, head, 'test/redgreen/t1.test.mjs'), { status: 404 });
  const { record, events } = await store.transaction(async (records) => ({
    record: await records.jobs.find(job.job.id),
    events: await records.audit.ofJob(job.job.id),
  }));
  assert.deepEqual(record, job);
  const reverted = events.find(({ subject, action }) => subject === 'errand' && action === 'done');
  assert.equal(reverted?.detail?.['commitSha'], head);
  assert.equal(reverted.actor, PERSON);

  await answerTo(stage, pull, { body: '/revert', fits: /as they were before/ });
  assert.equal(await headOf(stage, BRANCH), head, 'twice is harmless');
  const refused = { body: '/accept', fits: /^`\/accept` was refused: the newest commit/ };
  await answerTo(stage, pull, refused);
});

test('a failed job is tried again from its issue as it is now, on a branch of its own', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  await say(stage, pull, '/stop not like that');
  const failed = await seen('the end', async () => {
    const record = await theJob(store);
    return record?.job.state === 'FAILED' ? record : undefined;
  });
  await closePull(stage, pull);
  const where = { repository: REPOSITORY, number: issue };
  await stage.forge.as(PERSON).editIssue(where, { body: 'Shout, and greet strangers.' });

  await answerTo(stage, pull, { body: '/retry', fits: /^A new job \(`[0-9a-f-]{36}`\) begins/ });
  const again = await planWaits(stage);
  assert.notEqual(again, pull);
  await stage.approve(again);
  const { job } = await childReaches(store, failed.job.id, 'DELIVERED');
  const thread = await store.transaction(async ({ threads }) => await threads.find(job.id));
  assert.equal(thread?.branch, `${BRANCH}-2`);
  assert.equal(thread.issueText, 'Shout, and greet strangers.');
  const delivered = { body: '/retry', fits: /`\/retry`: not possible now/ };
  await answerTo(stage, again, delivered);
  assert.equal((await jobsOf(store)).length, 2);
});

test('a retry of a closed issue is refused with what GitHub says', async () => {
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, 'straight');
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const pull = await planWaits(stage);
  await say(stage, pull, '/stop');
  await seen('the end', async () =>
    (await theJob(store))?.job.state === 'FAILED' ? 1 : undefined,
  );
  await stage.forge
    .as(PERSON)
    .editIssue({ repository: REPOSITORY, number: issue }, { state: 'closed' });
  const refused = { body: '/retry', fits: /^`\/retry` was refused: the issue is closed/ };
  await answerTo(stage, pull, refused);
  assert.equal((await jobsOf(store)).length, 1);
});

const QUESTION = {
  questions: [
    {
      question: 'Which greeting?',
      header: 'Greeting',
      options: [
        { label: 'Hello', description: '' },
        { label: 'Hi', description: '' },
      ],
      multiSelect: false,
    },
  ],
};

test('a dropped conversation begins again without its transcript, in the same attempt', async () => {
  const ask = { type: 'tool_use', name: 'AskUserQuestion', input: QUESTION } as const;
  const [first = []] = STRAIGHT['implement'] ?? [];
  const note = {
    type: 'tool_use',
    name: 'Bash',
    input: {
      command: 'grep -q kept README.md && echo "found $((40 + 2))" || echo kept >> README.md',
    },
  } as const;
  const asking = [{ content: [note] }, { content: [ask] }, ...first];
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, { ...STRAIGHT, implement: [asking] });
  await using store = await openRecords(stage);
  await stage.openAndLabel();
  const pull = await planWaits(stage);
  await stage.approve(pull);
  const held = async (number: number) =>
    await seen(`question ${number}`, async () => {
      const job = (await theJob(store))?.job;
      return job?.hold?.number === number && job.announcement === 'done' ? job : undefined;
    });
  const before = await held(1);
  const hint = { body: 'The first one, I would say.', fits: /A question is open/ };
  await answerTo(stage, pull, hint);
  await answerTo(stage, pull, { body: '/clear', fits: /The conversation is dropped\./ });
  const after = await held(2);
  assert.equal(after.attemptNumber, before.attemptNumber);
  const sessions = await store.transaction(
    async (records) => await records.sessions.ofStep(after.id, 'implement'),
  );
  assert.equal(sessions.length, 2);
  const [old = [], fresh = []] = await store.transaction(
    async (records) =>
      await Promise.all(sessions.map(async (id) => await records.sessions.transcript(id))),
  );
  assert.doesNotMatch(JSON.stringify(old), /found 42/);
  assert.match(JSON.stringify(fresh), /found 42/, 'the files are kept');
  assert.ok(fresh.length > 0 && fresh.length <= old.length, 'from the beginning');
  await say(stage, pull, '/answer Hello');
  const { job } = await reaches(store, 'DELIVERED');
  assert.match(await sessionTexts(store, job.id, 'implement'), /mona answered: Hello/);
  assert.match(await textAt(stage, BRANCH, 'README.md'), /\nkept\n$/);
});

test('the model that a person chose is asked from the next turn on, and no other before', async () => {
  const apiKey = 'sk-ant-of-this-test-0123456789';
  await using server = await scriptedMessagesServer(STRAIGHT, { apiKey });
  await using stage = await openTestStage();
  Object.assign(stage.env, { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: server.url });
  await using _app = await startPlay(stage, 'provider');
  await using store = await openRecords(stage);
  await stage.openAndLabel();
  const pull = await planWaits(stage);
  const models = () =>
    server.received.map(
      ({ body }) => z.object({ model: z.string() }).parse(JSON.parse(body)).model,
    );
  const unknown = { body: '/model claude-opus-1', fits: /`\/model` was refused: .*not known/ };
  assert.match(await answerTo(stage, pull, unknown), /These would pass: .*`claude-opus-4-8`/);
  const asked = models().length;
  assert.equal(models().includes('claude-opus-4-8'), false);
  await answerTo(stage, pull, { body: '/model claude-opus-4-8', fits: /From the next turn on/ });
  await answerTo(stage, pull, { body: '/status', fits: /ask `claude-opus-4-8`, as `mona` chose/ });
  await answerTo(stage, pull, { body: '/login', fits: /API key of ANTHROPIC.{1,2}API/ });
  await stage.approve(pull);
  const { job } = await reaches(store, 'DELIVERED');
  const later = models().slice(asked);
  assert.ok(later.length >= 5);
  assert.deepEqual([...new Set(later)], ['claude-opus-4-8']);
  const ledger = await store.transaction(async ({ audit }) => await audit.ofJob(job.id));
  assert.ok(ledger.some(({ detail }) => detail?.['model'] === 'claude-opus-4-8'));
});

test('a path outside the plan is asked for the second time, and widened for this job', async () => {
  const [first = []] = STRAIGHT['implement'] ?? [];
  const outside = {
    type: 'tool_use',
    name: 'Write',
    input: { file_path: '/workspace/docs/greet.md', content: '# greet\n' },
  } as const;
  const [read = { content: [outside] }, ...rest] = first;
  const wide = [read, { content: [outside] }, ...rest];
  await using stage = await openTestStage();
  await using _app = await startPlay(stage, { ...STRAIGHT, implement: [wide, wide, wide] });
  await using store = await openRecords(stage);
  await stage.openAndLabel();
  const pull = await planWaits(stage);
  await stage.approve(pull);
  const held = await seen('a hold', async () => {
    const job = (await theJob(store))?.job;
    return job?.hold?.reason === 'scope' && job.announcement === 'done' ? job : undefined;
  });
  assert.match(held.hold?.ask ?? '', /"docs\/greet\.md"/);
  await say(stage, pull, '/widen docs/');
  const { job } = await reaches(store, 'DELIVERED');
  assert.equal(job.attemptNumber, 2, 'the same attempt goes on');
  const report = await newestReport(store, job.id);
  assert.deepEqual(report.outsideFence, []);
  assert.equal(await textAt(stage, BRANCH, 'docs/greet.md'), '# greet\n');
});
