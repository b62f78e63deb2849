// What must hold after any chaos on a stage, over everything that can be asked: the database, GitHub
// and whoever keeps the sandboxes (docs/security.md, I1–I7). Reads only; every finding is a sentence.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { NAME, OWNER, type Stage } from '../../app/cli/demo/stage.ts';
import { readLocalConfig } from '../../app/config/config.ts';
import { TERMINAL_STATES, WAITING_STATES } from '../../app/job/types.ts';
import { createClient } from '../../app/store/database/connection.ts';
import { createE2bDriver } from '../../sandbox/driver/e2b/driver.ts';
import { findServer } from '../../sandbox/local/find-server.ts';
import { type Invariants, readInvariants } from './invariants.ts';

export type ThreadInvariants = {
  database: Invariants;
  /** Everything that does not hold, by invariant; all lists are empty when all is well. */
  findings: Record<Invariant, string[]>;
};

/** In words, because they become the names of checks. */
export const INVARIANTS = [
  'I1 accepted triggers without one terminal or waiting state',
  'I2 jobs with more than one pull request or branch',
  'I3 jobs without exactly one status comment',
  'I5 sandboxes that live without running work',
  'I5 processes of sandboxes that are left',
  'I6 ended sandboxes without wipe evidence that verifies again',
  'I7 breaks of the audit chain',
  'effects with two outcomes, and writes of stale workers',
  "answers and webhooks that GitHub's schemas refuse",
] as const;
export type Invariant = (typeof INVARIANTS)[number];

export async function threadInvariants(world: {
  stage: Stage;
  url: string;
}): Promise<ThreadInvariants> {
  const { stage, url } = world;
  const database = await readInvariants(url);
  return await withClient(url, async (client) => {
    const threads = await readThreads(client);
    const living = await listSandboxes(stage);
    const { doubled, staleWrites } = database;
    return {
      database,
      findings: {
        [INVARIANTS[0]]: [...database.stuck.filter(isParked), ...(await unended(client))],
        [INVARIANTS[1]]: await pullsAndBranches(stage, threads),
        [INVARIANTS[2]]: await statusComments(stage, threads),
        [INVARIANTS[3]]: await strays(client, living),
        [INVARIANTS[4]]: sandboxProcesses(stage).map((pid) => `process ${pid} is a bubblewrap`),
        [INVARIANTS[5]]: await unproven(client, living),
        [INVARIANTS[6]]: database.auditFindings,
        [INVARIANTS[7]]: [
          ...Array.from({ length: doubled }, () => 'an effect has two outcomes'),
          ...Array.from({ length: staleWrites }, () => 'a stale worker has written'),
        ],
        [INVARIANTS[8]]: stage.forge.schemaViolations.map(
          ({ where, problem }) => `${where}: ${problem}`,
        ),
      },
    };
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(url, {
    applicationName: 'thread-invariants',
    connectMs: 10_000,
    statementMs: 30_000,
    lockMs: 10_000,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** FAILED is an end; work that nobody will take up again is none. */
function isParked(stuck: string): boolean {
  return stuck.includes(' parked: ');
}

async function unended(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ why: string }>(
    `select id || ' is still ' || state as why from jobs where not state = any($1)
     union all
     select job_key || ' has ' || count(*) || ' open jobs' from jobs
      where state <> all($2) group by job_key having count(*) > 1
     union all
     select 'delivery ' || guid || ' was accepted without a job' from webhook_deliveries
      where outcome = 'accepted' and job_id is null`,
    [[...TERMINAL_STATES, ...WAITING_STATES], TERMINAL_STATES],
  );
  return rows.map(({ why }) => why);
}

type ThreadRow = {
  jobId: string;
  issue: number;
  branch: string;
  pull: number | null;
  comment: number | null;
};

async function readThreads(client: pg.Client): Promise<ThreadRow[]> {
  const { rows } = await client.query<ThreadRow>(
    `select job_id as "jobId", issue_number as issue, branch, pull_number as pull,
            status_comment_id as comment from threads`,
  );
  return rows;
}

const PLACE = { owner: OWNER, repo: NAME };

async function pullsAndBranches({ octokit }: Stage, threads: ThreadRow[]): Promise<string[]> {
  const pulls = await octokit.paginate(octokit.pulls.list, { ...PLACE, state: 'open' });
  const refs = await octokit.git.listMatchingRefs({ ...PLACE, ref: 'heads/redgreen/' });
  const ours = refs.data.map(({ ref }) => ref.slice('refs/heads/'.length));
  const known = new Set(threads.map(({ branch }) => branch));
  return [
    ...threads.flatMap(({ jobId, branch, pull }) => {
      const numbers = pulls.filter(({ head }) => head.ref === branch).map(({ number }) => number);
      const isRight = numbers.length <= 1 && (pull === null || numbers.includes(pull));
      return isRight ? [] : [`${jobId} has the open pull requests ${numbers.join(', ') || 'none'}`];
    }),
    ...ours.filter((name) => !known.has(name)).map((name) => `${name} is a branch of no job`),
    ...pulls
      .filter(({ head, user }) => user?.type === 'Bot' && !known.has(head.ref))
      .map(({ number }) => `pull request ${number} is of no job`),
  ];
}

const STATUS_MARK = /<!-- redgreen:status-[\w-]+ -->\s*$/;

async function statusComments({ octokit }: Stage, threads: ThreadRow[]): Promise<string[]> {
  const findings: string[] = [];
  for (const { jobId, issue, pull, comment } of threads) {
    const found: number[] = [];
    for (const issue_number of [issue, ...(pull === null ? [] : [pull])]) {
      const options = { ...PLACE, issue_number };
      const comments = await octokit.paginate(octokit.issues.listComments, options);
      const ours = comments.filter(
        ({ user, body }) => user?.type === 'Bot' && STATUS_MARK.test(body ?? ''),
      );
      found.push(...ours.map(({ id }) => id));
    }
    const isRight = pull === null ? found.length === 0 : found.length === 1 && found[0] === comment;
    if (!isRight) findings.push(`${jobId} has the status comments ${found.join(', ') || 'none'}`);
  }
  return findings;
}

type Living = { sandboxId: string; session: string };

async function listSandboxes({ env }: Stage): Promise<Living[]> {
  const { paths } = readLocalConfig(env);
  const server = await findServer(join(paths.runtime, 'sandboxes'));
  if (server === undefined) return [];
  const { apiKey, url } = server;
  const connect = async () => ({ apiKey, apiUrl: url, sandboxUrl: url });
  const listed = await createE2bDriver({ connect, now: Date.now }).list();
  return listed.map(({ sandboxId, metadata }) => ({
    sandboxId,
    session: metadata['session'] ?? '',
  }));
}

/** Rows and the provider's list must say the same, and somebody must work in each. */
async function strays(client: pg.Client, living: readonly Living[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string; status: string; isWorking: boolean }>(
    `select id, status, exists (
              select from work where work.job_id = sandbox_sessions.job_id and check_id is null
                 and worker is not null)
            or exists (select from branch_checks
                where branch_checks.id = check_id and worker is not null) as "isWorking"
       from sandbox_sessions where completed_at is null`,
  );
  const known = new Set(rows.map(({ id }) => id));
  return [
    ...rows
      .filter(({ isWorking }) => !isWorking)
      .map(({ id, status }) => `the records say that ${id} is ${status}`),
    ...living
      .filter(({ session }) => !known.has(session))
      .map(({ sandboxId }) => `the provider still has ${sandboxId}`),
  ];
}

/** The digest is computed again from what the row says, and the provider is asked again. */
async function unproven(client: pg.Client, living: readonly Living[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string; isSealed: boolean; sandboxId: string | null }>(
    `select sandbox_sessions.id, wipe_evidence.provider_sandbox_id as "sandboxId",
            coalesce(wipe_evidence.digest = wipe_digest(wipe_evidence), false) as "isSealed"
       from sandbox_sessions left join wipe_evidence on sandbox_session_id = sandbox_sessions.id
      where completed_at is not null`,
  );
  return rows.flatMap(({ id, isSealed, sandboxId }) => {
    if (!isSealed) return [`${id} has no evidence, or evidence that was altered`];
    const isBack = living.some((one) => one.session === id || one.sandboxId === sandboxId);
    return isBack ? [`${id} is wiped, and the provider lists it`] : [];
  });
}

/** A bubblewrap is the stage's if a mount of its namespace lies below the stage's home. */
export function sandboxProcesses({ env }: Stage): number[] {
  const { paths } = readLocalConfig(env);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isBubblewrap = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'bwrap';
        return (
          isBubblewrap && readFileSync(`/proc/${pid}/mountinfo`, 'utf8').includes(paths.runtime)
        );
      } catch {
        // It has ended meanwhile.
        return false;
      }
    })
    .map(Number);
}
