// Comments on lines of a pull request as GitHub shows them. Pure.
import type { LineComment, Repository } from '../world/state.ts';
import { accountById, type World } from '../world/world.ts';
import { accountView, authorAssociation, nodeId } from './account.ts';
import { rollup, threadPage } from './issue.ts';
import type { PullThread } from './pull.ts';
import { repositoryApi } from './repository.ts';

type Json = Record<string, unknown>;

export function lineCommentView(
  world: World,
  { repository, issue }: { repository: Repository; issue: PullThread },
  comment: LineComment,
): Json {
  const api = `${repositoryApi(world, repository)}/pulls`;
  const url = `${api}/comments/${comment.id}`;
  const page = `${threadPage(world, repository, issue)}#discussion_r${comment.id}`;
  const pull = `${api}/${issue.number}`;
  return {
    url,
    pull_request_review_id: comment.reviewId ?? null,
    id: comment.id,
    node_id: nodeId('PRRC', repository.id, comment.id),
    diff_hunk: comment.diffHunk,
    path: comment.path,
    // GitHub's description knows no null here, though GitHub does.
    ...(!comment.isOutdated && { position: 1, line: comment.line }),
    original_position: 1,
    commit_id: comment.commitSha,
    original_commit_id: comment.commitSha,
    user: accountView(world, accountById(world.state, comment.authorId)),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.createdAt,
    html_url: page,
    pull_request_url: pull,
    author_association: authorAssociation(world, repository, comment.authorId),
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: pull } },
    start_line: null,
    original_start_line: null,
    original_line: comment.line,
    start_side: null,
    side: 'RIGHT',
    subject_type: 'line',
    ...(comment.inReplyToId !== undefined && { in_reply_to_id: comment.inReplyToId }),
    reactions: rollup(`${url}/reactions`, comment.reactions),
  };
}
