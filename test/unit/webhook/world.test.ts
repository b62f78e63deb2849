// What stops a job without being a command, as it comes in by webhook: how often, in which order, and
// what is asked before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deletion,
  ended,
  HOUR_MS,
  isGoingOn,
  issue,
  notes,
  PULL,
  place,
  pull,
  theJob,
  unlabeled,
  worldWithJob,
} from './around.ts';
import type { WebhookWorld } from './webhook-world.ts';

const STOPS: [string, (world: WebhookWorld) => object, string][] = [
  [
    'the label is taken off',
    ({ github }) => {
      github.labels = [];
      return unlabeled();
    },
    'the label `Redgreen` was taken off by `@mona`',
  ],
  [
    'the issue is closed',
    ({ github }) => {
      github.state = 'closed';
      return issue('closed');
    },
    'the issue was closed by `@mona`',
  ],
  [
    'the issue moves away',
    () => issue('transferred'),
    'the issue was moved to another repository by `@mona`',
  ],
  ['the issue is deleted', () => issue('deleted'), 'the issue was deleted by `@mona`'],
  [
    'the pull request is closed',
    ({ github }) => {
      github.pulls.set(PULL, { headSha: 'a'.repeat(40), body: '', state: 'closed' });
      return pull('closed');
    },
    'the pull request was closed by `@mona`',
  ],
  [
    'the branch is deleted',
    ({ github }) => {
      github.branches.delete('redgreen/issue-12');
      return deletion('redgreen/issue-12');
    },
    'the branch `redgreen/issue-12` was deleted by `@mona`',
  ],
  [
    'the App is uninstalled',
    ({ github }) => {
      github.isGone = true;
      return place('installation', 'deleted');
    },
    'the App was uninstalled by `@mona`',
  ],
  [
    'the installation is suspended',
    ({ github }) => {
      github.isGone = true;
      return place('installation', 'suspend');
    },
    'the installation was suspended by `@mona`',
  ],
  [
    'the repository is taken from the App',
    ({ github }) => {
      github.isGone = true;
      const repositories_removed = [{ id: 9 }];
      return place('installation_repositories', 'removed', { repositories_removed });
    },
    'the repository was taken from the App by `@mona`',
  ],
  [
    'the repository is archived',
    ({ github }) => {
      github.isArchived = true;
      return place('repository', 'archived');
    },
    'the repository was archived by `@mona`',
  ],
  [
    'the repository is deleted',
    ({ github }) => {
      github.isGone = true;
      return place('repository', 'deleted');
    },
    'the repository was deleted by `@mona`',
  ],
];

for (const [what, happen, words] of STOPS) {
  test(`when ${what} the job is stopped, once, and says who did it`, async () => {
    await using world = await worldWithJob();
    const sent = happen(world) as Parameters<WebhookWorld['send']>[0];
    assert.equal((await world.send(sent)).status, 200);
    assert.deepEqual(await ended(world), ['FAILED', 'USER_CANCELLED', words]);
    await world.send(sent);
    assert.equal(await world.count('audit_events', `action = 'cancel'`), 1);
  });

  test(`when ${what}, but not any more, the job goes on`, async () => {
    await using world = await worldWithJob();
    const sent = happen(world) as Parameters<WebhookWorld['send']>[0];
    const { github } = world;
    Object.assign(github, {
      labels: ['redgreen'],
      state: 'open',
      isGone: false,
      isArchived: false,
    });
    github.pulls.set(PULL, { headSha: 'a'.repeat(40), body: '' });
    github.branches.set('redgreen/issue-12', 'a'.repeat(40));
    await world.send(sent);
    const isForGood = what === 'the issue is deleted' || what === 'the issue moves away';
    assert.equal((await theJob(world)).job.state, isForGood ? 'FAILED' : 'PENDING');
  });
}

test('an old delivery does nothing to the job that a later label began', async () => {
  await using world = await worldWithJob();
  world.github.labels = [];
  const old = new Date(Date.now() - HOUR_MS).toISOString();
  const sent = unlabeled();
  sent.payload.issue.updated_at = old;
  await world.send(sent);
  await world.send(issue('deleted', { issue: { ...sent.payload.issue } }));
  await isGoingOn(world);
  assert.deepEqual(await notes(world), []);
});

test('another label, our own App and a pull request with that number stop nothing', async () => {
  await using world = await worldWithJob();
  world.github.labels = [];
  await world.send(issue('unlabeled', { label: { name: 'bug' } }));
  await world.send(unlabeled({ id: 8, login: 'redgreen[bot]', type: 'Bot' }));
  const { issue: shown } = unlabeled().payload;
  await world.send(
    issue('unlabeled', { issue: { ...shown, pull_request: {} }, label: { name: 'redgreen' } }),
  );
  await isGoingOn(world);
});

test('another bot that takes the label off is heard like a person', async () => {
  await using world = await worldWithJob();
  world.github.labels = [];
  await world.send(unlabeled({ id: 8, login: 'stale[bot]', type: 'Bot' }));
  assert.equal((await theJob(world)).job.state, 'FAILED');
});

test('without an answer of GitHub nothing is stopped, and it is asked again', async () => {
  await using world = await worldWithJob();
  world.github.labels = [];
  world.github.fault = new Error('no answer');
  await world.post(unlabeled());
  await new Promise((resolve) => setTimeout(resolve, 300));
  await isGoingOn(world);
  world.github.fault = undefined;
  await world.decided();
  assert.equal((await theJob(world)).job.state, 'FAILED');
});
