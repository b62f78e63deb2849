// Issues, pull requests and repositories that move, go and come back: from the webhook to what people
// see. Real forge, app, Postgres and sandboxes; only the model is scripted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAME, OWNER, PERSON, REPOSITORY, type Stage, seen } from '../../app/cli/demo/stage.ts';
import type { JobRecord } from '../../app/store/jobs.ts';
import type { Store } from '../../app/store/store.ts';
import { answerTo, childReaches, jobsOf, pullOf } from '../support/after-delivery.ts';
import { planWaits } from '../support/moved-world.ts';
import { openTestStage } from '../support/test-stage.ts';
import { openRecords, reaches, startPlay, whatIsShown } from '../support/thread-play.ts';

type Scene = { stage: Stage; store: Store; issue: number; pull: number; job: JobRecord };

/** A job whose plan waits for approval. */
async function play(act: (scene: Scene) => Promise<void>): Promise<void> {
  await using stage = await openTestStage();
  await using app = await startPlay(stage, 'straight', { keepsLog: true });
  await using store = await openRecords(stage);
  const { issue } = await stage.openAndLabel();
  const job = await reaches(store, 'WAITING_SPEC_APPROVAL');
  const pull = await planWaits(stage);
  await act({ stage, store, issue, pull, job });
  assert.deepEqual(stage.forge.schemaViolations, []);
  assert.doesNotMatch(app.log(), /"level":"(?:error|fatal)"|poisoned/);
}

async function stoppedWith(store: Store, why: string): Promise<void> {
  const { job } = await seen(`an end: ${why}`, async () =>
    (await jobsOf(store)).find(({ job: { failureDetail } }) => failureDetail === why),
  );
  assert.deepEqual([job.state, job.failureReason], ['FAILED', 'USER_CANCELLED']);
}

/** On the pull request, as its text or as a comment of ours. */
async function shows(stage: Stage, issue: number, says: RegExp): Promise<void> {
  const look = async () => {
    const { pulls, comments } = await whatIsShown(stage, issue);
    return [...pulls.map(({ body }) => body), ...comments].some((text) => says.test(text));
  };
  await seen(`${says}`, async () => ((await look()) ? true : undefined));
}

test('an issue that is moved or deleted stops its job, which says so where it worked', async () => {
  await play(async ({ stage, store, issue, pull }) => {
    await stage.forge.operator.createRepository({ owner: OWNER, name: 'elsewhere', files: {} });
    stage.forge.operator.setPermission({
      repository: `${OWNER}/elsewhere`,
      login: PERSON,
      permission: 'write',
    });
    const where = { repository: REPOSITORY, number: issue };
    await stage.forge.as(PERSON).transferIssue(where, `${OWNER}/elsewhere`);
    await stoppedWith(store, 'the issue was moved to another repository by `@mona`');
    await shows(stage, pull, /moved to another repository by[^]*label it where it is now/);
    const refused = { body: '/retry', fits: /^`\/retry` was refused: .*issue/ };
    await answerTo(stage, pull, refused);

    const { issue: second } = await stage.openAndLabel();
    await seen('another plan', async () =>
      (await jobsOf(store)).find(({ job }) => job.state === 'WAITING_SPEC_APPROVAL'),
    );
    await stage.forge.as(OWNER).deleteIssue({ repository: REPOSITORY, number: second });
    await stoppedWith(store, 'the issue was deleted by `@acme`');
    await shows(stage, pull, /the issue was deleted by/);
  });
});

test('what is opened or written again after its job was stopped says how to go on, and that works', async () => {
  await play(async ({ stage, store, pull, job }) => {
    const where = { repository: REPOSITORY, number: pull };
    await stage.forge.as(PERSON).closePull(where);
    await stoppedWith(store, 'the pull request was closed by `@mona`');
    await stage.forge.as(PERSON).reopenPull(where);
    await shows(stage, pull, /Opened again by `@mona`.*`\/retry`/);
    assert.equal((await pullOf(stage, pull)).state, 'open');
    await answerTo(stage, pull, { body: '/retry', fits: /^A new job \(/ });
    await childReaches(store, job.job.id, 'WAITING_SPEC_APPROVAL');

    await stage.forge.as(OWNER).archiveRepository(REPOSITORY);
    await stoppedWith(store, 'the repository was archived by `@acme`');
    await stage.forge.as(OWNER).unarchiveRepository(REPOSITORY);
    await shows(
      stage,
      pull,
      /repository was archived by `@acme`\. This can be worked on again.*`\/retry`/,
    );
  });
});

test('a person who writes over a plan that waits sees it put back, and how to ask for another', async () => {
  await play(async ({ stage, store, pull, job }) => {
    const where = { repository: REPOSITORY, number: pull };
    const { body: before } = await pullOf(stage, pull);
    const own = 'Greet people with a joke.\r\n\r\nSay `/approve` below.';
    await stage.forge.as(PERSON).editPull(where, { body: own });
    await shows(
      stage,
      pull,
      /^`@mona` changed the text.*put back.*`\/revise TEXT` asks for another/,
    );
    await seen('the plan', async () =>
      (await pullOf(stage, pull)).body === before ? true : undefined,
    );
    await shows(stage, pull, /changes nothing of the job; the plan is put back there/);
    // A job goes on whatever its label is called by now.
    await stage.forge.as(PERSON).renameLabel(REPOSITORY, { from: 'redgreen', to: 'robot' });
    await stage.approve(pull);
    const approval = await seen(
      'an approval',
      async () =>
        await store.transaction(async ({ plans }) => {
          const approved = await plans.approved(job.job.id);
          return approved && (await plans.approvalOf(approved.id));
        }),
    );
    assert.equal(approval.approver, PERSON);
  });
});

test('a job whose repository goes to another owner delivers there', async () => {
  await play(async ({ stage, store, pull }) => {
    const { operator } = stage.forge;
    operator.createUser({ login: 'umbrella' });
    await operator.createRepository({ owner: 'umbrella', name: 'other', files: {} });
    operator.installApp({ slug: 'redgreen', repositories: ['umbrella/other'] });
    await stage.forge.as(OWNER).transferRepository(REPOSITORY, 'umbrella');
    const repository = `umbrella/${NAME}`;
    await stage.forge.settled();
    await stage.forge.as(PERSON).comment({ repository, number: pull }, '/approve');
    await reaches(store, 'DELIVERED');
    const place = { owner: 'umbrella', repo: NAME };
    const { data } = await stage.octokit.pulls.get({ ...place, pull_number: pull });
    assert.match(data.body ?? '', /Proven/);
  });
});
