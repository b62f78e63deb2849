// What is wrong at the end of a story, read from GitHub alone and held against a fresh clone in which
// the recorded commands are run bare; and what the records say of its jobs. Changes nothing.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Job, TERMINAL_STATES, WAITING_STATES } from '../../../app/job/types.ts';
import type { JobRecord } from '../../../app/store/jobs.ts';
import { Plan } from '../../../sandbox/protocol/plan.ts';
import { type DoorWorld, OWNER, type Place } from './world.ts';

const execute = promisify(execFile);

export type Judgement = {
  /** Commits of which GitHub says that they are proven, and that are not. */
  untrue: string[];
  /** Jobs that are lost, doubled or ended without their cause. */
  astray: string[];
  /** How many claims were looked at. */
  claims: number;
};

type Recorded = { jobId: string; head: string | undefined; commands: string[] };

export async function judgeStory(world: DoorWorld, place: Place): Promise<Judgement> {
  const jobs = await jobsOf(world, place);
  const recorded = await Promise.all(jobs.map(async (one) => await readRecorded(world, one)));
  const claims = await claimsOf(world, place, recorded);
  const untrue: string[] = [];
  for (const { sha, says, commands } of claims) {
    const failed = await failingAt(world, place, { sha, commands });
    if (failed.length > 0) untrue.push(`${says} at ${sha.slice(0, 7)}, but ${failed.join('; ')}`);
  }
  return { untrue, claims: claims.length, astray: astrayOf(jobs, await doubled(world, place)) };
}

async function jobsOf({ store }: DoorWorld, { repositoryId }: Place): Promise<JobRecord[]> {
  return await store.transaction(
    async (records) => await records.jobs.list({ repositoryId, limit: 20 }),
  );
}

async function readRecorded({ store }: DoorWorld, { job }: JobRecord): Promise<Recorded> {
  return await store.transaction(async ({ plans, proof, threads }) => {
    const plan = await plans.latest(job.id);
    const cases = plan === undefined ? [] : await proof.casesOfPlan(plan.id);
    const suite = plan === undefined ? undefined : Plan.parse(plan.content).suite;
    const head = (await threads.find(job.id))?.headSha;
    const commands = [...cases.map(({ run }) => run), ...(suite === undefined ? [] : [suite])];
    return { jobId: job.id, head, commands };
  });
}

type Claim = { sha: string; says: string; commands: string[] };

/** A green check speaks of its commit, a body of what was published, readiness of the head. */
async function claimsOf(
  { octokit }: DoorWorld,
  { name }: Place,
  recorded: readonly Recorded[],
): Promise<Claim[]> {
  const where = { owner: OWNER, repo: name };
  const commands = [...new Set(recorded.flatMap((one) => one.commands))];
  const { data: pulls } = await octokit.pulls.list({ ...where, state: 'all' });
  const claims: Claim[] = [];
  for (const pull of pulls) {
    const published = recorded.flatMap(({ head }) => head ?? []);
    const { data: commits } = await octokit.pulls.listCommits({
      ...where,
      pull_number: pull.number,
    });
    for (const { sha } of commits) {
      const { data } = await octokit.checks.listForRef({ ...where, ref: sha });
      const isGreen = data.check_runs.some(({ conclusion }) => conclusion === 'success');
      if (isGreen) claims.push({ sha, says: 'the check is green', commands });
    }
    const isProven = /^## \S+ Proven: /m.test(pull.body ?? '');
    if (isProven && published.length === 0) {
      claims.push({ sha: pull.head.sha, says: 'the body says Proven', commands });
    }
    for (const sha of isProven ? published : []) {
      claims.push({ sha, says: 'the body says Proven', commands });
    }
    if (pull.draft !== true) claims.push({ sha: pull.head.sha, says: 'it is ready', commands });
  }
  return claims;
}

/** Without any of our code: git, a shell and the commands. */
async function failingAt(
  { forge }: DoorWorld,
  { name }: Place,
  { sha, commands }: Pick<Claim, 'sha' | 'commands'>,
): Promise<string[]> {
  if (commands.length === 0) return ['no command is recorded'];
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-clone-'));
  const env = {
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: directory,
    GIT_CONFIG_NOSYSTEM: '1',
  };
  try {
    const tree = join(directory, 'tree');
    const url = `${forge.url}/${OWNER}/${name}.git`;
    await execute('git', ['clone', '--quiet', url, tree], { env });
    await execute('git', ['-C', tree, 'fetch', '--quiet', 'origin', sha], { env });
    await execute('git', ['-C', tree, 'checkout', '--quiet', '--detach', sha], { env });
    const failed: string[] = [];
    for (const command of commands) {
      const options = { cwd: tree, env, timeout: 60_000 };
      const isGreen = await execute('/bin/sh', ['-c', command], options).then(
        () => true,
        () => false,
      );
      if (!isGreen) failed.push(`\`${command}\` fails`);
    }
    return failed;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const RESTS: ReadonlySet<string> = new Set([...TERMINAL_STATES, ...WAITING_STATES]);

/** Until people or time go on. */
export function isResting({ state, hold }: Job): boolean {
  return RESTS.has(state) || hold !== undefined;
}

function astrayOf(jobs: readonly JobRecord[], twice: readonly string[]): string[] {
  const open = jobs.filter(({ job }) => !TERMINAL_STATES.some((state) => state === job.state));
  return [
    ...twice,
    ...(open.length > 1 ? [`${open.length} jobs are open for one issue`] : []),
    ...jobs.flatMap(({ job }) => {
      if (job.failureReason === 'POISONED') return [`POISONED: ${job.failureDetail ?? ''}`];
      return isResting(job) ? [] : [`a job is still ${job.state}`];
    }),
  ];
}

/** One open pull request for a branch, one status comment for a pull request. */
async function doubled({ octokit }: DoorWorld, { name }: Place): Promise<string[]> {
  const where = { owner: OWNER, repo: name };
  const { data: pulls } = await octokit.pulls.list({ ...where, state: 'all' });
  const findings: string[] = [];
  const heads = pulls.map(({ head }) => head.ref);
  if (new Set(heads).size < heads.length)
    findings.push(`pull requests of one branch: ${heads.join(', ')}`);
  for (const { number } of pulls) {
    const { data } = await octokit.issues.listComments({ ...where, issue_number: number });
    const statuses = data.filter(({ body }) => /<!-- redgreen:status-\d+ -->\s*$/.test(body ?? ''));
    if (statuses.length > 1) findings.push(`#${number} has ${statuses.length} status comments`);
  }
  return findings;
}
