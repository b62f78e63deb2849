// The whole app in this process, between a real forge with a repository for every story and a relay
// for its webhooks; database, engine, git and sandboxes are real, the model is scripted.
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Octokit } from '@octokit/rest';
import { findAssets } from '../../../app/cli/assets.ts';
import { stopServers } from '../../../app/cli/demo/stage.ts';
import { readConfig } from '../../../app/config/config.ts';
import { type Forge, startForge } from '../../../app/forge/forge.ts';
import { createScriptedGateway } from '../../../app/gateway/scripted/gateway.ts';
import { runApp } from '../../../app/main.ts';
import type { Store } from '../../../app/store/store.ts';
import { sharedCache } from '../../support/cli.ts';
import { createRandom, type Random } from '../../support/random.ts';
import { until } from '../../support/waiting.ts';
import { openRelay, type Relay } from './relay.ts';
import { FILES, SCRIPT } from './repository.ts';

export const OWNER = 'acme';
export const PERSON = 'mona';
/** Who may rename a repository. */
export const ADMIN = 'nina';
export const LABEL = 'redgreen';

/** The name changes when somebody renames it. */
export type Place = { name: string; readonly repositoryId: number };

export function nameOf({ name }: Place): string {
  return `${OWNER}/${name}`;
}

export type DoorWorld = AsyncDisposable & {
  forge: Forge;
  relay: Relay;
  /** GitHub's API as the person sees it. */
  octokit: Octokit;
  store: Store;
  /** One for each story. */
  places: readonly Place[];
  databaseUrl: string;
  /** When nothing is under way between GitHub and the app. */
  settled(): Promise<void>;
};

type WorldOptions = { databaseUrl: string; random: Random; stories: number };

export async function openDoorWorld(options: WorldOptions): Promise<DoorWorld> {
  await using owned = new AsyncDisposableStack();
  const home = await mkdtemp('/tmp/redgreen-door-');
  owned.defer(async () => await rm(home, { recursive: true, force: true }));
  await chmod(home, 0o755);
  const forge = owned.use(await startForge({ limits: { perHour: 1_000_000 } }));
  const { places, env, token } = await furnish(forge, options);
  const relay = owned.use(await openRelay(createRandom(options.random.below(2 ** 31))));
  forge.operator.setWebhookUrl({ slug: 'redgreen', url: relay.url });
  const all = { ...env, REDGREEN_HOME: home, REDGREEN_CACHE: sharedCache() ?? home };
  owned.defer(async () => await stopServers(all));
  const app = owned.use(await startApp(all));
  relay.handsOnTo(app.url);
  const octokit = new Octokit({ baseUrl: forge.apiUrl, auth: token });
  const parts = owned.move();
  return {
    forge,
    relay,
    octokit,
    store: app.store,
    places,
    databaseUrl: options.databaseUrl,
    async settled() {
      await forge.settled();
      await relay.idle();
      await until(async () => {
        const left = await app.store.accept(async ({ inbox }) => await inbox.left());
        return left.undecided + left.untold === 0;
      });
    },
    [Symbol.asyncDispose]: async () => await parts.disposeAsync(),
  };
}

async function furnish(forge: Forge, { databaseUrl, stories }: WorldOptions) {
  const { operator } = forge;
  operator.createUser({ login: OWNER, type: 'Organization' });
  const { token } = operator.createUser({ login: PERSON });
  operator.createUser({ login: ADMIN });
  const places: Place[] = [];
  for (let number = 1; number <= stories; number += 1) {
    const name = `story-${number}`;
    const made = await operator.createRepository({ owner: OWNER, name, files: FILES });
    const repository = `${OWNER}/${name}`;
    operator.setPermission({ repository, login: PERSON, permission: 'write' });
    operator.setPermission({ repository, login: ADMIN, permission: 'admin' });
    places.push({ name, repositoryId: made.id });
  }
  const webhookSecret = randomBytes(32).toString('hex');
  const app = await operator.createApp({ slug: 'redgreen', owner: OWNER, webhookSecret });
  const repositories = places.map(({ name }) => `${OWNER}/${name}`);
  operator.installApp({ slug: 'redgreen', repositories });
  const env = {
    APP_ID: String(app.id),
    PRIVATE_KEY: app.privateKey,
    WEBHOOK_SECRET: webhookSecret,
    PUBLIC_URL: 'http://127.0.0.1',
    GITHUB_API_URL: forge.apiUrl,
    ANTHROPIC_API_KEY: randomBytes(24).toString('hex'),
    DATABASE_URL: databaseUrl,
    PORT: '0',
    LOG_LEVEL: 'silent',
  };
  return { places, env, token };
}

type App = AsyncDisposable & { url: string; store: Store };

async function startApp(env: Record<string, string>): Promise<App> {
  const config = readConfig(env);
  const stop = new AbortController();
  const started = Promise.withResolvers<{ store: Store }>();
  const listening = Promise.withResolvers<string>();
  const running = runApp({
    config,
    assets: await findAssets(config.paths),
    signal: stop.signal,
    gateway: createScriptedGateway(SCRIPT),
    onStarted: started.resolve,
    onListening: listening.resolve,
  });
  const failed = running.then(() => Promise.reject(new Error('the app ended before it listened')));
  failed.catch(() => undefined);
  const url = await Promise.race([listening.promise, failed]);
  return {
    ...(await started.promise),
    url,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
