// What happens around a job without ending it: what is noted, held, told, and known of its place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  common,
  deletion,
  HOUR_MS,
  isGoingOn,
  issue,
  later,
  MONA,
  notes,
  PULL,
  place,
  pull,
  push,
  theJob,
  toAnalysing,
  worldWithJob,
} from './around.ts';

test('a push is noted once though it comes as two events, and shown', async () => {
  await using world = await worldWithJob();
  await world.send(push('redgreen/issue-12'));
  await world.send(pull('synchronize'));
  assert.deepEqual(await notes(world), ['push/branch']);
  await world.told();
  assert.deepEqual(world.shown, [(await theJob(world)).job.id]);
  await isGoingOn(world);
});

test('pushes to the base are counted, asked of nobody, and another branch is none of ours', async () => {
  await using world = await worldWithJob();
  const { asked } = world.github;
  await world.send(push('main'));
  await world.send(push('main', { after: 'c'.repeat(40) }));
  await world.send(push('elsewhere'));
  assert.deepEqual(await notes(world), ['push/base', 'push/base']);
  assert.equal(world.github.asked, asked);
});

test('what people do to the pull request is noted and leaves the job alone', async () => {
  await using world = await worldWithJob();
  await world.send(pull('ready_for_review'));
  await world.send(pull('converted_to_draft'));
  await world.send(pull('edited', { changes: { body: { from: 'Ours.' } } }));
  await world.send(pull('edited', { changes: { title: { from: 'Ours.' } } }));
  await world.send(
    pull('edited', { changes: { base: { ref: { from: 'main' } } } }, { base: { ref: 'dev' } }),
  );
  assert.deepEqual(await notes(world), [
    'pull_request.ready_for_review',
    'pull_request.converted_to_draft',
    'pull_request.edited/body',
    // Nothing was begun on the old one.
    'pull_request.edited/base',
  ]);
  await isGoingOn(world);
});

test('a job at work is held when its base is another, and goes on with /continue', async () => {
  await using world = await worldWithJob();
  await toAnalysing(world);
  world.github.pulls.set(PULL, { headSha: 'a'.repeat(40), body: '', baseBranch: 'dev' });
  const changed = { changes: { base: { ref: { from: 'main' } } } };
  await world.send(pull('edited', changed, { base: { ref: 'dev' } }));
  const { job } = await theJob(world);
  assert.deepEqual([job.state, job.hold?.reason], ['ANALYZING', 'moved']);
  assert.match(job.hold?.ask ?? '', /changed the base of the pull request from `main` to `dev`/);
});

test('a base branch that is gone holds a job at work, and its closed pull request stops it', async () => {
  await using world = await worldWithJob();
  await toAnalysing(world);
  world.github.branches.delete('main');
  await world.send(deletion('main'));
  assert.equal((await theJob(world)).job.hold?.reason, 'moved');
  world.github.pulls.set(PULL, { headSha: 'a'.repeat(40), body: '', state: 'closed' });
  await world.send(pull('closed'));
  assert.equal((await theJob(world)).job.state, 'FAILED');
});

test('a renamed or transferred repository is found by its id, and an old name does not come back', async () => {
  await using world = await worldWithJob();
  const renamed = {
    ...place('repository', 'renamed'),
    payload: { action: 'renamed', ...common(MONA, 'howdy') },
  };
  await world.send(renamed);
  const nameNow = async () =>
    await world.store.transaction(
      async ({ installations }) => (await installations.findRepository(9))?.name,
    );
  assert.equal(await nameNow(), 'howdy');
  const old = { action: 'edited', ...common(MONA, 'hello') };
  old.repository.updated_at = new Date(Date.now() - HOUR_MS).toISOString();
  await world.send({ event: 'repository', payload: old });
  assert.equal(await nameNow(), 'howdy');
  await isGoingOn(world);
});

test('a job that was stopped with its installation hears when that is back, and nothing begins', async () => {
  await using world = await worldWithJob();
  world.github.isGone = true;
  await world.send(place('installation', 'suspend'));
  const barrier = async () =>
    await world.store.transaction(async ({ places }) => await places.barrier(9));
  assert.equal(await barrier(), 'suspended');
  world.github.isGone = false;
  await world.send(place('installation', 'unsuspend'));
  assert.equal(await barrier(), undefined);
  await world.told();
  assert.deepEqual(world.shown, [(await theJob(world)).job.id]);
  assert.deepEqual(await notes(world), ['installation.suspend', 'installation.unsuspend']);
  assert.equal(await world.count('jobs'), 1);
});

test('an edited comment changes nothing; a command edited into it is told about once', async () => {
  await using world = await worldWithJob();
  const edited = (before: string, after: string) => ({
    event: 'issue_comment',
    payload: {
      action: 'edited',
      ...common(),
      issue: { number: PULL, pull_request: {} },
      comment: { id: 77, body: after, user: MONA, updated_at: later() },
      changes: { body: { from: before } },
    },
  });
  await world.send(edited('hello', 'hello there'));
  await world.send(edited('hello', '/stop'));
  await world.send(edited('hi', '/stop'));
  await world.send(edited('/stop', '/stop now'));
  await world.told();
  await isGoingOn(world);
  assert.deepEqual(
    world.github.comments.map(({ number, body }) => [number, body.split(',')[0]]),
    [[PULL, 'An edited comment says nothing to me']],
  );
});

test('our label renamed is one line in the log', async () => {
  await using world = await worldWithJob();
  const changed = { label: { name: 'robot' }, changes: { name: { from: 'redgreen' } } };
  await world.send(place('label', 'edited', changed));
  assert.equal(world.logged.filter((line) => line.includes('our label was renamed')).length, 1);
  await isGoingOn(world);
});

test('a command in a review and one on a line are commands; a button asks for a check of its commit', async () => {
  await using world = await worldWithJob();
  const on = { pull_request: { number: PULL } };
  const review = { id: 500, body: '/status', user: MONA, submitted_at: later() };
  await world.send(place('pull_request_review', 'submitted', { ...on, review }));
  const comment = {
    id: 501,
    body: '/help',
    user: MONA,
    created_at: later(),
    path: 'src/a.ts',
    line: 3,
    diff_hunk: '@@',
    commit_id: 'a'.repeat(40),
  };
  await world.send(place('pull_request_review_comment', 'created', { ...on, comment }));
  const check_run = {
    id: 502,
    head_sha: 'c'.repeat(40),
    app: { id: 77 },
    pull_requests: [{ number: PULL }],
  };
  await world.send(place('check_run', 'rerequested', { check_run }));
  await world.send(
    place('check_run', 'rerequested', { check_run: { ...check_run, app: { id: 1 } } }),
  );
  await world.told();
  assert.deepEqual(world.github.reactions.map(({ target }) => target).slice(1), [
    { reviewComment: 501 },
  ]);
  const { rows } = await world.client.query<{
    event: string;
    outcome: string;
    reason: string | null;
  }>(`select event, outcome, reason from webhook_deliveries order by decided_at offset 1`);
  assert.deepEqual(
    rows.map(({ event, outcome }) => [event, outcome]),
    [
      ['pull_request_review', 'accepted'],
      ['pull_request_review_comment', 'accepted'],
      ['check_run', 'refused'],
      ['check_run', 'ignored'],
    ],
  );
  assert.match(rows[2]?.reason ?? '', /no approved plan/);
  assert.equal(rows[3]?.reason, 'it is no check of ours');
});

test('an edited issue is looked at by who looks after its words, and the job is left alone', async () => {
  await using world = await worldWithJob();
  const shown = issue('edited').payload.issue;
  await world.send(issue('edited'));
  await world.send(issue('edited', { issue: { ...shown, body: 'By age, not by name.' } }));
  await world.told();
  assert.equal(world.github.comments.length, 1);
  assert.match(world.github.comments[0]?.body ?? '', /The issue was edited/);
  await isGoingOn(world);
});
