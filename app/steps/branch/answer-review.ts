// A follow-up that was asked for in a review is answered there when it has ended: whoever reads the
// thread need not look for it.
import { reviewThreadOf } from '../../command/trigger.ts';
import type { Job } from '../../job/types.ts';
import { readReport } from '../../proof/read-report.ts';
import type { StepDeps } from '../deps.ts';
import { readThread } from '../thread.ts';

/** Once in each thread that it was about, however often it is announced; nothing where the thread of the pull request was asked. */
export async function answerReview(deps: StepDeps, job: Job): Promise<void> {
  const { errand, commits, reports } = await deps.store.transaction(async (records) => ({
    errand: await records.errands.thatBegan(job.id),
    commits: await records.movements.commits(job.id),
    reports: await records.proof.reportsOfJob(job.id),
  }));
  const own = errand && reviewThreadOf(errand.request.comment);
  const covered = errand?.outcome?.covers?.map(({ inReplyTo }) => inReplyTo) ?? [];
  const threads = new Set([...(own === undefined ? [] : [own]), ...covered]);
  const { thread, repository } = await readThread(deps, job.id);
  const { pullNumber: pull } = thread;
  if (threads.size === 0 || pull === undefined) return;
  const delivered = commits.findLast(({ kind }) => kind === 'delivered')?.sha;
  const headline = readReport(reports.at(-1)?.content)?.headline ?? 'Not proven';
  const said =
    job.state === 'DELIVERED' && delivered !== undefined
      ? `This is done in \`${delivered.slice(0, 7)}\`: ${headline}. The report is the text of this pull request.`
      : `This was not done: \`${job.failureReason ?? job.state}\`. ${job.failureDetail ?? ''}`;
  const comment = { body: deps.redact(said), key: `ended-${job.id}` };
  for (const inReplyTo of threads) {
    await deps.github.replyToReview(repository, { pull, inReplyTo }, comment);
  }
}
