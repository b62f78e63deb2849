// What belongs to no repository: the root, limits, who am I.
import { type Call, type Handler, handle, ok } from '../call/call.ts';
import type { OperationId } from '../schema/selection.ts';
import { privateAccountView, publicAccountView } from '../view/account.ts';
import { requiresAuthentication } from '../world/github-error.ts';

export const metaOperations = {
  'meta/get': handle(() => ok({ verifiable_password_authentication: false })),
  'meta/root': handle((call) => ok(rootView(call.world.urls.api))),
  'rate-limit/get': handle((call) => ok(limitsView(call))),
  'users/get-authenticated': handle((call) => {
    const { world, actor } = call;
    if (actor.kind !== 'user') throw requiresAuthentication();
    // An app sees the rest only with permissions on the account, which the forge does not have.
    const view = actor.via === undefined ? privateAccountView : publicAccountView;
    return ok(view(world, actor.account));
  }),
} satisfies Partial<Record<OperationId, Handler>>;

function limitsView(call: Call): unknown {
  const core = call.world.rates.look(call.actor);
  // The forge has no search; its limit is the one GitHub documents.
  const search = { limit: 30, used: 0, remaining: 30, reset: core.reset };
  return { resources: { core, search }, rate: core };
}

function rootView(api: string): Record<string, string> {
  const repo = `${api}/repos/{owner}/{repo}`;
  const search = (kind: string): string =>
    `${api}/search/${kind}?q={query}{&page,per_page,sort,order}`;
  return {
    current_user_url: `${api}/user`,
    current_user_authorizations_html_url: `${api}/settings/connections/applications{/client_id}`,
    authorizations_url: `${api}/authorizations`,
    code_search_url: search('code'),
    commit_search_url: search('commits'),
    emails_url: `${api}/user/emails`,
    emojis_url: `${api}/emojis`,
    events_url: `${api}/events`,
    feeds_url: `${api}/feeds`,
    followers_url: `${api}/user/followers`,
    following_url: `${api}/user/following{/target}`,
    gists_url: `${api}/gists{/gist_id}`,
    issue_search_url: search('issues'),
    issues_url: `${api}/issues`,
    keys_url: `${api}/user/keys`,
    label_search_url: `${api}/search/labels?q={query}&repository_id={repository_id}`,
    notifications_url: `${api}/notifications`,
    organization_url: `${api}/orgs/{org}`,
    organization_repositories_url: `${api}/orgs/{org}/repos{?type,page,per_page,sort}`,
    organization_teams_url: `${api}/orgs/{org}/teams`,
    public_gists_url: `${api}/gists/public`,
    rate_limit_url: `${api}/rate_limit`,
    repository_url: repo,
    repository_search_url: search('repositories'),
    current_user_repositories_url: `${api}/user/repos{?type,page,per_page,sort}`,
    starred_url: `${api}/user/starred{/owner}{/repo}`,
    starred_gists_url: `${api}/gists/starred`,
    user_url: `${api}/users/{user}`,
    user_organizations_url: `${api}/user/orgs`,
    user_repositories_url: `${api}/users/{user}/repos{?type,page,per_page,sort}`,
    user_search_url: search('users'),
  };
}
