// Reactions to issues, pull requests and comments. Reacting twice is the same as once.
import {
  created,
  type Handler,
  handleIn,
  type InputOf,
  ok,
  type RepositoryCall,
  senderOf,
} from '../call/call.ts';
import { paged } from '../call/paging.ts';
import type { OperationId } from '../schema/selection.ts';
import { reactionView } from '../view/issue.ts';
import { type Reaction, type ReactionContent, takeId } from '../world/state.ts';
import { timestamp } from '../world/world.ts';
import { commentOf, lineCommentOf, threadOf } from './thread.ts';

export const reactionOperations = {
  'reactions/create-for-issue': handleIn(
    (call: RepositoryCall<InputOf<'reactions', 'createForIssue'>>) => {
      const { issue } = threadOf(call, call.input.issue_number, 'write');
      return react(call, issue.reactions, call.input.content);
    },
  ),
  'reactions/create-for-issue-comment': handleIn(
    (call: RepositoryCall<InputOf<'reactions', 'createForIssueComment'>>) => {
      const { comment } = commentOf(call, call.input.comment_id, 'write');
      return react(call, comment.reactions, call.input.content);
    },
  ),
  'reactions/create-for-pull-request-review-comment': handleIn(
    (call: RepositoryCall<InputOf<'reactions', 'createForPullRequestReviewComment'>>) => {
      const { comment } = lineCommentOf(call, call.input.comment_id);
      return react(call, comment.reactions, call.input.content);
    },
  ),
  'reactions/list-for-issue': handleIn(
    async (call: RepositoryCall<InputOf<'reactions', 'listForIssue'>>) => {
      const { issue } = threadOf(call, call.input.issue_number, 'read');
      return await listReactions(call, issue.reactions);
    },
  ),
  'reactions/list-for-issue-comment': handleIn(
    async (call: RepositoryCall<InputOf<'reactions', 'listForIssueComment'>>) => {
      const { comment } = commentOf(call, call.input.comment_id, 'read');
      return await listReactions(call, comment.reactions);
    },
  ),
} satisfies Partial<Record<OperationId, Handler>>;

function react(call: RepositoryCall, reactions: Reaction[], content: ReactionContent) {
  const { world } = call;
  const accountId = senderOf(call).id;
  const known = reactions.find(
    (reaction) => reaction.accountId === accountId && reaction.content === content,
  );
  if (known !== undefined) return ok(reactionView(world, known));
  const reaction = { id: takeId(world.state), accountId, content, createdAt: timestamp(world) };
  reactions.push(reaction);
  return created(reactionView(world, reaction));
}

async function listReactions(
  call: RepositoryCall<{
    content?: ReactionContent | undefined;
    page?: number | undefined;
    per_page?: number | undefined;
  }>,
  reactions: readonly Reaction[],
) {
  const { content } = call.input;
  const chosen = reactions.filter(
    (reaction) => content === undefined || reaction.content === content,
  );
  return await paged(call, chosen, (page) =>
    page.map((reaction) => reactionView(call.world, reaction)),
  );
}
