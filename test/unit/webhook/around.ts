// What GitHub sends of things that happen around a job, and a world with such a job.
import assert from 'node:assert/strict';
import { applyEvent } from '../../../app/engine/apply.ts';
import type { JobRecord } from '../../../app/store/jobs.ts';
import { labeled, type WebhookWorld, webhookWorld } from './webhook-world.ts';

export const MONA = { id: 3, login: 'mona', type: 'User' };
export const PULL = 13;
export const HOUR_MS = 3_600_000;

export const later = (ms = 0) => new Date(Date.now() + ms).toISOString();

export function common(sender: object = MONA, name = 'hello') {
  return {
    installation: { id: 5, updated_at: later() },
    repository: {
      id: 9,
      name,
      owner: { id: 1, login: 'octo' },
      default_branch: 'main',
      private: false,
      updated_at: later(),
      pushed_at: later(),
    },
    sender,
  };
}

export const issue = (action: string, more: object = {}, sender?: object) => ({
  event: 'issues',
  payload: {
    action,
    ...common(sender),
    issue: { number: 12, title: 'Sort the list', body: 'By name.', updated_at: later() },
    ...more,
  },
});
export const unlabeled = (sender?: object) =>
  issue('unlabeled', { label: { name: 'Redgreen' } }, sender);

export const pull = (action: string, more: object = {}, facts: object = {}) => ({
  event: 'pull_request',
  payload: {
    action,
    ...common(),
    pull_request: {
      number: PULL,
      updated_at: later(),
      merged: false,
      head: { ref: 'redgreen/issue-12', sha: 'b'.repeat(40) },
      base: { ref: 'main' },
      ...facts,
    },
    ...more,
  },
});

export const push = (ref: string, more: object = {}) => ({
  event: 'push',
  payload: {
    ...common(),
    ref: `refs/heads/${ref}`,
    after: 'b'.repeat(40),
    commits: [{}, {}],
    ...more,
  },
});

export const deletion = (ref: string) => ({
  event: 'delete',
  payload: { ...common(), ref, ref_type: 'branch', pusher_type: 'user' },
});

export const place = (event: string, action: string, more: object = {}) => ({
  event,
  payload: { action, ...common(), ...more },
});

/** A world with one job, with a pull request, on an issue whose label it still has. */
export async function worldWithJob(): Promise<WebhookWorld> {
  const world = await webhookWorld();
  await world.send(labeled());
  const { job } = await theJob(world);
  world.pulls.set(PULL, job.id);
  world.github.pulls.set(PULL, { headSha: 'a'.repeat(40), body: '' });
  world.github.branches.set('redgreen/issue-12', 'a'.repeat(40));
  await world.store.transaction(async ({ threads }) => await threads.setPullRequest(job.id, PULL));
  return world;
}

export async function theJob(world: WebhookWorld): Promise<JobRecord> {
  const [record] = await world.store.transaction(async ({ jobs }) => await jobs.list({ limit: 1 }));
  assert.ok(record);
  return record;
}

export async function ended(world: WebhookWorld): Promise<(string | undefined)[]> {
  const { job } = await theJob(world);
  return [job.state, job.failureReason, job.failureDetail];
}

export async function notes(world: WebhookWorld): Promise<string[]> {
  const { job } = await theJob(world);
  const found = await world.store.transaction(
    async ({ happenings }) => await happenings.ofJob(job.id),
  );
  return found.map(({ name }) => name);
}

export async function isGoingOn(world: WebhookWorld): Promise<void> {
  assert.equal((await theJob(world)).job.state, 'PENDING');
}

export async function toAnalysing(world: WebhookWorld): Promise<void> {
  const { job } = await theJob(world);
  await world.store.transaction(async (records) => {
    await applyEvent(records, job.id, { event: { type: 'start' }, actor: 'test' });
    const { job: now } = (await records.jobs.find(job.id)) ?? {};
    const event = { type: 'reserved', effect: now?.effectNumber ?? 0 } as const;
    await applyEvent(records, job.id, { event, actor: 'test' });
  });
}
