// What a command or trigger is answered: a comment of its own, so that its author hears of it and no
// later edit takes it away.
import type { RepositoryRef } from '../../github/port.ts';
import { answerComment } from '../../proof/markdown/answer-comment.ts';
import type { StepDeps } from '../deps.ts';
import { readThread } from '../thread.ts';
import { post, sayOnce } from './say.ts';

type Answer = {
  /** Our own words, in Markdown. */
  text: string;
  isRefusal: boolean;
  /** Which comment it answers; absent: a label. */
  to?: { commentId: number; login: string; command?: string; reviewThread?: number };
};

type Where = { repository: RepositoryRef; threadNumber: number; jobId?: string };

/** At most once for a comment; what answers none, such as a label, once for each text. */
export async function tellThread(deps: StepDeps, where: Where, answer: Answer): Promise<void> {
  const { repository, threadNumber, jobId } = where;
  const { text, isRefusal, to } = answer;
  const body = answerComment({ text, isRefusal, ...(to && { to }), redact: deps.redact });
  const key = to && keyOf(to);
  const inReplyTo = to?.reviewThread;
  const number =
    jobId === undefined || inReplyTo !== undefined
      ? threadNumber
      : await answeredOn(deps, jobId, threadNumber);
  const place = { repository, number, inReplyTo };
  if (jobId === undefined || key === undefined) {
    await post(deps.github, place, { body: deps.redact(body), key });
    return;
  }
  const telling = { key, kind: isRefusal ? 'refusal' : 'answer' } as const;
  await sayOnce(deps, { jobId, ...place }, { ...telling, body });
}

/** Comments on lines are counted by themselves, so that two ids may be alike. */
function keyOf({ commentId, reviewThread }: NonNullable<Answer['to']>): string {
  return reviewThread === undefined ? `answer-${commentId}` : `answer-line-${commentId}`;
}

/** The pull request, also of what was said on its issue: that gets no more than the reaction. */
async function answeredOn(deps: StepDeps, jobId: string, said: number): Promise<number> {
  const { thread } = await readThread(deps, jobId);
  return said === thread.issueNumber ? (thread.pullNumber ?? said) : said;
}
