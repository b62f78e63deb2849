// A follow-up that was asked for in a review is answered there when it has ended: whoever reads the
// thread need not look for it.
import { reviewThreadOf } from '../../command/trigger.ts';
import type { Job } from '../../job/types.ts';
import { endInReview } from '../../proof/markdown/end-comment.ts';
import { readReport } from '../../proof/read-report.ts';
import type { StepDeps } from '../deps.ts';
import { readThread } from '../thread.ts';

/**
 * Once in each thread that it was about, however often it is announced; nothing where the thread of
 * the pull request was asked.
 */
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
  const sha = commits.findLast(({ kind }) => kind === 'delivered')?.sha;
  const headline = readReport(reports.at(-1)?.content)?.headline ?? 'Not proven';
  const delivered = sha === undefined ? undefined : { sha, headline };
  const said = endInReview({ job, ...(delivered && { delivered }), redact: deps.redact });
  const comment = { body: said, key: `ended-${job.id}` };
  for (const inReplyTo of threads) {
    await deps.github.replyToReview(repository, { pull, inReplyTo }, comment);
  }
}
