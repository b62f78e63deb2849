// Issues, labels, comments and reactions as GitHub shows them. Pure.
import {
  type Comment,
  type Issue,
  type Label,
  type Labeling,
  REACTIONS,
  type Reaction,
  type Repository,
} from '../world/state.ts';
import { accountById, appById, type World } from '../world/world.ts';
import { accountView, authorAssociation, nodeId } from './account.ts';
import { appView } from './app.ts';
import { repositoryApi, repositoryPage } from './repository.ts';

type Json = Record<string, unknown>;

export function issueView(world: World, repository: Repository, issue: Issue): Json {
  const api = `${repositoryApi(world, repository)}/issues/${issue.number}`;
  return {
    url: api,
    repository_url: repositoryApi(world, repository),
    labels_url: `${api}/labels{/name}`,
    comments_url: `${api}/comments`,
    events_url: `${api}/events`,
    timeline_url: `${api}/timeline`,
    html_url: threadPage(world, repository, issue),
    id: issue.id,
    node_id: nodeId(issue.pull === undefined ? 'I' : 'PR', repository.id, issue.id),
    number: issue.number,
    title: issue.title,
    user: whoever(world, issue.authorId),
    labels: labelsOf(repository, issue).map((label) => labelView(world, repository, label)),
    state: issue.state,
    state_reason: issue.stateReason ?? null,
    locked: false,
    active_lock_reason: null,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt ?? null,
    closed_by: whoever(world, issue.closedById),
    author_association: authorAssociation(world, repository, issue.authorId),
    body: issue.body ?? null,
    reactions: rollup(`${api}/reactions`, issue.reactions),
    performed_via_github_app: viaApp(world, issue.appId),
    ...pullPart(world, repository, issue),
  };
}

/** What an issue that is a pull request shows besides. */
function pullPart(world: World, repository: Repository, issue: Issue): Json {
  if (issue.pull === undefined) return {};
  const page = threadPage(world, repository, issue);
  return {
    draft: issue.pull.isDraft,
    pull_request: {
      url: `${repositoryApi(world, repository)}/pulls/${issue.number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: issue.pull.mergedAt ?? null,
    },
  };
}

export function threadPage(world: World, repository: Repository, issue: Issue): string {
  const kind = issue.pull === undefined ? 'issues' : 'pull';
  return `${repositoryPage(world, repository)}/${kind}/${issue.number}`;
}

export function labelsOf(repository: Repository, issue: Issue): Label[] {
  return repository.labels.filter((label) => issue.labelIds.includes(label.id));
}

export function labelView(world: World, repository: Repository, label: Label): Json {
  return {
    id: label.id,
    node_id: nodeId('LA', repository.id, label.id),
    url: `${repositoryApi(world, repository)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description ?? null,
  };
}

/** An event of an issue. */
export function labelingView(world: World, repository: Repository, labeling: Labeling): Json {
  const { id, action, label, actorId, createdAt } = labeling;
  return {
    id,
    node_id: nodeId('LE', id),
    url: `${repositoryApi(world, repository)}/issues/events/${id}`,
    actor: whoever(world, actorId),
    event: action,
    commit_id: null,
    commit_url: null,
    created_at: createdAt,
    performed_via_github_app: null,
    label: { name: label.name, color: label.color },
  };
}

export function commentView(
  world: World,
  place: { repository: Repository; issue: Issue },
  comment: Comment,
): Json {
  const api = `${repositoryApi(world, place.repository)}/issues`;
  return {
    url: `${api}/comments/${comment.id}`,
    html_url: `${threadPage(world, place.repository, place.issue)}#issuecomment-${comment.id}`,
    issue_url: `${api}/${place.issue.number}`,
    id: comment.id,
    node_id: nodeId('IC', place.repository.id, comment.id),
    user: accountView(world, accountById(world.state, comment.authorId)),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: authorAssociation(world, place.repository, comment.authorId),
    body: comment.body,
    reactions: rollup(`${api}/comments/${comment.id}/reactions`, comment.reactions),
    performed_via_github_app: viaApp(world, comment.appId),
  };
}

export function reactionView(world: World, reaction: Reaction): Json {
  return {
    id: reaction.id,
    node_id: nodeId('REA', reaction.id),
    user: accountView(world, accountById(world.state, reaction.accountId)),
    content: reaction.content,
    created_at: reaction.createdAt,
  };
}

function whoever(world: World, accountId: number | undefined): Json | null {
  return accountId === undefined ? null : accountView(world, accountById(world.state, accountId));
}

function viaApp(world: World, appId: number | undefined): Json | null {
  return appId === undefined ? null : appView(world, appById(world.state, appId));
}

export function rollup(url: string, reactions: readonly Reaction[]): Json {
  const count = (content: string): number =>
    reactions.filter((reaction) => reaction.content === content).length;
  return {
    url,
    total_count: reactions.length,
    ...Object.fromEntries(REACTIONS.map((content) => [content, count(content)])),
  };
}
