// The words of an issue change while a job lives. What was approved is bound to the words that were
// frozen: before the approval the next command meets the new ones (approval.ts), after it the job is
// held until a person says with which words it goes on.

import { AppError } from '../errors.ts';
import { isImmutable, isWorkedOn } from '../job/types.ts';
import type { Records } from '../store/records.ts';
import { type FrozenText, frozenOf, withWords } from '../text/frozen-text.ts';
import type { WebhookDeps } from './deps.ts';
import type { Recorded } from './handled.ts';
import { changedWords } from './words/changed-words.ts';

type EditedIssue = {
  jobId: string;
  /** As GitHub has them, nothing taken out. */
  issue: { title: string; body: string };
  by: { installationId: number; login: string };
};

/** `issues.edited`, in the transaction of its delivery. Asks nothing of GitHub. */
export async function onIssueEdited(
  deps: Pick<WebhookDeps, 'jobs'>,
  records: Records,
  { jobId, issue, by }: EditedIssue,
): Promise<Recorded> {
  const record = await records.jobs.lock(jobId);
  const thread = await records.threads.find(jobId);
  if (record === undefined || thread === undefined) {
    throw new AppError('NOT_FOUND', { details: { jobId } });
  }
  const before = frozenOf(thread);
  if (before.isComposed === true) return { outcome: 'ignored', jobId, reason: FOLLOW_UP };
  const now = withWords(before, issue);
  const told = { outcome: 'accepted', jobId, audit: auditOf(by, before, now) } as const;
  const { job } = record;
  if (now.digest === before.digest) {
    if (job.hold?.reason === 'issue_edited') return { ...told, say: RESTORED };
    return { outcome: 'ignored', jobId, reason: 'nothing was changed that people see' };
  }
  if (isImmutable(job.state)) return { outcome: 'ignored', jobId, reason: ENDED };
  const changes = changedWords(before, now);
  if (!isWorkedOn(job.state)) return { ...told, say: `${BEFORE}\n${changes}\n\n${WHAT_THEN}` };
  const ask = `${AFTER_APPROVAL}\n${changes}`;
  const event = { type: 'issue_edited', ask } as const;
  const applied = await deps.jobs.apply(records, jobId, { event, actor: by.login });
  if (applied.ok) return told;
  return { ...told, outcome: 'ignored', reason: applied.reason };
}

const FOLLOW_UP = 'the job is about what was asked on its pull request, not about the issue';
const ENDED = 'the job of this issue has ended; a new one begins from the new words';
const BEFORE = 'The issue was edited after its words were frozen for this job:';
const WHAT_THEN =
  'Nobody approves what has changed: `/approve` would have a new revision written from the new words first, and so does `/revise TEXT`.';
const RESTORED = 'The issue reads again as it was approved: `/continue` goes on.';
const AFTER_APPROVAL =
  'The issue was edited after the plan was approved. `/continue` goes on with the words that were approved; `/revise TEXT` has a new revision of the plan written from the new ones.';

function auditOf(
  { installationId, login }: EditedIssue['by'],
  before: FrozenText,
  now: FrozenText,
): NonNullable<Recorded['audit']> {
  const detail = { issue: 'edited', was: before.digest, is: now.digest };
  return { installationId, actor: login, detail };
}
