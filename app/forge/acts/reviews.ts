// Reviews and comments on lines, which our app only hears of: they have no operations of their own
// here but reactions.
import { pullFacts } from '../events/pull-facts.ts';
import { accountView, authorAssociation, nodeId } from '../view/account.ts';
import { lineCommentView } from '../view/line-comment.ts';
import { type PullThread, pullView, simplePullView } from '../view/pull.ts';
import type { LineComment, Repository } from '../world/state.ts';
import { takeId } from '../world/state.ts';
import { timestamp, type World } from '../world/world.ts';
import { type Acting, inRepository, requirePull, type ThreadName } from './act.ts';

type OnLine = {
  path: string;
  line: number;
  body: string;
  inReplyTo?: number;
  isOutdated?: boolean;
};
type Json = Record<string, unknown>;

export function reviewActs(acting: Acting) {
  const inPull = async <T>(where: ThreadName, work: (place: PullPlace) => Promise<T>): Promise<T> =>
    await inRepository(
      acting,
      { name: where.repository, role: 'read' },
      async (repository) =>
        await work({ repository, issue: requirePull(repository, where.number) }),
    );
  return {
    /** A review with a text and without a verdict. */
    review: async (where: ThreadName, body: string): Promise<{ id: number }> =>
      await inPull(where, async (place) => submit(acting, place, body)),
    /** One comment on a line, by itself. */
    reviewLine: async (where: ThreadName, said: OnLine): Promise<{ id: number }> =>
      await inPull(where, async (place) => await remark(acting, place, said)),
    /** Comments on lines that are submitted together, with a text or without one. */
    async reviewLines(
      where: ThreadName,
      { body, lines }: { body?: string; lines: readonly OnLine[] },
    ): Promise<{ id: number; comments: number[] }> {
      return await inPull(where, async (place) => {
        const { id } = submit(acting, place, body);
        const comments: number[] = [];
        // All of them are there before anybody hears of the first.
        const announced = lines.map((line) => addRemark(acting, place, { ...line, reviewId: id }));
        for (const comment of announced) {
          await announceRemark(acting, place, comment);
          comments.push(comment.id);
        }
        return { id, comments };
      });
    },
  };
}

type PullPlace = { repository: Repository; issue: PullThread };

function submit(
  { account: sender, parts: { world } }: Acting,
  { repository, issue }: PullPlace,
  body: string | undefined,
): { id: number } {
  const id = takeId(world.state);
  const review = reviewView(world, { repository, issue }, { id, body, authorId: sender.id });
  const payload = { review, pull_request: simplePullView(world, repository, issue) };
  const event = 'pull_request_review';
  world.announce({ event, action: 'submitted', repository, sender, payload });
  return { id };
}

async function remark(acting: Acting, place: PullPlace, said: OnLine): Promise<{ id: number }> {
  const comment = addRemark(acting, place, said);
  await announceRemark(acting, place, comment);
  return { id: comment.id };
}

function addRemark(
  { account, parts: { world } }: Acting,
  { issue }: PullPlace,
  { path, line, body, inReplyTo, isOutdated = false, reviewId }: OnLine & { reviewId?: number },
): LineComment {
  const comment: LineComment = {
    id: takeId(world.state),
    authorId: account.id,
    body,
    path,
    line,
    isOutdated,
    diffHunk: `@@ -${line},1 +${line},1 @@`,
    commitSha: issue.pull.headSha,
    inReplyToId: inReplyTo,
    reviewId,
    reactions: [],
    createdAt: timestamp(world),
  };
  issue.pull.lineComments.push(comment);
  return comment;
}

async function announceRemark(
  { account: sender, parts: { world } }: Acting,
  { repository, issue }: PullPlace,
  comment: LineComment,
): Promise<void> {
  const facts = await pullFacts(world, repository, issue);
  const { comments: _comments, ...pull } = pullView(world, { repository, issue }, facts);
  const shown = {
    ...lineCommentView(world, { repository, issue }, comment),
    position: comment.isOutdated ? null : 1,
    line: comment.isOutdated ? null : comment.line,
  };
  const payload = { comment: shown, pull_request: pull };
  const event = 'pull_request_review_comment';
  world.announce({ event, action: 'created', repository, sender, payload });
}

function reviewView(
  world: World,
  { repository, issue }: { repository: Repository; issue: PullThread },
  { id, body, authorId }: { id: number; body: string | undefined; authorId: number },
): Json {
  const links = simplePullView(world, repository, issue);
  const page = `${String(links['html_url'])}#pullrequestreview-${id}`;
  const author = world.state.accounts.get(authorId);
  return {
    id,
    node_id: nodeId('PRR', repository.id, id),
    user: author === undefined ? null : accountView(world, author),
    body: body ?? null,
    commit_id: issue.pull.headSha,
    submitted_at: timestamp(world),
    updated_at: timestamp(world),
    state: 'commented',
    html_url: page,
    pull_request_url: links['url'],
    author_association: authorAssociation(world, repository, authorId),
    _links: { html: { href: page }, pull_request: { href: links['url'] } },
  };
}
