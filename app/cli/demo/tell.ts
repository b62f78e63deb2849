// Plays the story on the stage and checks what GitHub shows at the end, asked again over its API.
import type { Thread } from '../../compose/thread.ts';
import { readConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { createScriptedGateway } from '../../gateway/scripted/gateway.ts';
import { isTerminal } from '../../job/types.ts';
import { runApp } from '../../main.ts';
import { UNREPORTED } from '../../proof/headline.ts';
import { reportBody } from '../../proof/markdown/report-body.ts';
import { readReport } from '../../proof/read-report.ts';
import type { Headline, Report } from '../../proof/report.ts';
import type { StoredAuditEvent } from '../../store/audit.ts';
import type { JobRecord } from '../../store/jobs.ts';
import type { Store } from '../../store/store.ts';
import { findAssets } from '../assets.ts';
import { NAME, OWNER, type Stage, seen } from './stage.ts';
import { STORY } from './story.ts';

export type Told = {
  job: { id: string; state: string };
  pullRequest: { number: number; draft: boolean; url: string };
  headline: Headline;
  matrix: {
    criterion: string;
    kind: string;
    cases: { id: string; base: string; why?: string; head: string; withheld: boolean }[];
  }[];
  hunks: Report['hunks'];
  attempts: number;
  costUsd: number;
  stepsMs: Record<string, number>;
  waitsMs: number;
  sandboxes: { created: number; wiped: number };
  problems: string[];
};

type Parts = { store: Store; thread: Thread };

/** Runs the app on the stage until `work` is done with it. */
export async function withApp<T>(stage: Stage, work: (parts: Parts) => Promise<T>): Promise<T> {
  const config = readConfig(stage.env);
  const stop = new AbortController();
  const started = Promise.withResolvers<Parts>();
  const listening = Promise.withResolvers<string>();
  const running = runApp({
    config,
    assets: await findAssets(config.paths),
    signal: stop.signal,
    gateway: createScriptedGateway(STORY),
    onStarted: started.resolve,
    onListening: listening.resolve,
  });
  const failed = running.then(
    () => Promise.reject(new AppError('CANCELLED')),
    (error: unknown) => Promise.reject(error),
  );
  try {
    stage.listensAt(await Promise.race([listening.promise, failed]));
    return await Promise.race([work(await started.promise), failed]);
  } finally {
    failed.catch(() => undefined);
    stop.abort();
    await running;
  }
}

/** From the label to the end of the job. */
export async function tell(stage: Stage, parts: Parts, say: (line: string) => void): Promise<Told> {
  const { issue } = await stage.openAndLabel();
  say(`mona labelled issue #${issue} "redgreen"`);
  const pull = await seen('a plan', async () => await planned(stage));
  say(`draft PR #${pull.number} holds the plan; mona says /approve`);
  await stage.approve(pull.number);
  const record = await seen('the end of the job', async () => await ended(parts.store));
  say(`the job is ${record.job.state}`);
  return await examine(stage, parts, record);
}

async function planned({ octokit }: Stage) {
  const { data } = await octokit.pulls.list({ owner: OWNER, repo: NAME });
  return data.find(({ body }) => body?.includes('/approve') === true);
}

async function ended(store: Store): Promise<JobRecord | undefined> {
  const [record] = await store.transaction(async ({ jobs }) => await jobs.list({ limit: 1 }));
  return record !== undefined && isTerminal(record.job.state) ? record : undefined;
}

async function examine(stage: Stage, { store, thread }: Parts, record: JobRecord): Promise<Told> {
  const { id, state } = record.job;
  const stored = await store.transaction(async (records) => ({
    reports: await records.proof.reportsOfJob(id),
    events: await records.audit.ofJob(id),
    costUsd: await records.usage.costOfJob(id),
    sandboxes: await records.sandboxes.count(id),
    thread: await records.threads.find(id),
  }));
  const report = readReport(stored.reports.at(-1)?.content);
  const pull_number = stored.thread?.pullNumber ?? 0;
  const { data } = await stage.octokit.pulls.get({ owner: OWNER, repo: NAME, pull_number });
  const facts = { state, isDraft: data.draft === true, body: data.body ?? '', report };
  return {
    job: { id, state },
    pullRequest: { number: data.number, draft: facts.isDraft, url: data.html_url },
    headline: report?.headline ?? UNREPORTED,
    matrix: (report?.matrix ?? []).map(({ criterion, kind, cases }) => ({
      criterion,
      kind,
      cases: cases.map(({ id: caseId, base, why, head, withheld }) => ({
        id: caseId,
        base,
        ...(why !== undefined && { why }),
        head,
        withheld,
      })),
    })),
    hunks: report?.hunks ?? { measured: false },
    attempts: record.job.attemptNumber,
    costUsd: stored.costUsd,
    stepsMs: stepsOf(stored.events),
    waitsMs: thread.github.waitedMs(),
    sandboxes: stored.sandboxes,
    problems: problemsOf(facts),
  };
}

/** What is missing for "every criterion red on base and green on head, on a draft PR". */
export function problemsOf(facts: {
  state: string;
  isDraft: boolean;
  body: string;
  report: Report | undefined;
}): string[] {
  const { state, isDraft, body, report } = facts;
  const wrong = (report?.matrix ?? []).flatMap(({ criterion, kind, cases }) => {
    const isRight = cases.every(
      ({ base, head }) => head === 'green' && base === (kind === 'new' ? 'red' : 'green'),
    );
    return isRight && cases.length > 0 ? [] : [`${criterion} is not proven`];
  });
  const isShown = report !== undefined && body.trim() === reportBody(report, (text) => text).trim();
  return [
    ...(state === 'DELIVERED' ? [] : [`the job is ${state}`]),
    ...(isDraft ? [] : ['the pull request is no draft']),
    ...(isShown ? [] : ['the pull request does not show the report']),
    ...(report?.matrix.length ? [] : ['there is no matrix']),
    ...wrong,
  ];
}

/** Time spent in each state, waiting for people aside. */
function stepsOf(events: readonly StoredAuditEvent[]): Record<string, number> {
  const moves = events.filter(({ subject, detail }) => subject === 'job' && detail?.['from']);
  const steps: Record<string, number> = {};
  for (const [index, { at, detail }] of moves.entries()) {
    const before = moves[index - 1];
    const state = String(detail?.['from']);
    if (before === undefined || state.startsWith('WAITING')) continue;
    steps[state] = (steps[state] ?? 0) + Math.round(at - before.at);
  }
  return steps;
}
