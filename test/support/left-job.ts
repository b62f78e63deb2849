// A job that waits for a person after three failed attempts, with what they left in the records.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beginJob } from '../../app/engine/apply.ts';
import type { EffectContext } from '../../app/engine/effects/port.ts';
import { createJob } from '../../app/job/create.ts';
import { toStoredCases } from '../../app/proof/case.ts';
import { hashOf } from '../../app/proof/moved/tree-hash.ts';
import type { Store } from '../../app/store/store.ts';
import { CASES, FILES, file, PLAN } from '../unit/proof/samples.ts';
import { approve, type World } from './engine-world.ts';
import { scriptedEffects } from './scripted-effects.ts';
import { until } from './waiting.ts';

const LIFE_MS = 30 * 24 * 3_600_000;
const BASE = { 'src/greet.mjs': { mode: '100644', object: hashOf('blob', Buffer.from('old\n')) } };
/** Of the withheld one. */
export const WITHHELD_OUTPUT = 'AssertionError: the withheld one';
const PRINTED = 'AssertionError: not yet';

export async function leftJob(world: World): Promise<string> {
  const { store } = world;
  const jobId = await addIssueJob(store);
  const { effects } = scriptedEffects(store, {
    plan: async (context) => await leavePlan(store, context),
    'write-tests': async (context) => await leaveCases(store, context),
    implement: async (context) => await leaveAttempt(store, context),
    verify: async (context) => await leaveFailure(store, context),
    announce: async ({ record, fence }) => {
      const { attemptNumber } = record.job;
      const kept = { jobId, attemptNumber, base: BASE, lifeMs: LIFE_MS };
      if (attemptNumber > 0) {
        await store.transaction(async ({ artifacts }) => await artifacts.put(fence, kept));
      }
      return { type: 'announced' };
    },
  });
  const engine = await world.createEngine(effects);
  await engine.start();
  await approve(engine, await world.reaches(jobId, 'WAITING_SPEC_APPROVAL'));
  await world.reaches(jobId, 'WAITING_INTERVENTION');
  await until(async () => (await world.job(jobId)).job.announcement === 'done');
  await engine.stop();
  return jobId;
}

async function addIssueJob(store: Store): Promise<string> {
  const id = randomUUID();
  await store.transaction(async (all) => {
    await all.installations.saveInstallation({ id: 11, accountId: 11, accountLogin: 'octo' });
    const names = { owner: 'octo', name: 'app', defaultBranch: 'main', isPrivate: false };
    await all.installations.saveRepository({ id: 21, installationId: 11, ...names });
    const created = createJob({ id, at: await all.now(), tierClasses: ['L1', 'L2', 'L3'] });
    assert.ok(created.ok);
    const place = { installationId: 11, repositoryId: 21, issueNumber: 7 };
    await beginJob(all, { job: created.job, ...place, key: 'issue:21:7' }, 'mona');
    await all.threads.insert({
      jobId: id,
      repositoryId: 21,
      issueNumber: 7,
      issueTitle: 'Greet politely',
      issueText: 'Please.',
      issueDigest: 'a'.repeat(64),
      requestedBy: 'mona',
      baseBranch: 'main',
      branch: 'redgreen/issue-7',
    });
    await all.threads.setBase(id, 'b'.repeat(40));
  });
  return id;
}

type Audited = { subject: string; id: string; action: string };

async function leavePlan(store: Store, { record, fence }: EffectContext) {
  const { id: jobId } = record.job;
  const revision = randomUUID();
  await store.transaction(async (records) => {
    const id = randomUUID();
    const plan = { id, jobId, revisionToken: revision, content: { ...PLAN } };
    const stored = { ...plan, issueDigest: 'a'.repeat(64), fence, criteria: PLAN.criteria };
    await records.plans.propose(stored);
    await records.audit.append(auditRow(jobId, { subject: 'plan', id, action: 'proposed' }));
  });
  return { type: 'planned', revision, strategies: 1 } as const;
}

function auditRow(jobId: string, { subject, id, action }: Audited) {
  return { installationId: 11, actor: 'engine', subject, subjectId: id, jobId, action };
}

/** One that is shown and one that is withheld. */
async function leaveCases(store: Store, { record, fence }: EffectContext) {
  const { id: jobId } = record.job;
  await store.transaction(async ({ plans, proof }) => {
    const planId = (await plans.active(jobId))?.id ?? '';
    const cases = toStoredCases({ planId, jobId, cases: CASES.slice(0, 2), files: FILES });
    await proof.addCases(fence, cases);
  });
  return { type: 'tests_written' } as const;
}

async function leaveAttempt(store: Store, { record, effect, fence }: EffectContext) {
  const { id: jobId, attemptNumber: number } = record.job;
  assert.ok(effect.kind === 'implement');
  await store.transaction(async ({ attempts, audit, files }) => {
    const id = randomUUID();
    await attempts.begin({ id, jobId, number, kind: effect.attemptKind, modelClass: 'L1', fence });
    await audit.append(auditRow(jobId, { subject: 'attempt', id, action: 'begun' }));
    const changes = [file('src/greet.mjs', `export const attempt = ${number};\n`)];
    await files.save({ jobId, attemptNumber: number, fence, changes });
  });
  return { type: 'implemented' } as const;
}

/** Both cases are red. */
async function leaveFailure(store: Store, { record, fence }: EffectContext) {
  const { id: jobId, attemptNumber } = record.job;
  await store.transaction(async ({ attempts, audit, plans, proof }) => {
    const all = await attempts.ofJob(jobId);
    const id = all.find(({ number }) => number === attemptNumber)?.id ?? '';
    const planId = (await plans.active(jobId))?.id ?? '';
    const red = { exitCode: 1, redKind: 'assertion' as const, durationMs: 5, runNumber: 1 };
    const key = { jobId, planId, tree: 'head' as const, attemptNumber, ...red };
    await proof.addRuns(fence, [
      { ...key, id: randomUUID(), caseId: 'T1', output: PRINTED },
      { ...key, id: randomUUID(), caseId: 'T2', output: WITHHELD_OUTPUT },
    ]);
    await attempts.end(id, { status: 'red', fingerprint: 'f1', fence });
    await audit.append(auditRow(jobId, { subject: 'attempt', id, action: 'red' }));
  });
  return { type: 'verify_failed', fingerprint: 'f1' } as const;
}
