// The token that a workflow run gets as GITHUB_TOKEN: an installation token of GitHub's own app
// `github-actions`, for one repository, with the permissions that the workflow names.
import { ACTIONS_APP_ID } from '../world/actor.ts';
import {
  type Account,
  type App,
  type Installation,
  type Permissions,
  takeId,
} from '../world/state.ts';
import { accountByLogin, timestamp, type World } from '../world/world.ts';
import { addAccount, invalid, requireRepository, type SeedParts } from './accounts.ts';

export const ACTIONS_SLUG = 'github-actions';
/** Ids as on github.com. */
const ACTIONS_BOT_ID = 41_898_282;
const GITHUB_ID = 9_919;
/** GitHub ends it with the job, at the latest after a day. */
const LIFE_MS = 24 * 3_600_000;

/** What a workflow may ask for; notably neither `workflows` nor `administration`. */
const GRANTABLE: ReadonlySet<string> = new Set([
  'actions',
  'attestations',
  'checks',
  'contents',
  'deployments',
  'discussions',
  'issues',
  'metadata',
  'packages',
  'pages',
  'pull_requests',
  'security_events',
  'statuses',
]);

export function createActionsToken(
  { world }: SeedParts,
  wanted: { repository: string; permissions: Permissions },
): { token: string; expiresAt: string } {
  const repository = requireRepository(world, wanted.repository);
  for (const [name, level] of Object.entries(wanted.permissions)) {
    if (!GRANTABLE.has(name) || (level !== 'read' && level !== 'write')) {
      throw invalid(`a workflow cannot have the permission ${name}: ${level}`);
    }
  }
  const installation = installationFor(world, repository.ownerId);
  if (!installation.repositoryIds.includes(repository.id)) {
    installation.repositoryIds.push(repository.id);
  }
  const end = new Date(world.deps.now().getTime() + LIFE_MS);
  const token = {
    token: `ghs_${ACTIONS_APP_ID}_${world.deps.newSecret()}.${world.deps.newSecret()}`,
    installationId: installation.id,
    expiresAt: `${end.toISOString().slice(0, 19)}Z`,
    repositoryIds: [repository.id],
    permissions: { ...wanted.permissions, metadata: 'read' as const },
  };
  world.state.installationTokens.set(token.token, token);
  return { token: token.token, expiresAt: token.expiresAt };
}

/** GitHub's setting "Allow GitHub Actions to create and approve pull requests". */
export function setActionsMayCreatePulls(
  { world }: SeedParts,
  wanted: { repository: string; isAllowed: boolean },
): void {
  requireRepository(world, wanted.repository).actionsMayCreatePulls = wanted.isAllowed;
}

function installationFor(world: World, accountId: number): Installation {
  const { state } = world;
  const app = state.apps.get(ACTIONS_APP_ID) ?? addApp(world);
  const known = [...state.installations.values()].find(
    (installation) => installation.appId === app.id && installation.accountId === accountId,
  );
  if (known !== undefined) return known;
  const installation: Installation = {
    id: takeId(state),
    appId: app.id,
    accountId,
    repositoryIds: [],
    permissions: app.permissions,
    createdAt: timestamp(world),
    suspendedAt: undefined,
  };
  state.installations.set(installation.id, installation);
  return installation;
}

/** Nobody holds its key or secret, and it listens to nothing. */
function addApp(world: World): App {
  const owner: Account =
    accountByLogin(world.state, 'github') ??
    addAccount(world, { id: GITHUB_ID, login: 'github', type: 'Organization' });
  const login = `${ACTIONS_SLUG}[bot]`;
  const bot = addAccount(world, { id: ACTIONS_BOT_ID, login, type: 'Bot' });
  const app: App = {
    id: ACTIONS_APP_ID,
    slug: ACTIONS_SLUG,
    name: 'GitHub Actions',
    clientId: `Iv1.${world.deps.newSecret().slice(0, 16)}`,
    clientSecretHash: undefined,
    callbackUrls: [],
    ownerId: owner.id,
    botId: bot.id,
    publicKey: undefined,
    permissions: Object.fromEntries(
      [...GRANTABLE].map((name) => [name, name === 'metadata' ? 'read' : 'write'] as const),
    ),
    events: [],
    hook: { id: takeId(world.state), url: undefined, secret: world.deps.newSecret() },
    createdAt: timestamp(world),
  };
  world.state.apps.set(app.id, app);
  return app;
}
