// Repositories as GitHub shows them. Pure.
import { hasRole } from '../world/permissions.ts';
import type { Repository, Role } from '../world/state.ts';
import { accountById, fullName, type World } from '../world/world.ts';
import { accountView, nodeId } from './account.ts';

type Json = Record<string, unknown>;

/** Links that are the repository's API address plus a suffix. */
const LINKS = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
} as const;

export function repositoryApi(world: World, repository: Repository): string {
  return `${world.urls.api}/repos/${fullName(world.state, repository)}`;
}

export function repositoryPage(world: World, repository: Repository): string {
  return `${world.urls.web}/${fullName(world.state, repository)}`;
}

/** Fits the schemas `repository`, `minimal-repository` and `repository-webhooks`. */
export function repositoryView(world: World, repository: Repository): Json {
  const api = repositoryApi(world, repository);
  const page = repositoryPage(world, repository);
  const host = new URL(world.urls.web).host;
  const openIssues = [...repository.issues.values()].filter(({ state }) => state === 'open').length;
  return {
    id: repository.id,
    node_id: nodeId('R', repository.id),
    name: repository.name,
    full_name: fullName(world.state, repository),
    private: repository.isPrivate,
    owner: accountView(world, accountById(world.state, repository.ownerId)),
    html_url: page,
    description: repository.description ?? null,
    fork: false,
    url: api,
    ...Object.fromEntries(Object.entries(LINKS).map(([name, suffix]) => [name, api + suffix])),
    git_url: `git://${host}/${fullName(world.state, repository)}.git`,
    ssh_url: `git@${host}:${fullName(world.state, repository)}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    mirror_url: null,
    homepage: null,
    ...counts(openIssues),
    archived: repository.isArchived,
    default_branch: repository.defaultBranch,
    visibility: repository.isPrivate ? 'private' : 'public',
    pushed_at: repository.pushedAt,
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
  };
}

/** What `repos/get` shows beyond the common view. */
export function fullRepositoryView(world: World, repository: Repository): Json {
  return {
    ...repositoryView(world, repository),
    subscribers_count: 0,
    network_count: 0,
    allow_rebase_merge: true,
    allow_squash_merge: true,
    allow_merge_commit: true,
    allow_auto_merge: false,
    delete_branch_on_merge: false,
  };
}

/** What a role means to the API; absent means no role at all. */
export function permissionFlags(role: Role | undefined): Record<string, boolean> {
  return {
    admin: hasRole(role, 'admin'),
    maintain: hasRole(role, 'maintain'),
    push: hasRole(role, 'write'),
    triage: hasRole(role, 'triage'),
    pull: hasRole(role, 'read'),
  };
}

/** Push events carry two times as seconds since 1970. */
export function pushedRepositoryView(world: World, repository: Repository): Json {
  return {
    ...repositoryView(world, repository),
    created_at: seconds(repository.createdAt),
    pushed_at: seconds(repository.pushedAt),
    master_branch: repository.defaultBranch,
    stargazers: 0,
  };
}

function seconds(time: string): number {
  return Date.parse(time) / 1000;
}

function counts(openIssues: number): Json {
  return {
    size: 0,
    stargazers_count: 0,
    watchers_count: 0,
    watchers: 0,
    language: null,
    has_issues: true,
    has_projects: false,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    forks: 0,
    disabled: false,
    open_issues_count: openIssues,
    open_issues: openIssues,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
  };
}
