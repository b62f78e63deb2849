// Accounts as GitHub shows them. Pure.
import type { Account, Issue, Repository } from '../world/state.ts';
import type { World } from '../world/world.ts';

type Json = Record<string, unknown>;

export function accountView(world: World, account: Account): Json {
  const name = encodeURIComponent(account.login);
  const api = `${world.urls.api}/users/${name}`;
  const isBot = account.type === 'Bot';
  const page = isBot ? `apps/${account.login.replace(/\[bot\]$/, '')}` : name;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(account.type === 'Organization' ? 'O' : isBot ? 'BOT' : 'U', account.id),
    avatar_url: `${world.urls.web}/avatars/${account.id}`,
    gravatar_id: '',
    url: api,
    html_url: `${world.urls.web}/${page}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    received_events_url: `${api}/received_events`,
    type: account.type,
    user_view_type: 'public',
    site_admin: false,
  };
}

/** The short form of an organisation that webhooks carry. */
export function organizationView(world: World, account: Account): Json {
  const api = `${world.urls.api}/orgs/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId('O', account.id),
    url: api,
    repos_url: `${api}/repos`,
    events_url: `${api}/events`,
    hooks_url: `${api}/hooks`,
    issues_url: `${api}/issues`,
    members_url: `${api}/members{/member}`,
    public_members_url: `${api}/public_members{/member}`,
    avatar_url: `${world.urls.web}/avatars/${account.id}`,
    description: null,
  };
}

/** Without what is the person's own business: his address and his private numbers. */
export function publicAccountView(world: World, account: Account): Json {
  return {
    ...accountView(world, account),
    name: account.name ?? null,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: account.createdAt,
    updated_at: account.createdAt,
  };
}

export function privateAccountView(world: World, account: Account): Json {
  return {
    ...publicAccountView(world, account),
    email: account.email,
    private_gists: 0,
    total_private_repos: 0,
    owned_private_repos: 0,
    disk_usage: 0,
    collaborators: 0,
    two_factor_authentication: true,
  };
}

/** How close the author of an issue, pull request or comment is to the repository. */
export function authorAssociation(
  world: World,
  repository: Repository,
  authorId: Issue['authorId'],
): string {
  if (world.state.accounts.get(authorId)?.type === 'Bot') return 'NONE';
  if (authorId === repository.ownerId) return 'OWNER';
  if (!repository.roles.has(authorId)) return 'NONE';
  const owner = world.state.accounts.get(repository.ownerId);
  return owner?.type === 'Organization' ? 'MEMBER' : 'COLLABORATOR';
}

export function nodeId(kind: string, ...ids: (number | string)[]): string {
  return `${kind}_${Buffer.from(ids.join(':')).toString('base64url')}`;
}
