// A job's approved plan with one criterion and one case, written through the records as the steps
// write it.
import { randomUUID } from 'node:crypto';
import type { Records } from '../../app/store/records.ts';

export const PLAN_CONTENT = {
  goal: 'Sort the list by name.',
  criteria: [{ id: 'R1', text: 'it is sorted', kind: 'new', surface: 'public_api' }],
  strategies: [{ title: 'Sort', approach: 'Compare names.' }],
  paths: ['src/**'],
  contract: ['src/list.mjs'],
  quote: { costUsd: 0.1, minutes: 1 },
};

export type PlanWishes = { revisionToken?: string; installationId?: number };

export async function proposePlan(
  records: Records,
  jobId: string,
  { revisionToken = randomUUID(), installationId = 1 }: PlanWishes = {},
): Promise<string> {
  const fence = (await records.work.fence(jobId)) ?? 0;
  const thread = await records.threads.find(jobId);
  const criteria = [
    { id: 'R1', text: 'it is sorted', kind: 'new' as const, surface: 'public_api' },
  ];
  const before = await records.plans.active(jobId);
  const { id } = await records.plans.propose({
    id: randomUUID(),
    jobId,
    revisionToken,
    content: PLAN_CONTENT,
    issueDigest: thread?.issueDigest ?? 'a'.repeat(64),
    fence,
    criteria,
  });
  if (before !== undefined) {
    const planId = before.id;
    await auditPlan(records, { jobId, planId, installationId, action: 'superseded' });
  }
  await auditPlan(records, { jobId, planId: id, installationId, action: 'proposed' });
  return id;
}

export async function addCase(records: Records, jobId: string, planId: string): Promise<void> {
  const fence = (await records.work.fence(jobId)) ?? 0;
  const content = Buffer.from('test').toString('base64');
  const files = [{ path: 'test/t1.mjs', mode: 0o644, digest: 'd', content }];
  const facts = { criterionId: 'R1', title: 'sorts', run: 'node test/t1.mjs' };
  const one = {
    id: 'T1',
    planId,
    jobId,
    files,
    ...facts,
    surface: 'public_api',
    isWithheld: false,
  };
  await records.proof.addCases(fence, [one]);
}

/** All of it at once, approved. */
export async function approvePlanOf(records: Records, jobId: string): Promise<string> {
  const planId = await proposePlan(records, jobId);
  await records.plans.approve(planId, 'mona');
  await auditPlan(records, { jobId, planId, installationId: 1, action: 'approved' });
  await addCase(records, jobId, planId);
  return planId;
}

async function auditPlan(
  { audit }: Records,
  written: { jobId: string; planId: string; installationId: number; action: string },
): Promise<void> {
  const { jobId, planId, installationId, action } = written;
  const subject = { subject: 'plan', subjectId: planId, jobId, action };
  await audit.append({ installationId, actor: 'test', ...subject });
}
