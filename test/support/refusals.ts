// GitHub says no in the middle of a story, and what became of the job then.
import assert from 'node:assert/strict';
import { NAME, OWNER, type Stage, seen } from '../../app/cli/demo/stage.ts';
import type { InjectedFault } from '../../app/forge/world/faults.ts';
import type { Job } from '../../app/job/types.ts';
import type { Store } from '../../app/store/store.ts';
import { theJob } from './thread-play.ts';

type Refusal = { status: number; message: string; headers?: Record<string, string> };

/** Every call of these, from now on. */
export function refuse(
  { forge }: Stage,
  operations: readonly string[],
  refusal: Refusal,
): InjectedFault[] {
  return operations.map((operation) =>
    forge.injectFault({ kind: 'error', operation, times: 1_000, ...refusal }),
  );
}

/** All that a job writes. */
export const WRITES = [
  'git/create-ref',
  'git/create-blob',
  'git/create-tree',
  'git/create-commit',
  'git/update-ref',
  'pulls/create',
  'pulls/update',
  'issues/create-comment',
  'issues/update-comment',
  'checks/create',
  'checks/update',
] as const;

/** FAILED by its name, and never as poison; what its attempts left is kept. */
export async function failsWith(store: Store, code: string): Promise<Job> {
  const job = await seen(`the end with ${code}`, async () => {
    const found = (await theJob(store))?.job;
    assert.notEqual(found?.state, 'DELIVERED');
    return found?.state === 'FAILED' ? found : undefined;
  });
  assert.equal(job.failureReason, 'UNRECOVERABLE_ERROR', job.failureDetail);
  assert.ok(job.failureDetail?.startsWith(`${code}: `), job.failureDetail);
  return job;
}

/** The announcement of the end has ended, one way or the other. */
export async function isTold(store: Store, jobId: string): Promise<void> {
  await seen('the end of the announcement', async () => {
    const events = await store.transaction(async ({ audit }) => await audit.ofJob(jobId));
    return events.find(({ subject, detail }) => subject === 'job' && detail?.['from'] === 'FAILED');
  });
}

export async function eventsOf(store: Store, jobId: string): Promise<string[]> {
  const events = await store.transaction(async ({ audit }) => await audit.ofJob(jobId));
  return events.filter(({ subject }) => subject === 'job').map(({ action }) => action);
}

/** By us, on the issue. */
export async function saidOnIssue({ octokit }: Stage, issue: number): Promise<string[]> {
  const place = { owner: OWNER, repo: NAME, issue_number: issue };
  const { data } = await octokit.issues.listComments(place);
  return data.flatMap(({ user, body }) => (user?.type === 'Bot' ? [body ?? ''] : []));
}
