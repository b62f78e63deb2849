// One job of a proof world, from its plan to where it ends by itself, and what it left behind.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { beginJob } from '../../../app/engine/apply.ts';
import type { Gateway, ModelRequest } from '../../../app/gateway/port.ts';
import { createScriptedGateway } from '../../../app/gateway/scripted/gateway.ts';
import type { Script } from '../../../app/gateway/scripted/script.ts';
import type { CommitFile } from '../../../app/github/shapes/port.ts';
import { createJob } from '../../../app/job/create.ts';
import { branchName, jobKey } from '../../../app/job/names.ts';
import { outstanding } from '../../../app/job/outstanding.ts';
import { isTerminal, type Job, type JobState, type ModelClass } from '../../../app/job/types.ts';
import { reservationsOf } from '../../../app/proof/headline.ts';
import { readReport } from '../../../app/proof/read-report.ts';
import type { Report } from '../../../app/proof/report.ts';
import type { Settings } from '../../../app/settings/schema.ts';
import type { StoredAuditEvent } from '../../../app/store/audit.ts';
import type { JobRecord } from '../../../app/store/jobs.ts';
import type { TestCase, TestRun } from '../../../app/store/proof.ts';
import type { Plan } from '../../../sandbox/protocol/plan.ts';
import { PERSON, sayInThread } from './people.ts';
import type { Files, Repository } from './repository.ts';
import type { ProofWorld } from './world.ts';

export type ProofJob = {
  files: Files;
  plan: Plan;
  /** What author and implementer do; the planner submits the plan. */
  script: Script;
  /** Unset: one, so that a red verification ends the job. */
  attempts?: number;
  /** Of the repository, as its file has them. */
  settings?: Settings;
  /** Unset: the ordinary one alone. */
  tierClasses?: readonly ModelClass[];
  /** Stands between the job and its script; unset: nothing. */
  model?(script: Gateway): Gateway;
  /**
   * What a person comments where the job waits for people, by what is shown on its pull request;
   * undefined: nothing, and the play ends. Unset: nobody is there.
   */
  comment?(shown: string, job: Job): string | undefined;
};

export type PlayedJob = {
  jobId: string;
  state: JobState;
  /** Why it failed, where it did. */
  detail?: string;
  /** What the judge said to the author. */
  objections: string[];
  /** What other agents were told of calls that failed. */
  failedCalls: string[];
  report?: Report;
  /** What the report says against itself: everything for which it asks for a person. */
  flags: string[];
  plan: Plan;
  cases: TestCase[];
  runs: TestRun[];
  /** The commit on the branch of the PR, if there is more than the empty one. */
  published?: readonly CommitFile[];
  /** What people see on the PR at the end. */
  shown: string;
  repository: Repository;
  ms: number;
};

const DEADLINE_MS = 300_000;
const LOOK_MS = 25;
/** Where a job waits for people when its own means are at an end. */
const ENDS: ReadonlySet<JobState> = new Set([
  'BASELINE_VALIDATION_FAILED',
  'WAITING_INTERVENTION',
  'WAITING_ESCALATION_DECISION',
  'FALLBACK_REQUIRED',
]);

export async function playJob(world: ProofWorld, job: ProofJob): Promise<PlayedJob> {
  const start = performance.now();
  const { engine } = world;
  const repository = await world.repositories.add(job.files);
  const jobId = world.newId();
  const objections: string[] = [];
  const failedCalls: string[] = [];
  const script: Script = { ...job.script, plan: [[submission(job.plan)]] };
  const refused = (reasons: readonly string[]) => {
    objections.push(...reasons);
    // The author has nothing else to offer.
    void engine.cancel(jobId, PERSON, 'the judge refused the tests');
  };
  const model = job.model ?? ((scripted: Gateway) => scripted);
  const gateway = noteFailures(model(createScriptedGateway(script)), failedCalls);
  world.scripted(jobId, heedRefusals(gateway, refused));
  const branch = await begin(world, { jobId, repository, job });
  const record = await untilEnd(world, { jobId, branch, job });
  const published = world.github.published(refOf(repository), branch);
  return {
    ...(await readLeft(world, record)),
    plan: job.plan,
    objections,
    failedCalls,
    repository,
    shown: world.github.shown(branch),
    ...(published !== undefined && { published }),
    ms: Math.round(performance.now() - start),
  };
}

function submission(plan: Plan) {
  const name = 'mcp__redgreen__submit_plan';
  return { content: [{ type: 'tool_use' as const, name, input: plan }] };
}

function refOf({ name, id }: Repository) {
  return { owner: 'acme', name, installationId: id };
}

/** A session that was refused says nothing more until it is cancelled. */
function heedRefusals(inner: Gateway, refused: (reasons: readonly string[]) => void): Gateway {
  return {
    async complete(request, options) {
      const reasons = refusalIn(request);
      if (reasons.length === 0) return await inner.complete(request, options);
      refused(reasons);
      await pause(DEADLINE_MS, undefined, { signal: options.signal });
      return await inner.complete(request, options);
    },
  };
}

function refusalIn({ step, messages }: ModelRequest): string[] {
  return step === 'write-tests' ? failuresIn(messages).flatMap((text) => text.split('\n')) : [];
}

/** A script goes on whatever it is told. */
function noteFailures(inner: Gateway, failed: string[]): Gateway {
  return {
    async complete(request, options) {
      failed.push(...failuresIn(request.messages).map((text) => `${request.step}: ${text}`));
      return await inner.complete(request, options);
    },
  };
}

/** Of the calls before this turn. */
function failuresIn(messages: ModelRequest['messages']): string[] {
  const last = messages.at(-1);
  const results = last?.role === 'user' ? last.content : [];
  return results.flatMap((block) =>
    block.type === 'tool_result' && block.is_error ? [block.content] : [],
  );
}

type Beginning = { jobId: string; repository: Repository; job: ProofJob };

async function begin(
  { store }: ProofWorld,
  { jobId, repository, job }: Beginning,
): Promise<string> {
  const { id, name } = repository;
  const { attempts = 1, settings = {}, tierClasses = ['L1'] } = job;
  const issueNumber = Number.parseInt(jobId.slice(0, 7), 16) + 1;
  const subject = { kind: 'issue', repositoryId: id, issueNumber } as const;
  const branch = branchName(subject);
  await store.transaction(async (records) => {
    const account = { accountId: id, accountLogin: 'acme' };
    await records.installations.saveInstallation({ id, ...account });
    const place = { id, installationId: id, owner: 'acme', name };
    await records.installations.saveRepository({
      ...place,
      defaultBranch: 'main',
      isPrivate: false,
    });
    const at = await records.now();
    const created = createJob({ id: jobId, at, tierClasses, budget: { attempts } });
    if (!created.ok) throw new Error(created.reason);
    const record = { job: created.job, installationId: id, repositoryId: id };
    await beginJob(records, { ...record, key: jobKey(subject), issueNumber }, PERSON);
    await records.settings.freeze(jobId, { organisation: {}, file: settings, page: {} });
    await records.threads.insert({
      jobId,
      repositoryId: id,
      issueNumber,
      issueTitle: 'An issue',
      issueText: 'As the plan says.',
      issueDigest: createHash('sha256').update(jobId).digest('hex'),
      requestedBy: PERSON,
      baseBranch: 'main',
      branch,
    });
  });
  return branch;
}

type Watched = { jobId: string; branch: string; job: ProofJob };

async function untilEnd(world: ProofWorld, { jobId, branch, job }: Watched): Promise<JobRecord> {
  let approved: string | undefined;
  for (const end = performance.now() + DEADLINE_MS; ; await pause(LOOK_MS)) {
    const record = await world.store.transaction(async ({ jobs }) => await jobs.find(jobId));
    if (record === undefined) throw new Error(`no job ${jobId}`);
    const { state, planRevision, hold } = record.job;
    if (state === 'WAITING_SPEC_APPROVAL' && approved !== planRevision) {
      approved = planRevision;
      await world.engine.signal(jobId, { type: 'approve', revision: planRevision ?? '' }, PERSON);
    }
    if (isTerminal(state)) return record;
    const isHeld = hold !== undefined && hold.until === undefined;
    const isWaiting = ENDS.has(state) || isHeld;
    if (isWaiting && job.comment === undefined) return record;
    // Whoever answers has been asked: nothing is left to be announced.
    if (isWaiting && outstanding(record.job).length === 0) {
      const words = job.comment?.(world.github.shown(branch), record.job);
      if (words === undefined) return record;
      await sayInThread(world, record, words);
    }
    if (performance.now() > end) throw new Error(`the job stays ${state}`);
  }
}

async function readLeft({ store }: ProofWorld, { job }: JobRecord) {
  const { id: jobId, state, failureDetail } = job;
  const { events, reports, cases, runs } = await store.transaction(async (records) => {
    const { plans, proof, audit } = records;
    const plan = await plans.latest(jobId);
    return {
      events: await audit.ofJob(jobId),
      reports: await proof.reportsOfJob(jobId),
      cases: plan === undefined ? [] : await proof.casesOfPlan(plan.id),
      runs: plan === undefined ? [] : await proof.runsOfPlan(plan.id),
    };
  });
  const report = readReport(reports.at(-1)?.content);
  const detail = failureDetail ?? job.hold?.reason ?? baselineWords(events);
  return {
    jobId,
    state,
    ...(detail !== undefined && { detail }),
    ...(report && { report }),
    flags: report === undefined ? [] : reservationsOf(report).map(flagText),
    cases,
    runs,
  };
}

function flagText({ kind, path, says }: ReturnType<typeof reservationsOf>[number]): string {
  return `${[kind, path].filter((one) => one !== undefined).join(' ')}: ${says}`;
}

/** A failed baseline says why in its event only: the job itself waits for people. */
function baselineWords(events: readonly StoredAuditEvent[]): string | undefined {
  const failed = events.find(({ action }) => action === 'baseline_failed');
  return Outcome.safeParse(failed?.detail).data?.event.detail;
}

const Outcome = z.object({ event: z.object({ detail: z.string() }) });
