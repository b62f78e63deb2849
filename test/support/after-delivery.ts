// A delivered pull request, what people say on it, and what they get to see.
import assert from 'node:assert/strict';
import { NAME, OWNER, PERSON, REPOSITORY, type Stage, seen } from '../../app/cli/demo/stage.ts';
import type { JobState } from '../../app/job/types.ts';
import type { JobRecord } from '../../app/store/jobs.ts';
import type { Store } from '../../app/store/store.ts';
import { planWaits, say } from './moved-world.ts';
import { reaches } from './thread-play.ts';

const PLACE = { owner: OWNER, repo: NAME };

/** Answers with the number of the pull request and the job. */
export async function deliver(
  stage: Stage,
  store: Store,
): Promise<{ pull: number; job: JobRecord }> {
  await stage.openAndLabel();
  const pull = await planWaits(stage);
  await stage.approve(pull);
  return { pull, job: await reaches(store, 'DELIVERED') };
}

/** Says it, and answers with the first answer of ours that comes after it and fits. */
export async function answerTo(
  stage: Stage,
  pull: number,
  { body, fits }: { body: string; fits: RegExp },
): Promise<string> {
  const before = new Set((await ours(stage, pull)).map(({ text }) => text));
  await say(stage, pull, body);
  const look = async () => {
    const said = await ours(stage, pull);
    return said.find(({ text }) => !before.has(text) && fits.test(text))?.text;
  };
  return await seen(`an answer to ${body}`, look).catch(async (error: unknown) => {
    const said = (await ours(stage, pull)).map(({ text }) => text);
    throw new Error(`${body} was answered otherwise:\n${said.join('\n---\n')}`, { cause: error });
  });
}

export async function ours({ octokit }: Stage, issue_number: number) {
  const { data } = await octokit.issues.listComments({ ...PLACE, issue_number, per_page: 100 });
  return data
    .filter(({ user }) => user?.type === 'Bot')
    .map(({ id, body }) => ({ id, text: body ?? '' }));
}

export async function jobsOf(store: Store): Promise<JobRecord[]> {
  return await store.transaction(async ({ jobs }) => await jobs.list({ limit: 10 }));
}

/** The job that another one led to, in a state. */
export async function childReaches(
  store: Store,
  parentId: string,
  state: JobState,
): Promise<JobRecord> {
  return await seen(`the job after ${parentId} in ${state}`, async () => {
    const child = (await jobsOf(store)).find(({ parentJobId }) => parentJobId === parentId);
    if (child?.job.state === state) return child;
    assert.notEqual(child?.job.state, 'FAILED', JSON.stringify(child?.job));
    return undefined;
  });
}

export async function pullOf({ octokit }: Stage, pull_number: number) {
  return (await octokit.pulls.get({ ...PLACE, pull_number })).data;
}

export async function closePull(stage: Stage, number: number): Promise<void> {
  await stage.forge.as(PERSON).editIssue({ repository: REPOSITORY, number }, { state: 'closed' });
}
