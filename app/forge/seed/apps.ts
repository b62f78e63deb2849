// Apps and their installations, as an operator makes them before the story begins.
import { createHash, createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { announceInstallation } from '../events/installations.ts';
import { ACTIONS_APP_ID } from '../world/actor.ts';
import { type App, type Permissions, takeId } from '../world/state.ts';
import { timestamp, type World } from '../world/world.ts';
import {
  addAccount,
  invalid,
  requireAccount,
  requireRepository,
  type SeedParts,
} from './accounts.ts';
import { ACTIONS_SLUG } from './actions.ts';

export type NewApp = {
  slug: string;
  owner: string;
  id?: number;
  name?: string;
  webhookUrl?: string;
  webhookSecret?: string;
  /** Where people may come back to after they authorised the app. */
  callbackUrls?: readonly string[];
  permissions?: Permissions;
  events?: readonly string[];
};
export type SeededApp = {
  id: number;
  slug: string;
  clientId: string;
  clientSecret: string;
  /** PEM, PKCS #1, as GitHub hands it out. */
  privateKey: string;
  webhookSecret: string;
  bot: { id: number; login: string };
};

/** The smallest set with which label → draft PR + check works. */
const DEFAULT_PERMISSIONS: Permissions = {
  metadata: 'read',
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  checks: 'write',
};
const DEFAULT_EVENTS = [
  'issues',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'push',
  'delete',
  'check_run',
  'check_suite',
  'repository',
  'label',
];
const MOST_CALLBACK_URLS = 10;

export async function createApp({ world }: SeedParts, wanted: NewApp): Promise<SeededApp> {
  const { state, deps } = world;
  const owner = requireAccount(world, wanted.owner);
  const callbackUrls = checkedUrls(wanted.callbackUrls ?? []);
  const id = freeId(world, wanted);
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const bot = addAccount(world, { login: `${wanted.slug}[bot]`, type: 'Bot' });
  const clientSecret = deps.newSecret();
  const app = {
    id,
    slug: wanted.slug,
    name: wanted.name ?? wanted.slug,
    clientId: `Iv23li${deps.newSecret().slice(0, 14)}`,
    clientSecretHash: createHash('sha256').update(clientSecret).digest('hex'),
    callbackUrls,
    ownerId: owner.id,
    botId: bot.id,
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
    permissions: { metadata: 'read' as const, ...(wanted.permissions ?? DEFAULT_PERMISSIONS) },
    events: wanted.events ?? DEFAULT_EVENTS,
    hook: {
      id: takeId(state),
      url: wanted.webhookUrl,
      secret: wanted.webhookSecret ?? deps.newSecret(),
    },
    createdAt: timestamp(world),
  };
  state.apps.set(id, app);
  return {
    id,
    slug: app.slug,
    clientId: app.clientId,
    clientSecret,
    privateKey: pem,
    webhookSecret: app.hook.secret,
    bot: { id: bot.id, login: bot.login },
  };
}

function freeId({ state }: World, wanted: NewApp): number {
  const id = wanted.id ?? takeId(state);
  const isReserved = id === ACTIONS_APP_ID || wanted.slug === ACTIONS_SLUG;
  const isTaken =
    state.apps.has(id) || [...state.apps.values()].some(({ slug }) => slug === wanted.slug);
  if (isReserved || isTaken) throw invalid(`the app ${wanted.slug} or its id ${id} exists`);
  return id;
}

/** Where the app is reached may change: a restarted app may listen on another port. */
export function setWebhookUrl(
  { world }: SeedParts,
  wanted: { slug: string; url: string | undefined },
): void {
  requireApp(world, wanted.slug).hook.url = wanted.url;
}

/** For whoever knows the app's port only once it listens. Replaces all that were registered. */
export function setCallbackUrls(
  { world }: SeedParts,
  wanted: { slug: string; urls: readonly string[] },
): void {
  requireApp(world, wanted.slug).callbackUrls = checkedUrls(wanted.urls);
}

function checkedUrls(urls: readonly string[]): string[] {
  if (urls.length > MOST_CALLBACK_URLS) {
    throw invalid(`an app has at most ${MOST_CALLBACK_URLS} callback URLs`);
  }
  const wrong = urls.find((url) => !/^https?:\/\/[^#]+$/.test(url) || !URL.canParse(url));
  if (wrong !== undefined) throw invalid(`not a callback URL: ${wrong}`);
  return [...urls];
}

/** Installs the app on repositories of one owner, with the permissions the app asks for. */
export function installApp(
  { world }: SeedParts,
  wanted: { slug: string; repositories: readonly string[]; permissions?: Permissions },
): { id: number } {
  const { state } = world;
  const app = requireApp(world, wanted.slug);
  const repositories = wanted.repositories.map((name) => requireRepository(world, name));
  const [first] = repositories;
  if (first === undefined) throw invalid('an installation needs a repository');
  if (repositories.some(({ ownerId }) => ownerId !== first.ownerId)) {
    throw invalid('an installation belongs to one owner');
  }
  const owner = state.accounts.get(first.ownerId);
  if (owner === undefined) throw invalid('the repository has no owner');
  const installation = {
    id: takeId(state),
    appId: app.id,
    accountId: owner.id,
    repositoryIds: repositories.map(({ id }) => id),
    permissions: { metadata: 'read' as const, ...(wanted.permissions ?? app.permissions) },
    createdAt: timestamp(world),
    suspendedAt: undefined,
  };
  state.installations.set(installation.id, installation);
  announceInstallation(world, installation, { action: 'created', sender: owner });
  return { id: installation.id };
}

export function requireApp(world: World, slug: string): App {
  const app = [...world.state.apps.values()].find((candidate) => candidate.slug === slug);
  if (app === undefined) throw invalid(`there is no app ${slug}`);
  return app;
}
