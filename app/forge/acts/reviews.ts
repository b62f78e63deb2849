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

type OnLine = { path: string; line: number; body: string; inReplyTo?: number };
type Json = Record<string, unknown>;

export function reviewActs(acting: Acting) {
  const { account: sender } = acting;
  const { world } = acting.parts;
  return {
    /** A review with a text and without a verdict. */
    async review(where: ThreadName, body: string): Promise<{ id: number }> {
      return await inRepository(acting, { name: where.repository, role: 'read' }, (repository) => {
        const issue = requirePull(repository, where.number);
        const id = takeId(world.state);
        const review = reviewView(world, { repository, issue }, { id, body, authorId: sender.id });
        const payload = { review, pull_request: simplePullView(world, repository, issue) };
        world.announce({
          event: 'pull_request_review',
          action: 'submitted',
          repository,
          sender,
          payload,
        });
        return { id };
      });
    },
    async reviewLine(where: ThreadName, said: OnLine): Promise<{ id: number }> {
      return await inRepository(
        acting,
        { name: where.repository, role: 'read' },
        async (repository) => {
          const issue = requirePull(repository, where.number);
          const { path, line, body, inReplyTo } = said;
          const comment: LineComment = {
            id: takeId(world.state),
            authorId: sender.id,
            body,
            path,
            line,
            diffHunk: `@@ -${line},1 +${line},1 @@`,
            commitSha: issue.pull.headSha,
            inReplyToId: inReplyTo,
            reactions: [],
            createdAt: timestamp(world),
          };
          issue.pull.lineComments.push(comment);
          const facts = await pullFacts(world, repository, issue);
          const { comments: _comments, ...pull } = pullView(world, { repository, issue }, facts);
          world.announce({
            event: 'pull_request_review_comment',
            action: 'created',
            repository,
            sender,
            payload: {
              comment: lineCommentView(world, { repository, issue }, comment),
              pull_request: pull,
            },
          });
          return { id: comment.id };
        },
      );
    },
  };
}

function reviewView(
  world: World,
  { repository, issue }: { repository: Repository; issue: PullThread },
  { id, body, authorId }: { id: number; body: string; authorId: number },
): Json {
  const links = simplePullView(world, repository, issue);
  const page = `${String(links['html_url'])}#pullrequestreview-${id}`;
  const author = world.state.accounts.get(authorId);
  return {
    id,
    node_id: nodeId('PRR', repository.id, id),
    user: author === undefined ? null : accountView(world, author),
    body,
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
