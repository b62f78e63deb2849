// What an approval is bound to: the revision, the words of the issue as they are at that moment, the
// base commit, and who gave it with what right. Words that have changed since void it: they are
// frozen, and a revision is begun from them.

import type { CommentTrigger } from '../../command/trigger.ts';
import type { Permission } from '../../github/port.ts';
import { allowedCommands } from '../../job/commands.ts';
import type { CommandBody } from '../../job/events.ts';
import type { Job } from '../../job/types.ts';
import type { Records } from '../../store/records.ts';
import { type FrozenText, frozenOf } from '../../text/frozen-text.ts';
import type { WebhookDeps } from '../deps.ts';
import { changedWords } from './changed-words.ts';

type Given = {
  job: Job;
  event: CommandBody;
  actor: string;
  /** The issue as it reads now. */
  text: FrozenText;
};

/** What a command says of a plan, it says of the issue as it reads at that moment. */
export async function meetWords(
  deps: Pick<WebhookDeps, 'jobs'>,
  records: Records,
  given: Given,
): Promise<{ refusal?: string; say?: string }> {
  const { job, event, text } = given;
  const refusal = await refuseOldWords(deps, records, given);
  if (refusal !== undefined) return { refusal };
  if (event.type !== 'revise' || !allowedCommands(job).includes('revise')) return {};
  const changes = await takeWords(records, job.id, text);
  if (changes === undefined) return {};
  return { say: `The new revision is written from the issue as it reads now:\n${changes}` };
}

/** Why an approval does not count, said once a revision of the new words is under way. */
async function refuseOldWords(
  deps: Pick<WebhookDeps, 'jobs'>,
  records: Records,
  { job, event, actor, text }: Given,
): Promise<string | undefined> {
  if (event.type !== 'approve' || event.revision !== job.planRevision) return undefined;
  if (!allowedCommands(job).includes('approve')) return undefined;
  const plan = await records.plans.active(job.id);
  if (plan === undefined || plan.issueDigest === text.digest) return undefined;
  const changes = (await takeWords(records, job.id, text)) ?? TAKEN_BEFORE;
  const asked = `The issue was edited after this plan had been written; its words above are the new ones.\n${changes}`;
  const revise = { type: 'revise', text: asked } as const;
  const applied = await deps.jobs.apply(records, job.id, { event: revise, actor });
  if (!applied.ok) return `this plan was made from other words than the issue has now:\n${changes}`;
  return `the issue was edited after revision ${plan.revision} of the plan was written, so this approval does not count. A new revision is being written from the new words.\n${changes}`;
}

/** Freezes the words of now where they are others; answers with what changed. */
async function takeWords(
  records: Records,
  jobId: string,
  text: FrozenText,
): Promise<string | undefined> {
  const thread = await records.threads.find(jobId);
  if (thread === undefined || thread.issueDigest === text.digest) return undefined;
  await records.threads.freeze(jobId, text);
  return changedWords(frozenOf(thread), text);
}

/** After this plan was written and before this approval. */
const TAKEN_BEFORE = '- the new words were frozen for this job before';

/** Kept with the plan that was just approved; answers with what goes into the audit. */
export async function bindApproval(
  records: Records,
  { job, trigger, permission }: { job: Job; trigger: CommentTrigger; permission: Permission },
): Promise<Record<string, unknown>> {
  const plan = await records.plans.approved(job.id);
  const thread = await records.threads.find(job.id);
  if (plan === undefined || thread?.baseSha === undefined) return {};
  if (permission !== 'write' && permission !== 'maintain' && permission !== 'admin') return {};
  const { issueDigest, revision } = plan;
  const { baseSha } = thread;
  await records.plans.bind({
    planId: plan.id,
    jobId: job.id,
    issueDigest,
    baseSha,
    approver: trigger.sender.login,
    permission,
  });
  return { revision, issueDigest, baseSha, permission };
}
