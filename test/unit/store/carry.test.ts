// A job goes from one database to an empty one and on from there, through every rule.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { beginJob } from '../../../app/engine/apply.ts';
import { applyDue } from '../../../app/engine/due.ts';
import type { EffectContext, EffectFunctions } from '../../../app/engine/effects/port.ts';
import { isAppError } from '../../../app/errors.ts';
import { createJob } from '../../../app/job/create.ts';
import { Carried } from '../../../app/store/carry/carried.ts';
import type { Store } from '../../../app/store/store.ts';
import { engineWorld, type World } from '../../support/engine-world.ts';
import { scriptedEffects } from '../../support/scripted-effects.ts';
import { until } from '../../support/waiting.ts';

const PLACE = { repositoryId: 21, issueNumber: 7 };
const OUTPUT = 'what the test printed';
/** Beside the repository and its installation, which are told of by name. */
const STAYS: readonly string[] = [
  // Made anew from what travels, or the same everywhere.
  'audit_chains installations job_edges repositories work_turns',
  // Of conversations, whose transcripts do not travel.
  'agent_sessions hold_answers parkings permission_log transcript_entries',
  // A package is made where the attempts are.
  'artifacts',
  // Of the App's own doors, and what is asked of a branch within one run.
  'identities notices repository_settings used_sign_ins users web_sessions branch_checks',
  // Of commands that are refused between two runs of the Action.
  'errands job_models report_approvals task_ratings',
  // Heard and told by the App only.
  'inbox catch_ups redeliveries happenings',
].flatMap((names) => names.split(' '));
const BY = { actor: 'action', detail: { commit: 'c0ffee' } };

test('of every table it is said whether its rows travel', () => {
  const folder = join(import.meta.dirname, '../../../migrations');
  const texts = globSync('*.sql', { cwd: folder }).map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  );
  const made = texts.join('\n').matchAll(/^create table (\w+)/gm);
  const names = Array.from(made, ([, name = '']) => name);
  const said = [...Object.keys(Carried.shape.tables.shape), ...STAYS];
  assert.deepEqual(names.toSorted(), said.toSorted());
});

test('a job that waits for people arrives with all its rows, its chain and its place in time', async () => {
  await using from = await engineWorld();
  const jobId = await intervened(from);
  const carried = await read(from);
  await using to = await engineWorld();
  await write(to, carried);

  const arrived = await read(to);
  assert.deepEqual(
    { ...arrived.tables, audit_events: [], work: [] },
    { ...carried.tables, audit_events: [], work: [] },
  );
  assert.deepEqual((await to.job(jobId)).job, (await from.job(jobId)).job);
  assert.deepEqual(arrived.tables.audit_events.slice(0, -1), carried.tables.audit_events);
  const imported = arrived.tables.audit_events.at(-1);
  assert.equal(imported?.action, 'imported');
  assert.deepEqual(imported.detail, {
    commit: 'c0ffee',
    chain: {
      sequence: carried.tables.audit_events.length,
      digest: carried.tables.audit_events.at(-1)?.digest,
    },
  });
  assert.deepEqual(
    arrived.tables.work.map(({ job_id, effect, timer_at }) => ({ job_id, effect, timer_at })),
    carried.tables.work.map(({ job_id, effect, timer_at }) => ({ job_id, effect, timer_at })),
  );
  // What is there to be gone on with, and no more.
  const { tables } = carried;
  assert.deepEqual(
    [tables.plans.length, tables.criteria.length, tables.test_cases.length],
    [1, 1, 1],
  );
  assert.deepEqual([tables.attempts.length, tables.attempt_files.length], [4, 1]);
  assert.deepEqual(
    tables.told.map(({ key, comment_id }) => [key, comment_id]),
    [
      ['answer-7', null],
      ['plan-1', 100],
    ],
  );
  assert.equal(tables.attempt_files[0]?.attempt_number, 4);
  assert.doesNotMatch(JSON.stringify(carried), new RegExp(OUTPUT));
});

test('what arrived goes on: a person says continue and the job is delivered', async () => {
  await using from = await engineWorld();
  const jobId = await intervened(from);
  await using to = await engineWorld();
  await write(to, await read(from));
  const publish: EffectFunctions['publish'] = async (context) =>
    await leaveReport(to.store, context);
  const engine = await to.createEngine(scriptedEffects(to.store, { publish }).effects);
  await engine.start();
  const said = await engine.signal(jobId, { type: 'continue' }, 'mona');
  assert.equal(said.ok, true);
  await to.reaches(jobId, 'DELIVERED');
  await until(async () => (await restOf(to, jobId)).isAtRest);
  // And the ended one can travel as well.
  await using next = await engineWorld();
  await write(next, await read(to));
  assert.equal((await next.job(jobId)).job.state, 'DELIVERED');
});

test('an effect that was running when the run ended is run by the next', async () => {
  await using from = await engineWorld();
  const jobId = await addIssueJob(from.store);
  const hanging: EffectFunctions['write-tests'] = async ({ signal }) => {
    await new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('stopped'))),
    );
    return { type: 'tests_written' };
  };
  const engine = await from.createEngine(
    scriptedEffects(from.store, { ...records(from.store), 'write-tests': hanging }).effects,
  );
  await engine.start();
  const { job } = await from.reaches(jobId, 'WAITING_SPEC_APPROVAL');
  await engine.signal(jobId, { type: 'approve', revision: job.planRevision ?? '' }, 'mona');
  await from.reaches(jobId, 'GENERATING_TESTS');
  await engine.stop(0);
  const carried = await read(from);
  assert.equal(carried.tables.work[0]?.effect?.kind, 'write-tests');
  await using to = await engineWorld();
  await write(to, carried);
  assert.equal((await restOf(to, jobId)).isAtRest, false);
  const next = await to.createEngine(scriptedEffects(to.store).effects);
  await next.start();
  await to.reaches(jobId, 'DELIVERED');
});

test('deadlines that passed between two runs are applied first', async () => {
  await using from = await engineWorld();
  const jobId = await addIssueJob(from.store);
  const implement: EffectFunctions['implement'] = async () => ({ type: 'escalation_needed' });
  const { effects } = scriptedEffects(from.store, { ...records(from.store), implement });
  const engine = await from.createEngine(effects);
  await engine.start();
  await approve(from, jobId);
  const { job } = await from.reaches(jobId, 'WAITING_ESCALATION_DECISION');
  await until(async () => (await restOf(from, jobId)).isAtRest);
  await using to = await engineWorld();
  await write(to, await read(from));
  await applyDue(to.store, jobId);
  assert.equal((await to.job(jobId)).job.state, job.state, 'nothing is due yet');
  to.step(2 * 60 * 60_000);
  await applyDue(to.store, jobId);
  const after = (await to.job(jobId)).job;
  assert.equal(after.failureReason, 'ESCALATION_CONFIRMATION_TIMEOUT');
});

test('a row that was changed on the way is refused and nothing of it is written', async () => {
  await using from = await engineWorld();
  await intervened(from);
  const carried = await read(from);
  await using to = await engineWorld();
  const forgeries: [string, (forged: Carried) => void, string][] = [
    [
      'the detail of an audit row',
      ({ tables }) => set(tables.audit_events[2]?.detail, 'to', 'X'),
      'AUDIT_BROKEN',
    ],
    ['who did it', ({ tables }) => set(tables.audit_events[2], 'actor', 'eve'), 'AUDIT_BROKEN'],
    ['a row left out', ({ tables }) => tables.audit_events.splice(3, 1), 'AUDIT_BROKEN'],
    ['another state', ({ tables }) => set(tables.jobs[0], 'state', 'DELIVERED'), 'AUDIT_BROKEN'],
    [
      'a usage key of another job',
      ({ tables }) => set(tables.usage_ledger[0], 'idempotency_key', 'x'),
      'DATABASE_RULE',
    ],
    [
      'a sandbox ended without evidence',
      ({ tables }) => tables.wipe_evidence.pop(),
      'DATABASE_RULE',
    ],
  ];
  for (const [what, forge, code] of forgeries) {
    const forged = structuredClone(carried);
    forge(forged);
    await assert.rejects(
      async () => await write(to, forged),
      (error) => isAppError(error) && error.code === code,
      what,
    );
    const found = await to.store.transaction(async ({ carry }) => await carry.read(PLACE));
    assert.equal(found, undefined, what);
  }
  await write(to, carried);
  await assert.rejects(async () => await write(to, carried), isAppError, 'a second time');
});

test('a form that is not ours is refused place by place', async () => {
  await using from = await engineWorld();
  await intervened(from);
  const carried = await read(from);
  assert.equal(Carried.safeParse(carried).success, true);
  const escaping = structuredClone(carried);
  set(escaping.tables.attempt_files[0], 'path', '../../etc/passwd');
  assert.equal(Carried.safeParse(escaping).success, false);
  const printed = structuredClone(carried);
  set(printed.tables.test_runs[0], 'output', OUTPUT);
  assert.equal(Carried.safeParse(printed).success, false);
  assert.equal(Carried.safeParse({ ...carried, extra: 1 }).success, false);
});

function set(target: object | undefined, key: string, value: unknown): void {
  Object.assign(target ?? {}, { [key]: value });
}

async function read({ store }: World): Promise<Carried> {
  const carried = await store.transaction(async ({ carry }) => await carry.read(PLACE));
  assert.ok(carried);
  // As it is on the way.
  return Carried.parse(JSON.parse(JSON.stringify(carried)));
}

async function write({ store }: World, carried: Carried): Promise<void> {
  await store.transaction(async ({ carry }) => await carry.write(carried, BY));
}

async function restOf({ store }: World, jobId: string) {
  return await store.transaction(async ({ carry }) => await carry.rest(jobId));
}

/** A job with a row in every table, waiting for a person after the same failure three times. */
async function intervened(world: World): Promise<string> {
  const jobId = await addIssueJob(world.store);
  const effects = scriptedEffects(world.store, records(world.store)).effects;
  const engine = await world.createEngine(effects);
  await engine.start();
  await approve(world, jobId);
  await world.reaches(jobId, 'WAITING_INTERVENTION');
  await until(async () => (await restOf(world, jobId)).isAtRest);
  await engine.stop();
  return jobId;
}

async function approve(world: World, jobId: string): Promise<void> {
  const { job } = await world.reaches(jobId, 'WAITING_SPEC_APPROVAL');
  const engine = await world.createEngine(scriptedEffects(world.store).effects);
  await engine.signal(jobId, { type: 'approve', revision: job.planRevision ?? '' }, 'mona');
}

async function addIssueJob(store: Store): Promise<string> {
  const id = randomUUID();
  const { repositoryId, issueNumber } = PLACE;
  await store.transaction(async (all) => {
    await all.installations.saveInstallation({ id: 11, accountId: 11, accountLogin: 'octo' });
    const names = { owner: 'octo', name: 'app', defaultBranch: 'main', isPrivate: false };
    await all.installations.saveRepository({ id: repositoryId, installationId: 11, ...names });
    const created = createJob({ id, at: await all.now(), tierClasses: ['L1', 'L2', 'L3'] });
    assert.ok(created.ok);
    const place = { installationId: 11, repositoryId, issueNumber };
    const key = `issue:${repositoryId}:${issueNumber}`;
    await beginJob(all, { job: created.job, ...place, key }, 'mona');
    await all.threads.insert({
      jobId: id,
      repositoryId,
      issueNumber,
      issueTitle: 'Say hello',
      issueText: 'Please.',
      issueDigest: 'a'.repeat(64),
      requestedBy: 'mona',
      baseBranch: 'main',
      branch: `redgreen/issue-${issueNumber}`,
    });
    const delivery = { hookId: 0, guid: 'run:1', event: 'workflow_dispatch', installationId: 11 };
    await all.deliveries.record({ ...delivery, jobId: id, outcome: 'accepted' });
  });
  return id;
}

/** Effects that leave what the real ones leave. */
function records(store: Store): Partial<EffectFunctions> {
  return {
    plan: async (context) => await leavePlan(store, context),
    'write-tests': async (context) => await leaveCases(store, context),
    implement: async (context) => await leaveAttempt(store, context),
    verify: async (context) => await leaveFailure(store, context),
  };
}

async function leavePlan(store: Store, { record, fence }: EffectContext) {
  const { id: jobId } = record.job;
  const revision = randomUUID();
  const criteria = [{ id: 'R1', text: 'says hello', kind: 'new' as const, surface: 'process' }];
  await store.transaction(async ({ plans, audit, usage, sandboxes, threads }) => {
    const plan = { id: randomUUID(), jobId, revisionToken: revision, content: { goal: 'hello' } };
    const { id } = await plans.propose({ ...plan, issueDigest: 'a'.repeat(64), fence, criteria });
    await audit.append({
      installationId: 11,
      actor: 'planner',
      subject: 'plan',
      subjectId: id,
      jobId,
      action: 'proposed',
    });
    const tokens = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 };
    const call = { jobId, modelClass: 'L1' as const, attemptNumber: 0, callNumber: 1, model: 'm' };
    await usage.record({ ...call, ...tokens, costUsd: 0.012_345_67 });
    const sandbox = { id: randomUUID(), jobId, provider: 'local', purpose: 'plan', fence };
    await sandboxes.begin(sandbox);
    await sandboxes.running(sandbox.id, 'sbx-1');
    const wipe = { method: 'kill', requestedAt: 1_000, confirmedAt: 2_000, providerAnswer: 'gone' };
    await sandboxes.end(sandbox.id, 'COMPLETED', { ...wipe, providerSandboxId: 'sbx-1' });
    await threads.setPullRequest(jobId, 8);
    await threads.setStatusComment(jobId, 99);
    await threads.beginTelling(jobId, { key: 'plan-1', kind: 'plan' }, 1_000);
    await threads.told(jobId, 'plan-1', 100);
    await threads.beginTelling(jobId, { key: 'answer-7', kind: 'answer' }, 1_000);
  });
  return { type: 'planned', revision, strategies: 1 } as const;
}

async function leaveCases(store: Store, { record, fence }: EffectContext) {
  const { id: jobId } = record.job;
  await store.transaction(async ({ plans, proof }) => {
    const planId = (await plans.active(jobId))?.id ?? '';
    const content = Buffer.from('test').toString('base64');
    const files = [{ path: 'test/t1.mjs', mode: 0o644, digest: 'd', content }];
    const facts = {
      criterionId: 'R1',
      title: 'hello',
      run: 'node test/t1.mjs',
      surface: 'process',
    };
    await proof.addCases(fence, [{ id: 'T1', planId, jobId, files, ...facts, isWithheld: true }]);
    const run = { id: randomUUID(), jobId, planId, caseId: 'T1', tree: 'base' as const };
    const result = { runNumber: 1, exitCode: 1, redKind: 'assertion' as const, durationMs: 5 };
    await proof.addRuns(fence, [{ ...run, ...result, output: OUTPUT }]);
  });
  return { type: 'tests_written' } as const;
}

async function leaveAttempt(store: Store, { record, effect, fence }: EffectContext) {
  const { id: jobId, attemptNumber: number } = record.job;
  assert.ok(effect.kind === 'implement');
  await store.transaction(async ({ attempts, audit, files }) => {
    const id = randomUUID();
    await attempts.begin({ id, jobId, number, kind: effect.attemptKind, modelClass: 'L1', fence });
    await audit.append({
      installationId: 11,
      actor: 'engine',
      subject: 'attempt',
      subjectId: id,
      jobId,
      action: 'begun',
    });
    const content = Buffer.from(`attempt ${number}\0`).toString('base64');
    const changes = [{ path: 'src/hello.mjs', mode: 0o644 as const, content }];
    await files.save({ jobId, attemptNumber: number, fence, changes });
  });
  return { type: 'implemented' } as const;
}

async function leaveFailure(store: Store, { record, fence }: EffectContext) {
  const { id: jobId, attemptNumber } = record.job;
  await store.transaction(async ({ attempts, audit, proof }) => {
    const attempt = (await attempts.ofJob(jobId)).find(({ number }) => number === attemptNumber);
    const id = attempt?.id ?? '';
    await attempts.end(id, { status: 'red', fingerprint: 'f1', fence });
    await audit.append({
      installationId: 11,
      actor: 'engine',
      subject: 'attempt',
      subjectId: id,
      jobId,
      action: 'red',
    });
    const content = { runs: [{ output: OUTPUT }] };
    await proof.addReport(fence, {
      id: randomUUID(),
      jobId,
      attemptNumber,
      content,
      isGatePassed: false,
    });
  });
  return { type: 'verify_failed', fingerprint: 'f1' } as const;
}

async function leaveReport(store: Store, { record, fence }: EffectContext) {
  const { id: jobId, attemptNumber } = record.job;
  await store.transaction(async ({ proof }) => {
    const report = { id: randomUUID(), jobId, attemptNumber, content: {}, isGatePassed: true };
    await proof.addReport(fence, report);
    await proof.markPublished(report.id);
  });
  return { type: 'published' } as const;
}
