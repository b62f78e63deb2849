// Pull requests as GitHub shows them. The numbers that need git come in as facts. Pure.
import type { Issue, Pull, PullSize, Repository } from '../world/state.ts';
import { accountById, type World } from '../world/world.ts';
import { accountView, authorAssociation, nodeId } from './account.ts';
import { labelsOf, labelView, threadPage } from './issue.ts';
import { repositoryApi, repositoryView } from './repository.ts';

type Json = Record<string, unknown>;
export type PullThread = Issue & { pull: Pull };

export type PullFacts = PullSize & { isMergeable: boolean | undefined };

/** Lists show this much (`pull-request-simple`). */
export function simplePullView(world: World, repository: Repository, issue: PullThread): Json {
  const { pull } = issue;
  const links = linksOf(world, repository, issue);
  return {
    ...links,
    id: pull.id,
    node_id: nodeId('PR', repository.id, issue.id),
    number: issue.number,
    state: issue.state,
    locked: false,
    title: issue.title,
    user: accountView(world, accountById(world.state, issue.authorId)),
    body: issue.body ?? null,
    // Here alone a label's description may not be null.
    labels: labelsOf(repository, issue).map((label) =>
      labelView(world, repository, { ...label, description: label.description ?? '' }),
    ),
    milestone: null,
    active_lock_reason: null,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt ?? null,
    merged_at: pull.mergedAt ?? null,
    merge_commit_sha: pull.mergeCommitSha ?? null,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    head: sideView(world, repository, { ref: pull.headRef, sha: pull.headSha }),
    base: sideView(world, repository, { ref: pull.baseRef, sha: pull.baseSha }),
    _links: linkObjects(links),
    author_association: authorAssociation(world, repository, issue.authorId),
    auto_merge: null,
    draft: pull.isDraft,
  };
}

export function pullView(
  world: World,
  place: { repository: Repository; issue: PullThread },
  facts: PullFacts,
): Json {
  const { issue, repository } = place;
  const { pull } = issue;
  return {
    ...simplePullView(world, repository, issue),
    merged: pull.mergedAt !== undefined,
    mergeable: facts.isMergeable ?? null,
    rebaseable: facts.isMergeable ?? null,
    mergeable_state: mergeableState(pull, facts),
    merged_by:
      pull.mergedById === undefined
        ? null
        : accountView(world, accountById(world.state, pull.mergedById)),
    comments: issue.comments.length,
    review_comments: 0,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: facts.commits,
    additions: facts.additions,
    deletions: facts.deletions,
    changed_files: facts.changedFiles,
  };
}

/** The short form inside check runs (`pull-request-minimal`). */
export function minimalPullView(world: World, repository: Repository, issue: PullThread): Json {
  const repo = {
    id: repository.id,
    url: repositoryApi(world, repository),
    name: repository.name,
  };
  const { pull } = issue;
  return {
    id: pull.id,
    number: issue.number,
    url: `${repo.url}/pulls/${issue.number}`,
    head: { ref: pull.headRef, sha: pull.headSha, repo },
    base: { ref: pull.baseRef, sha: pull.baseSha, repo },
  };
}

function mergeableState(pull: Pull, facts: PullFacts): string {
  if (facts.isMergeable === undefined) return 'unknown';
  if (!facts.isMergeable) return 'dirty';
  return pull.isDraft ? 'draft' : 'clean';
}

function sideView(world: World, repository: Repository, side: { ref: string; sha: string }): Json {
  const owner = accountById(world.state, repository.ownerId);
  return {
    label: `${owner.login}:${side.ref}`,
    ref: side.ref,
    sha: side.sha,
    user: accountView(world, owner),
    repo: repositoryView(world, repository),
  };
}

function linksOf(world: World, repository: Repository, issue: PullThread) {
  const repo = repositoryApi(world, repository);
  const api = `${repo}/pulls/${issue.number}`;
  const page = threadPage(world, repository, issue);
  return {
    url: api,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: `${repo}/issues/${issue.number}`,
    commits_url: `${api}/commits`,
    review_comments_url: `${api}/comments`,
    review_comment_url: `${repo}/pulls/comments{/number}`,
    comments_url: `${repo}/issues/${issue.number}/comments`,
    statuses_url: `${repo}/statuses/${issue.pull.headSha}`,
  };
}

function linkObjects(links: ReturnType<typeof linksOf>): Json {
  return {
    self: { href: links.url },
    html: { href: links.html_url },
    issue: { href: links.issue_url },
    comments: { href: links.comments_url },
    review_comments: { href: links.review_comments_url },
    review_comment: { href: links.review_comment_url },
    commits: { href: links.commits_url },
    statuses: { href: links.statuses_url },
  };
}
