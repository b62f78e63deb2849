// Comments on lines of a pull request: listed, and answered in their thread. Nobody hears of an answer
// by webhook here: what we say ourselves starts nothing.
import {
  created,
  type Handler,
  handleIn,
  type InputOf,
  type RepositoryCall,
  senderOf,
} from '../call/call.ts';
import { checkComment } from '../call/limits.ts';
import { paged } from '../call/paging.ts';
import { isPull } from '../events/announce.ts';
import type { OperationId } from '../schema/selection.ts';
import { lineCommentView } from '../view/line-comment.ts';
import type { PullThread } from '../view/pull.ts';
import { notFound } from '../world/github-error.ts';
import { type LineComment, takeId } from '../world/state.ts';
import { timestamp } from '../world/world.ts';

export const lineCommentOperations = {
  'pulls/create-reply-for-review-comment': handleIn(reply),
  'pulls/list-review-comments': handleIn(list),
} satisfies Partial<Record<OperationId, Handler>>;

function pullOf({ repository }: RepositoryCall, number: number): PullThread {
  const issue = repository.issues.get(number);
  if (issue === undefined || !isPull(issue)) throw notFound();
  return issue;
}

async function list(call: RepositoryCall<InputOf<'pulls', 'listReviewComments'>>) {
  const { world, repository, input } = call;
  const issue = pullOf(call, input.pull_number);
  return await paged(call, issue.pull.lineComments, (comments) =>
    comments.map((comment) => lineCommentView(world, { repository, issue }, comment)),
  );
}

/** Only the first comment of a thread is answered: an answer to an answer is refused on GitHub. */
function reply(call: RepositoryCall<InputOf<'pulls', 'createReplyForReviewComment'>>) {
  const { world, repository, input } = call;
  const issue = pullOf(call, input.pull_number);
  const first = issue.pull.lineComments.find(({ id }) => id === input.comment_id);
  if (first === undefined || first.inReplyToId !== undefined) throw notFound();
  checkComment(input.body);
  const comment: LineComment = {
    ...first,
    id: takeId(world.state),
    authorId: senderOf(call).id,
    body: input.body,
    inReplyToId: first.id,
    reviewId: undefined,
    reactions: [],
    createdAt: timestamp(world),
  };
  issue.pull.lineComments.push(comment);
  return created(lineCommentView(world, { repository, issue }, comment));
}
