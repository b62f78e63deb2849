// Comments on issues and pull requests.
import {
  appIdOf,
  created,
  type Handler,
  handleIn,
  type InputOf,
  NO_CONTENT,
  ok,
  type RepositoryCall,
  senderOf,
} from '../call/call.ts';
import { checkComment } from '../call/limits.ts';
import { paged } from '../call/paging.ts';
import { announceComment } from '../events/announce.ts';
import type { OperationId } from '../schema/selection.ts';
import { commentView } from '../view/issue.ts';
import { type Comment, takeId } from '../world/state.ts';
import { timestamp } from '../world/world.ts';
import { checkEditor, commentOf, threadOf } from './thread.ts';

export const commentOperations = {
  'issues/create-comment': handleIn(createComment),
  'issues/delete-comment': handleIn(deleteComment),
  'issues/get-comment': handleIn((call: RepositoryCall<InputOf<'issues', 'getComment'>>) => {
    const place = commentOf(call, call.input.comment_id, 'read');
    return ok(commentView(call.world, place, place.comment));
  }),
  'issues/list-comments': handleIn(listComments),
  'issues/list-comments-for-repo': handleIn(listRepositoryComments),
  'issues/update-comment': handleIn(updateComment),
} satisfies Partial<Record<OperationId, Handler>>;

function createComment(call: RepositoryCall<InputOf<'issues', 'createComment'>>) {
  const { world, input } = call;
  const place = threadOf(call, input.issue_number, 'write');
  checkComment(input.body);
  const sender = senderOf(call);
  const time = timestamp(world);
  const comment = {
    id: takeId(world.state),
    authorId: sender.id,
    appId: appIdOf(call.actor),
    body: input.body,
    reactions: [],
    createdAt: time,
    updatedAt: time,
  };
  place.issue.comments.push(comment);
  place.issue.updatedAt = time;
  announceComment(world, place, { action: 'created', comment, sender });
  return created(commentView(world, place, comment));
}

function updateComment(call: RepositoryCall<InputOf<'issues', 'updateComment'>>) {
  const { world, input } = call;
  const { comment, ...place } = commentOf(call, input.comment_id, 'write');
  checkEditor(call, comment.authorId, 'write');
  checkComment(input.body);
  const from = comment.body;
  comment.body = input.body;
  comment.updatedAt = timestamp(world);
  announceComment(world, place, {
    action: 'edited',
    comment,
    sender: senderOf(call),
    changes: { body: { from } },
  });
  return ok(commentView(world, place, comment));
}

function deleteComment(call: RepositoryCall<InputOf<'issues', 'deleteComment'>>) {
  const { comment, ...place } = commentOf(call, call.input.comment_id, 'write');
  checkEditor(call, comment.authorId, 'write');
  place.issue.comments = place.issue.comments.filter(({ id }) => id !== comment.id);
  announceComment(call.world, place, { action: 'deleted', comment, sender: senderOf(call) });
  return NO_CONTENT;
}

async function listComments(call: RepositoryCall<InputOf<'issues', 'listComments'>>) {
  const place = threadOf(call, call.input.issue_number, 'read');
  const since = call.input.since === undefined ? 0 : Date.parse(call.input.since);
  const chosen = place.issue.comments.filter(({ updatedAt }) => Date.parse(updatedAt) >= since);
  return await paged(call, chosen, (comments) =>
    comments.map((comment) => commentView(call.world, place, comment)),
  );
}

async function listRepositoryComments(
  call: RepositoryCall<InputOf<'issues', 'listCommentsForRepo'>>,
) {
  const { world, repository, input } = call;
  const since = input.since === undefined ? 0 : Date.parse(input.since);
  const timeOf = (comment: Comment): number =>
    Date.parse(input.sort === 'updated' ? comment.updatedAt : comment.createdAt);
  const sign = input.direction === 'desc' ? -1 : 1;
  const chosen = [...repository.issues.values()]
    .flatMap((issue) => issue.comments.map((comment) => ({ issue, comment })))
    .filter(({ comment }) => Date.parse(comment.updatedAt) >= since)
    .sort(
      ({ comment: one }, { comment: other }) =>
        sign * (timeOf(one) - timeOf(other) || one.id - other.id),
    );
  return await paged(call, chosen, (page) =>
    page.map(({ issue, comment }) => commentView(world, { repository, issue }, comment)),
  );
}
