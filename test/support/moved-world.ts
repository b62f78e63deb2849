// People who push beside a job: to its branch, to its base, back again; and what stands there then.
import assert from 'node:assert/strict';
import { NAME, OWNER, PERSON, REPOSITORY, type Stage, seen } from '../../app/cli/demo/stage.ts';
import type { Job } from '../../app/job/types.ts';
import { readReport } from '../../app/proof/read-report.ts';
import type { Report } from '../../app/proof/report.ts';
import type { Store } from '../../app/store/store.ts';
import { theJob } from './thread-play.ts';

export const BRANCH = 'redgreen/issue-1';

export async function planWaits(
  { octokit }: Stage,
  options: { deadlineMs?: number } = {},
): Promise<number> {
  const look = async () => {
    const { data } = await octokit.pulls.list({ owner: OWNER, repo: NAME });
    return data.find(({ body }) => body?.includes('/approve') === true)?.number;
  };
  return await seen('a plan', look, options);
}

export async function pushTo(
  { forge }: Stage,
  branch: string,
  files: Record<string, string | undefined>,
): Promise<string> {
  const { sha } = await forge
    .as(PERSON)
    .push(REPOSITORY, { branch, files, message: 'my own idea' });
  return sha;
}

export async function say(stage: Stage, pull: number, body: string): Promise<void> {
  await stage.forge.as(PERSON).comment({ repository: REPOSITORY, number: pull }, body);
}

/** Held because something moved, and people have been told. */
export async function isHeld(store: Store): Promise<Job> {
  return await seen('a hold', async () => {
    const job = (await theJob(store))?.job;
    assert.notEqual(job?.state, 'FAILED', job?.failureDetail);
    assert.notEqual(job?.state, 'DELIVERED');
    return job?.hold?.reason === 'moved' && job.announcement === 'done' ? job : undefined;
  });
}

export async function headOf({ octokit }: Stage, branch: string): Promise<string> {
  const { data } = await octokit.git.getRef({ owner: OWNER, repo: NAME, ref: `heads/${branch}` });
  return data.object.sha;
}

export async function commitOf({ octokit }: Stage, commit_sha: string) {
  const { data } = await octokit.git.getCommit({ owner: OWNER, repo: NAME, commit_sha });
  return {
    tree: data.tree.sha,
    message: data.message,
    parents: data.parents.map(({ sha }) => sha),
  };
}

export async function textAt({ octokit }: Stage, ref: string, path: string): Promise<string> {
  const { data } = await octokit.repos.getContent({ owner: OWNER, repo: NAME, path, ref });
  assert.ok(!Array.isArray(data) && data.type === 'file');
  return Buffer.from(data.content, 'base64').toString();
}

export async function newestReport(store: Store, jobId: string): Promise<Report> {
  const reports = await store.transaction(async ({ proof }) => await proof.reportsOfJob(jobId));
  const report = readReport(reports.at(-1)?.content);
  assert.ok(report !== undefined);
  return report;
}
