// A comment of its own, made once: its key is claimed before GitHub is asked and its id stored after.
// Killed in between, it is found again by its author and the mark that it carries.
import type { Timers } from '../../../sandbox/driver/session/port.ts';
import { AppError } from '../../errors.ts';
import type { GitHub, RepositoryRef } from '../../github/port.ts';
import { cutText } from '../../proof/markdown/fit.ts';
import type { Telling } from '../../store/threads.ts';
import type { StepDeps } from '../deps.ts';

type Spot = {
  repository: RepositoryRef;
  number: number;
  /** The first comment of a thread in a review; unset: the thread of `number`. */
  inReplyTo?: number | undefined;
};
export type Place = Spot & { jobId: string };

const CUT =
  '*The rest is left out: GitHub takes no longer comment. All of it is in the records of the job.*';
/** Longer than a comment takes, unless GitHub makes us wait. */
const TELLING_MS = 15_000;
const LOOK_AGAIN_MS = 500;

type SayDeps = Pick<StepDeps, 'store' | 'github' | 'redact'> & {
  agent: { session: { timers: Pick<Timers, 'sleep'> } };
};

/** Answers with the comment's id. The text is ours: what others wrote in it was filtered. */
export async function sayOnce(
  deps: SayDeps,
  place: Place,
  { body, ...telling }: Telling & { body: string },
): Promise<number> {
  const { jobId } = place;
  const known = await claim(deps, jobId, telling);
  if (known !== undefined) return known;
  const { key } = telling;
  try {
    const text = cutText(deps.redact(body), CUT);
    const { id } = await post(deps.github, place, { body: text, key: `${key}-${jobId}` });
    await deps.store.transaction(async ({ threads }) => await threads.told(jobId, key, id));
    return id;
  } catch (error) {
    await deps.store.transaction(async ({ threads }) => await threads.giveUpTelling(jobId, key));
    throw error;
  }
}

export async function post(
  github: Pick<GitHub, 'comment' | 'replyToReview'>,
  { repository, number, inReplyTo }: Spot,
  { body, key }: { body: string; key: string | undefined },
): Promise<{ id: number }> {
  if (inReplyTo === undefined || key === undefined) {
    return await github.comment(repository, number, body, key);
  }
  return await github.replyToReview(repository, { pull: number, inReplyTo }, { body, key });
}

/** The comment, if it is there; undefined: it is ours to make. */
async function claim(
  { store, agent }: SayDeps,
  jobId: string,
  telling: Telling,
): Promise<number | undefined> {
  for (let waitedMs = 0; waitedMs <= 2 * TELLING_MS; waitedMs += LOOK_AGAIN_MS) {
    const claimed = await store.transaction(
      async ({ threads }) => await threads.beginTelling(jobId, telling, TELLING_MS),
    );
    if (claimed === 'ours') return undefined;
    if (claimed !== 'busy') return claimed.commentId;
    await agent.session.timers.sleep(LOOK_AGAIN_MS);
  }
  throw new AppError('TIMEOUT', {
    problem: 'Another process makes this comment and does not come to an end with it.',
    details: { jobId, key: telling.key },
  });
}
