// The Action: one event, the same application. Reads what the run is about, takes the job up from
// its ref, lets it be worked on until it waits for people or has ended, and puts it back.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as core from '@actions/core';
import type { Trigger } from '../app/command/trigger.ts';
import {
  type ActionBasis,
  type ActionParts,
  connectAction,
  findPostgres,
  openAction,
} from '../app/compose/action.ts';
import { AppError, isAppError } from '../app/errors.ts';
import type { Denial, RepositoryRef } from '../app/github/port.ts';
import type { Carried } from '../app/store/carry/carried.ts';
import { complain, createGroups, oneLine, say, sayLogged, summarise } from './console.ts';
import { type FollowEnd, follow } from './follow.ts';
import { ACTIONS_APP_ID, type ActionInputs, readInputs } from './inputs.ts';
import { findIssue } from './issue.ts';
import { createKeeper, type Keeper } from './keeper.ts';
import { requireShownPlan } from './kept-job.ts';
import { findCache, requireMachine } from './machine.ts';
import { type Occasion, readOccasion } from './occasion.ts';
import { readPayload } from './payload.ts';
import { cancelled, causesOf, denied, noJob, refuse, toRefused } from './refusals.ts';
import { type Result, tellResult } from './result.ts';

/** GitHub ends a job of a workflow after six hours; the work has to be kept before that. */
const LONGEST_RUN_MS = 5.5 * 60 * 60_000;
/** A cancelled run has ten seconds in all. */
const STOP_MS = 4_000;
/** Connections that a library keeps open must not keep the step running. */
const EXIT_MS = 2_000;

const WHO_MAY = 'Somebody with write access has to start it, on an open issue.';

type Run = {
  inputs: ActionInputs;
  basis: ActionBasis;
  occasion: Occasion;
  repository: RepositoryRef;
  stop: AbortController;
  denial: { first?: Denial };
};

await main();

async function main(): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    await runOnce(stop);
  } catch (error) {
    for (const cause of causesOf(error)) core.debug(oneLine(String(cause)));
    const refused = toRefused(error);
    complain(refused);
    process.exitCode = 1;
    const text = `### Redgreen: ${refused.code}\n\n${refused.cause}\n\n${refused.remedy}\n`;
    await summarise(text).catch(() => undefined);
  }
  setTimeout(() => process.exit(), EXIT_MS).unref();
}

async function runOnce(stop: AbortController): Promise<void> {
  const inputs = readInputs();
  for (const secret of [inputs.token, inputs.anthropic.apiKey, inputs.e2bApiKey]) {
    if (secret !== undefined) core.setSecret(secret.reveal());
  }
  const { name, path } = inputs.event;
  const payload = await readPayload(path);
  const { issue, repository: here } = inputs;
  const occasion = readOccasion({ name, payload, issue, repository: here });
  if (occasion === undefined) {
    say('The comment is no command; nothing to do.');
    return;
  }
  const denial: Run['denial'] = {};
  const basis = connectAction(
    { ...inputs, githubApiUrl: inputs.apiUrl },
    {
      write: sayLogged,
      onDenied: (one) => {
        denial.first ??= one;
        stop.abort();
      },
    },
  );
  const { owner, name: repositoryName } = occasion.repository;
  const { installationId } = occasion;
  const repository = { owner, name: repositoryName, installationId };
  const run: Run = { inputs, basis, occasion, repository, stop, denial };
  await orDenied(run, async () => await work(run));
}

/** A missing permission shows as this or that fault; its first answer is the reason to tell. */
async function orDenied(run: Run, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (run.denial.first !== undefined) throw denied(run.denial.first);
    throw error;
  }
  if (run.denial.first !== undefined) throw denied(run.denial.first);
}

async function work(run: Run): Promise<void> {
  const { inputs, basis, occasion, repository } = run;
  const issue = await findIssue(basis.github, repository, occasion);
  if (issue === undefined) {
    say('The pull request is none of ours; nothing to do.');
    return;
  }
  const trigger = await toTrigger(run);
  const keeper = openKeeper(run, issue);
  const kept = await keeper.read();
  if (kept === undefined && occasion.kind === 'comment') throw noJob(issue);
  if (kept !== undefined) await requireShown(run, kept);
  await basis.github.probeChecks(repository);
  const uid = process.getuid?.() ?? -1;
  await requireMachine({ uid, hasOwnSandboxes: inputs.e2bApiKey !== undefined, findPostgres });
  const home = await mkdtemp(join(inputs.temp, 'redgreen-'));
  // Programs of the database and of sandboxes may run as another user.
  await chmod(home, 0o755);
  try {
    const place = { home, cache: await findCache(inputs.toolCache), assets: assets() };
    const parts = await openAction(basis, { ...place, signal: run.stop.signal });
    try {
      if (kept !== undefined) {
        const detail = { commit: keeper.head() ?? '', run: inputs.run.id };
        const by = { actor: 'action', detail };
        await parts.store.transaction(async ({ carry }) => await carry.write(kept, by));
      }
      await take(run, { parts, keeper, trigger, issue });
    } finally {
      await parts.close();
    }
  } finally {
    await rm(home, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function requireShown({ basis, repository }: Run, kept: Carried): Promise<void> {
  const newest = kept.tables.jobs.at(-1)?.id;
  const thread = kept.tables.threads.find(({ job_id: jobId }) => jobId === newest);
  if (typeof thread?.pull_number !== 'number') return;
  requireShownPlan(kept, (await basis.github.pullRequest(repository, thread.pull_number)).body);
}

type Taken = { parts: ActionParts; keeper: Keeper; trigger: Trigger; issue: number };

/** Deadlines first, then the event, then the work that both left to do. */
async function take(run: Run, taken: Taken): Promise<void> {
  const { parts, trigger, issue } = taken;
  const place = { repositoryId: run.occasion.repository.id, issueNumber: issue };
  const before = await parts.findJob(place);
  if (before !== undefined) await parts.applyDue(before.job.id);
  const { name: event } = run.inputs.event;
  const guid = `run:${run.inputs.run.id}`;
  const { handled, tell } = await parts.accept(trigger, {
    guid,
    event,
    action: run.occasion.kind,
  });
  const record = await parts.findJob(place);
  if (record === undefined) {
    await tell();
    const said = `Nothing is done: ${handled.reason ?? 'nothing was started'}.`;
    // Most labels are none of ours; whoever runs the workflow wants a job.
    if (handled.outcome !== 'ignored' || run.occasion.kind === 'dispatch') {
      throw refuse('UNAUTHORIZED', said, WHO_MAY);
    }
    say(said);
    return;
  }
  const end = await workOn(run, { ...taken, tell }, record.job.id);
  const result = await readResult(run, { ...taken, jobId: record.job.id });
  await tellResult({ ...result, handled, end });
  if (end === 'stopped' && run.denial.first === undefined) throw cancelled();
}

async function workOn(
  run: Run,
  taken: Taken & { tell(): Promise<void> },
  jobId: string,
): Promise<FollowEnd> {
  const { parts } = taken;
  const keep: Keep = async (isHeld) => {
    const place = { repositoryId: run.occasion.repository.id, issueNumber: taken.issue };
    const carried = await parts.store.transaction(async ({ carry }) => await carry.read(place));
    if (carried !== undefined) await taken.keeper.write(carried, { isHeld });
  };
  // Kept before the world sees anything: of two runs at once, one gets no further than this.
  await keep(true);
  const groups = createGroups();
  try {
    await taken.tell();
    if (!run.stop.signal.aborted) await parts.engine.start();
    return await follow({
      look: async () => await parts.look(jobId),
      enter: groups.enter,
      say,
      renew: async () => await keep(true),
      signal: run.stop.signal,
      now: Date.now,
      deadlineMs: LONGEST_RUN_MS,
    });
  } finally {
    groups.end();
    await leave(run, parts.engine, keep);
  }
}

type Keep = (isHeld: boolean) => Promise<void>;

async function leave(run: Run, engine: ActionParts['engine'], keep: Keep): Promise<void> {
  const isCut = run.stop.signal.aborted;
  // A cancelled run has ten seconds in all: what is known is kept before anything is waited for.
  if (isCut) await keep(true).catch(() => undefined);
  await engine.stop(isCut ? 0 : STOP_MS);
  await keep(false);
}

async function readResult(
  { basis, inputs, repository }: Run,
  { parts, jobId }: Taken & { jobId: string },
): Promise<Omit<Result, 'handled' | 'end'>> {
  const { record, thread } = await parts.store.transaction(async ({ jobs, threads }) => ({
    record: await jobs.find(jobId),
    thread: await threads.find(jobId),
  }));
  if (record === undefined) throw new AppError('NOT_FOUND', { details: { jobId } });
  const number = thread?.pullNumber;
  const pull =
    number === undefined ? undefined : await basis.github.pullRequest(repository, number);
  const failureDetail = basis.redactor.redact(record.job.failureDetail ?? '');
  return { job: record.job, failureDetail, runUrl: inputs.run.url, ...(pull && { pull }) };
}

async function toTrigger({ occasion, basis, repository }: Run): Promise<Trigger> {
  if (occasion.kind !== 'dispatch') return occasion.trigger;
  const { repository: at, sender, installationId } = occasion;
  try {
    const found = await basis.github.issue(repository, occasion.issue);
    const { number, title, body, isPullRequest = false } = found;
    const issue = { number, title, body, isPullRequest };
    return { kind: 'dispatch', installationId, repository: at, sender, issue };
  } catch (error) {
    if (!isAppError(error, 'NOT_FOUND')) throw error;
    throw refuse(
      'NOT_FOUND',
      `There is no issue #${occasion.issue} in this repository.`,
      'Give the number of an open issue when you run the workflow.',
    );
  }
}

function openKeeper({ basis, inputs, occasion, repository }: Run, issue: number): Keeper {
  const { secrets, github } = basis;
  const author = inputs.appId === ACTIONS_APP_ID ? 'github-actions[bot]' : undefined;
  const { installationId } = occasion;
  const expected = { issue, repository: occasion.repository, installationId, author };
  return createKeeper({
    refs: github,
    repository,
    expected: { ...expected, run: inputs.run.id },
    now: Date.now,
    requireClean(text) {
      if (!secrets.some((secret) => text.includes(secret))) return;
      throw new AppError('INTERNAL_ERROR', { problem: 'The job holds a secret; it is not kept.' });
    },
  });
}

/** They lie beside the bundle. */
function assets() {
  const here = import.meta.dirname;
  return {
    migrations: join(here, 'migrations'),
    runner: join(here, 'runner.mjs'),
    instructions: join(here, 'instructions'),
    grammars: join(here, 'grammars'),
    sandboxServer: join(here, 'sandbox-server.mjs'),
  };
}
