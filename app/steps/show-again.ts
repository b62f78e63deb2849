// Shows a job anew after something happened around it: the status, and the plan where somebody wrote
// over it while it waits.
import { showsPlan } from '../job/types.ts';
import type { JobRecord } from '../store/jobs.ts';
import { noticesOf } from '../world/notices.ts';
import { planText } from './announce.ts';
import type { StepDeps } from './deps.ts';
import { putStatus, setBody } from './publisher.ts';
import { readThread } from './thread.ts';

/** With a bot that changes it each time it would go on for ever. */
const MOST_RESTORED = 10;

/** With what happened around it; where there is no pull request only the end of a job is told. */
export async function showAgain(deps: StepDeps, jobId: string): Promise<void> {
  const { thread, repository } = await readThread(deps, jobId);
  const { record, notes, edits } = await deps.store.transaction(async (records) => ({
    record: await records.jobs.find(jobId),
    notes: await records.happenings.ofJob(jobId),
    edits: await records.happenings.bodyEdits(jobId),
  }));
  if (record === undefined) return;
  if (thread.pullNumber !== undefined) {
    const isOurs = edits.at(-1)?.restoredAt !== undefined || edits.length > MOST_RESTORED;
    if (edits.length > 0 && !isOurs && showsPlan(record.job.state)) {
      await restorePlan(deps, record, thread.pullNumber);
    }
    await putStatus(deps, jobId);
    return;
  }
  if (record.job.state !== 'FAILED') return;
  const text = noticesOf({ job: record.job, notes, baseBranch: thread.baseBranch }).join('\n\n');
  if (text !== '') await deps.github.comment(repository, thread.issueNumber, deps.redact(text));
}

/** What people approve is what they read there. */
async function restorePlan(
  deps: StepDeps,
  { job, installationId }: JobRecord,
  pullNumber: number,
): Promise<void> {
  await setBody(deps, job.id, await planText(deps, job));
  await deps.store.transaction(async ({ audit }) => {
    const subject = { subject: 'pull_request', subjectId: String(pullNumber), jobId: job.id };
    await audit.append({ installationId, actor: 'engine', ...subject, action: 'restored' });
  });
}
