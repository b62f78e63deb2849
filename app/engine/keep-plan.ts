// A plan follows its job: a person's approval makes the revision approved, delivery completes it.
// In the transaction of the event, so that neither is ever without the other.
import type { JobRecord } from '../store/jobs.ts';
import type { Records } from '../store/records.ts';

export async function keepPlan(
  records: Records,
  { record, type, actor }: { record: JobRecord; type: string; actor: string },
): Promise<void> {
  if (!movesPlan(type)) return;
  const plan = await records.plans.active(record.job.id);
  if (plan === undefined || plan.revisionToken !== record.job.planRevision) return;
  if (type === 'approve') await records.plans.approve(plan.id, actor);
  else await records.plans.complete(plan.id);
  await records.audit.append({
    installationId: record.installationId,
    actor,
    subject: 'plan',
    subjectId: plan.id,
    jobId: record.job.id,
    action: type === 'approve' ? 'approved' : 'completed',
    detail: { revision: plan.revision },
  });
}

export function movesPlan(type: string): boolean {
  return type === 'approve' || type === 'published';
}
