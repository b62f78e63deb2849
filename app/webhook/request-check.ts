// An admitted `/verify` → the row of a check, in the transaction of its delivery; or why there is
// none. A worker beside the engine does the rest.
import type { VerifyTrigger } from '../command/trigger.ts';
import { AppError } from '../errors.ts';
import { type CheckObjection, objectionToCheck } from '../job/branch-check.ts';
import type { Job } from '../job/types.ts';
import type { JobRecord } from '../store/jobs.ts';
import type { Records } from '../store/records.ts';
import type { CheckedPull } from './checked-pull.ts';
import type { WebhookDeps } from './deps.ts';

type CheckRequest = {
  record: JobRecord;
  trigger: VerifyTrigger;
  pull: CheckedPull | undefined;
};

type Requested =
  | { ok: true; checkId: string; commitSha: string }
  | { ok: false; objection: CheckObjection };

/** Whether one can be asked for on a pull request of this job, whatever its newest commit is. */
export async function isCheckable(records: Records, job: Job): Promise<boolean> {
  const { plan: _plan, ...recorded } = await readRecorded(records, job);
  return objectionToCheck({ job, headSha: 'any', ...recorded }) === undefined;
}

async function readRecorded(records: Records, { id }: Job) {
  const plan = await records.plans.approved(id);
  const cases = plan === undefined ? [] : await records.proof.casesOfPlan(plan.id);
  const { isAtRest } = await records.carry.rest(id);
  return { plan, hasApprovedPlan: plan !== undefined, cases: cases.length, isAtRest };
}

export async function requestCheck(
  deps: Pick<WebhookDeps, 'newId'>,
  records: Records,
  { record, trigger, pull }: CheckRequest,
): Promise<Requested> {
  const { job } = record;
  const { plan, ...recorded } = await readRecorded(records, job);
  const headSha = pull?.headSha;
  const underWay =
    headSha === undefined ? undefined : await records.branchChecks.underWay(job.id, headSha);
  const objection = objectionToCheck({
    job,
    ...(headSha !== undefined && { headSha }),
    ...recorded,
    ...(underWay && { underWay }),
  });
  if (objection !== undefined) return { ok: false, objection };
  // Whatever is missing was objected to.
  if (plan === undefined || headSha === undefined) throw new AppError('INTERNAL_ERROR');
  const id = deps.newId();
  await records.branchChecks.request({
    id,
    jobId: job.id,
    planId: plan.id,
    pullNumber: trigger.thread.number,
    commitSha: headSha,
    requestedBy: trigger.sender.login,
    ...(trigger.comment.place !== 'check' && { commentId: trigger.comment.id }),
  });
  await records.audit.append({
    installationId: record.installationId,
    actor: trigger.sender.login,
    subject: 'branch_check',
    subjectId: id,
    jobId: job.id,
    action: 'requested',
    detail: { commitSha: headSha, pullNumber: trigger.thread.number, revision: plan.revision },
  });
  return { ok: true, checkId: id, commitSha: headSha };
}
