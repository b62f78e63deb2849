// Comments on lines of a pull request: read, and answered in their thread. GitHub lists those of all
// reviews in one.
import { z } from 'zod';
import { marked, marker } from './comments.ts';
import type { Api } from './connection.ts';
import { ensure } from './ensure.ts';
import type { GitHub, RepositoryRef } from './port.ts';
import { at, parse } from './reading.ts';
import type { LineRemark } from './shapes/port.ts';

const Place = z.number().int().nullish();
const RemarkAnswer = z.object({
  id: z.number().int(),
  body: z.string(),
  user: z.object({ login: z.string(), type: z.string() }).nullish(),
  in_reply_to_id: Place,
  pull_request_review_id: Place,
  path: z.string(),
  line: Place,
  original_line: Place,
  diff_hunk: z.string(),
  created_at: z.string(),
});
type RemarkAnswer = z.infer<typeof RemarkAnswer>;

const PAGE = 100;
const MOST_PAGES = 50;

type ReviewThread = { repository: RepositoryRef; pull: number; inReplyTo: number };
type Call = <T>(
  what: string,
  repository: RepositoryRef,
  work: (api: Api) => Promise<T>,
) => Promise<T>;

export function bindReviews(call: Call): Pick<GitHub, 'replyToReview' | 'lineRemarks'> {
  return {
    replyToReview: async (repository, thread, said) =>
      await call(
        'reply',
        repository,
        async (api) => await replyToReview(api, { repository, ...thread }, said),
      ),
    lineRemarks: async (repository, pull) =>
      await call('review comments', repository, async (api) =>
        (await listRemarks(api, { repository, pull })).map(toRemark),
      ),
  };
}

async function replyToReview(
  api: Api,
  thread: ReviewThread,
  { body, key }: { body: string; key: string },
): Promise<{ id: number }> {
  const { repository, pull, inReplyTo } = thread;
  const what = `a reply in a review of ${pull}`;
  const input = { ...at(repository), pull_number: pull, comment_id: inReplyTo };
  const text = marked(body, key);
  const made = await ensure(api, {
    what,
    find: async () => await findReply(api, thread, key),
    create: async () => {
      const data = await api.once(
        what,
        async () => await api.rest.pulls.createReplyForReviewComment({ ...input, body: text }),
      );
      return data === undefined ? undefined : parse(what, RemarkAnswer, data);
    },
  });
  return { id: made.id };
}

/** Here GitHub does not name the App; a bot that says the same below the same comment is us. */
async function findReply(
  api: Api,
  { inReplyTo, ...place }: ReviewThread,
  key: string,
): Promise<{ id: number } | undefined> {
  const isOwn = ({ user, body, in_reply_to_id: to }: RemarkAnswer) =>
    user?.type === 'Bot' && to === inReplyTo && body.trimEnd().endsWith(marker(key));
  return (await listRemarks(api, place, isOwn)).find(isOwn);
}

/** Oldest first; until the page that has what is looked for. */
async function listRemarks(
  api: Api,
  { repository, pull }: Omit<ReviewThread, 'inReplyTo'>,
  isEnough: (remark: RemarkAnswer) => boolean = () => false,
): Promise<RemarkAnswer[]> {
  const what = `review comments of ${pull}`;
  const listed: RemarkAnswer[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const input = { ...at(repository), pull_number: pull, per_page: PAGE, page };
    const data = await api.ask(what, async () => await api.rest.pulls.listReviewComments(input));
    const remarks = parse(what, z.array(RemarkAnswer), data);
    listed.push(...remarks);
    if (remarks.length < PAGE || remarks.some(isEnough)) break;
  }
  return listed;
}

function toRemark(answer: RemarkAnswer): LineRemark {
  const { id, body, user, path, line, diff_hunk: diffHunk } = answer;
  const { in_reply_to_id: inReplyToId, pull_request_review_id: reviewId } = answer;
  const { original_line: wasLine } = answer;
  return {
    id,
    author: user?.login ?? 'ghost',
    isByPerson: user?.type === 'User',
    body,
    writtenAt: Date.parse(answer.created_at),
    path,
    diffHunk,
    ...(isGiven(line) && { line }),
    ...(!isGiven(line) && isGiven(wasLine) && { wasLine }),
    ...(isGiven(inReplyToId) && { inReplyToId }),
    ...(isGiven(reviewId) && { reviewId }),
  };
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
