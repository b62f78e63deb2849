// The thread's app as a child process on a stage, and what the database and GitHub say of its job.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { NAME, OWNER, type Stage, seen } from '../../app/cli/demo/stage.ts';
import { openStore } from '../../app/compose/store.ts';
import { readConfig } from '../../app/config/config.ts';
import type { Script as ModelScript } from '../../app/gateway/scripted/script.ts';
import type { JobState } from '../../app/job/types.ts';
import type { JobRecord } from '../../app/store/jobs.ts';
import type { Store } from '../../app/store/store.ts';
import { compileCache } from './cli.ts';
import { until } from './waiting.ts';

export const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations');

/**
 * `story`: the first attempt is wrong. `straight`: it is right. `liar`: none ever is.
 * `provider`: the configured one is asked.
 */
export type Script = 'story' | 'straight' | 'liar' | 'provider';

export type Play = AsyncDisposable & {
  child: ChildProcess;
  /** What it wrote, if it was started to keep that. */
  log(): string;
  kill(): Promise<void>;
};

export async function startPlay(
  stage: Stage,
  script: Script | ModelScript,
  { keepsLog = false } = {},
): Promise<Play> {
  const name = typeof script === 'string' ? script : await writeScript(stage, script);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'thread-app.ts'), name], {
    stdio: ['ignore', 'pipe', keepsLog ? 'pipe' : 'inherit'],
    env: { PATH: process.env['PATH'], ...compileCache(), ...stage.env },
  });
  const ended = once(child, 'exit');
  let url = '';
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  if (child.stdout === null) throw new Error('the app has no output');
  createInterface({ input: child.stdout }).on('line', (line) => {
    log += keepsLog ? `${line}\n` : '';
    if (line.startsWith('listening ')) url = line.slice('listening '.length);
  });
  await until(() => url !== '' || child.exitCode !== null, 60_000);
  if (url === '') throw new Error(`the app ended with ${child.exitCode} before it listened`);
  stage.listensAt(url);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return {
    child,
    log: () => log,
    kill: async () => await end('SIGKILL'),
    [Symbol.asyncDispose]: async () => await end('SIGTERM'),
  };
}

async function writeScript({ env }: Stage, script: ModelScript): Promise<string> {
  const path = join(env['REDGREEN_HOME'] ?? '', 'script.json');
  await writeFile(path, JSON.stringify(script));
  return path;
}

/** The records of the app on this stage, read beside it. */
export async function openRecords(stage: Stage): Promise<Store & AsyncDisposable> {
  const { store } = await openStore(readConfig(stage.env), { migrations: MIGRATIONS });
  return { ...store, [Symbol.asyncDispose]: async () => await store.close() };
}

export async function theJob(store: Store): Promise<JobRecord | undefined> {
  const [record] = await store.transaction(async ({ jobs }) => await jobs.list({ limit: 2 }));
  return record;
}

/** Fails at once when the job can no longer get there. */
export async function reaches(store: Store, state: JobState): Promise<JobRecord> {
  let last: JobRecord | undefined;
  const found = seen(`the state ${state}`, async () => {
    last = await theJob(store);
    if (last?.job.state === state) return last;
    assert.notEqual(last?.job.state, 'FAILED', last?.job.failureDetail);
    return undefined;
  });
  return await found.catch(async (error: unknown) => {
    if (last === undefined) throw error;
    const { job } = last;
    const course = await store.transaction(async ({ audit }) => await audit.ofJob(job.id));
    const lines = course.map(({ at, action }) => `${new Date(at).toISOString()} ${action}`);
    throw new Error(`${JSON.stringify(job)}\n${lines.join('\n')}`, { cause: error });
  });
}

/** Everything that was said in the conversations of a step, as JSON. */
export async function sessionTexts(store: Store, jobId: string, step: string): Promise<string> {
  const rows = await store.transaction(async ({ sessions }) => {
    const found = await sessions.ofStep(jobId, step);
    return await Promise.all(found.map(async (id) => await sessions.transcript(id)));
  });
  return JSON.stringify(rows);
}

export type Shown = {
  pulls: { number: number; draft: boolean; body: string; headSha: string }[];
  /** Of ours, on the pull requests. */
  comments: string[];
  reactions: string[];
  checks: { name: string; conclusion: string | null; title: string }[];
};

/** What a person sees on GitHub. */
export async function whatIsShown({ octokit }: Stage, issue: number): Promise<Shown> {
  const place = { owner: OWNER, repo: NAME };
  const { data: pulls } = await octokit.pulls.list({ ...place, state: 'all' });
  const comments: string[] = [];
  const checks: Shown['checks'] = [];
  for (const pull of pulls) {
    const said = await octokit.issues.listComments({ ...place, issue_number: pull.number });
    const ours = said.data.filter(({ user }) => user?.type === 'Bot');
    comments.push(...ours.map(({ body }) => body ?? ''));
    const runs = await octokit.checks.listForRef({ ...place, ref: pull.head.sha });
    for (const { name, conclusion, output } of runs.data.check_runs) {
      checks.push({ name, conclusion, title: output.title ?? '' });
    }
  }
  const reactions = await octokit.reactions.listForIssue({ ...place, issue_number: issue });
  return {
    pulls: pulls.map(({ number, draft, body, head }) => ({
      number,
      draft: draft === true,
      body: body ?? '',
      headSha: head.sha,
    })),
    comments,
    reactions: reactions.data.map(({ content }) => content),
    checks,
  };
}

const MARK = /<!-- redgreen:([a-z0-9-]+?)(?:-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})? -->\s*$/;

/** What our comments are, oldest first: `status`, `plan-1`, `hold-1`, `answer`, `end`. */
export function kindsOf(comments: readonly string[]): string[] {
  return comments.map((body) => {
    const [, key = 'unmarked'] = MARK.exec(body) ?? [];
    return key.replace(/^(status|answer|turn)-.*$/, '$1');
  });
}

/** How the job came to where it is, for the message of an assertion about it. */
export async function courseOf(store: Store): Promise<string> {
  const id = (await theJob(store))?.job.id ?? '';
  const { events, reports } = await store.transaction(async (records) => ({
    events: await records.audit.ofJob(id),
    reports: await records.proof.reportsOfJob(id),
  }));
  return [
    ...events.map(({ action, detail }) => `${action} ${JSON.stringify(detail)?.slice(0, 300)}`),
    ...reports.map(({ content }) => JSON.stringify(content).slice(0, 10_000)),
  ].join('\n');
}
