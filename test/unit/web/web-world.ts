// The pages over real HTTP, against a forge and a real database, with a clock that the test steps, and
// browsers that keep cookies and follow nothing by themselves.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type pg from 'pg';
import { pino } from 'pino';
import { type Forge, startForge } from '../../../app/forge/forge.ts';
import type { SeededApp } from '../../../app/forge/seed/apps.ts';
import { createGitHub } from '../../../app/github/octokit.ts';
import { Secret } from '../../../app/secret.ts';
import { SETTINGS_PLACES } from '../../../app/settings/file.ts';
import { createStore, type Store } from '../../../app/store/store.ts';
import { createWebApp } from '../../../app/web/app.ts';
import type { WebDeps } from '../../../app/web/deps.ts';
import { createPeople } from '../../../app/web/people.ts';
import { testDatabase } from '../../support/database.ts';
import { type Browser, createBrowser } from './browser-double.ts';

export const OWNER = 'acme';
export const NAME = 'shop';
export const REPOSITORY = `${OWNER}/${NAME}`;
export const SETTINGS = `/repositories/${REPOSITORY}/settings`;

export type WebWorld = AsyncDisposable & {
  url: string;
  forge: Forge;
  app: SeededApp;
  store: Store;
  sql: pg.Client;
  repositoryId: number;
  /** Steps the clock of the pages. */
  step(ms: number): void;
  now(): number;
  browser(): Browser;
  /** A browser in which this person is signed in. */
  signedIn(login: string): Promise<Browser>;
  /** Another process with the same database. */
  another(change?: Partial<WebDeps>): Promise<string>;
};

export type WorldOptions = { deps?: Partial<WebDeps>; files?: Record<string, string> };

export async function openWorld(options: WorldOptions = {}): Promise<WebWorld> {
  const stack = new AsyncDisposableStack();
  try {
    return await fill(stack, options);
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function fill(stack: AsyncDisposableStack, options: WorldOptions): Promise<WebWorld> {
  const database = stack.use(await testDatabase());
  const forge = stack.use(await startForge());
  const seeded = await seed(forge, options.files ?? {});
  const store = stack.adopt(createStore({ url: database.url, maxConnections: 4 }), close);
  const clock = { ms: Date.now() };
  const sessionKey = new Secret(randomBytes(32).toString('base64'));
  const deps: Omit<WebDeps, 'publicUrl'> = {
    ...githubDeps(forge, seeded.app, { sessionKey, now: () => clock.ms }),
    store,
    now: () => clock.ms,
    newSecret: () => randomBytes(32).toString('base64url'),
    log: pino({ level: 'silent' }),
    ...options.deps,
  };
  const callbacks: string[] = [];
  const another = async (change: Partial<WebDeps> = {}) => {
    const served = stack.use(await serve((url) => ({ publicUrl: url, ...deps, ...change })));
    callbacks.push(`${served.url}/sign-in/callback`);
    forge.operator.setCallbackUrls({ slug: 'redgreen', urls: callbacks });
    return served.url;
  };
  const url = await another();
  const sql = await database.connect();
  const browser = () => createBrowser(url);
  return {
    url,
    forge,
    ...seeded,
    store,
    sql,
    step: (ms) => {
      clock.ms += ms;
    },
    now: () => clock.ms,
    browser,
    signedIn: async (login) => await browser().signIn(forge, login),
    another,
    [Symbol.asyncDispose]: async () => await stack.disposeAsync(),
  };
}

async function close(store: Store): Promise<void> {
  await store.close();
}

/** mona and nina are admins, ann writes, rita reads, eve is a stranger; there is a second repository. */
async function seed(forge: Forge, files: Record<string, string>) {
  const { operator } = forge;
  operator.createUser({ login: OWNER, type: 'Organization' });
  for (const login of ['mona', 'nina', 'ann', 'rita', 'eve']) operator.createUser({ login });
  const { id: repositoryId } = await operator.createRepository({
    owner: OWNER,
    name: NAME,
    files: { 'README.md': '# Shop\n', ...files },
    isPrivate: true,
  });
  await operator.createRepository({ owner: OWNER, name: 'other' });
  await operator.createRepository({ owner: OWNER, name: 'apart' });
  const roles = { mona: 'admin', nina: 'admin', ann: 'write', rita: 'read' } as const;
  for (const [login, permission] of Object.entries(roles)) {
    operator.setPermission({ repository: REPOSITORY, login, permission });
  }
  for (const repository of [`${OWNER}/other`, `${OWNER}/apart`]) {
    operator.setPermission({ repository, login: 'nina', permission: 'admin' });
  }
  const app = await operator.createApp({ slug: 'redgreen', owner: OWNER });
  operator.installApp({ slug: 'redgreen', repositories: [REPOSITORY, `${OWNER}/other`] });
  return { app, repositoryId };
}

type Facts = { sessionKey: Secret; now(): number };

function githubDeps(forge: Forge, app: SeededApp, { sessionKey, now }: Facts) {
  const privateKey = new Secret(app.privateKey);
  const github = createGitHub({
    appId: app.id,
    privateKey,
    baseUrl: forge.apiUrl,
    log: pino({ level: 'silent' }),
    request: { backOffMs: 20 },
  });
  const people = createPeople({
    appId: app.id,
    privateKey,
    clientSecret: new Secret(app.clientSecret),
    apiUrl: forge.apiUrl,
    githubUrl: forge.url,
    now,
  });
  return {
    githubUrl: forge.url,
    signIn: { people, sessionKey },
    permission: async (...[repository, login, signal]: Parameters<WebDeps['permission']>) =>
      await github.withSignal(signal).permission(repository, login),
    settingsFiles: async (...[repository, signal]: Parameters<WebDeps['settingsFiles']>) =>
      await github.withSignal(signal).settingsFiles(repository, SETTINGS_PLACES),
  };
}

/** The public address is known only when the server listens. */
async function serve(depsAt: (url: string) => WebDeps) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const app = createWebApp(depsAt(url));
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on('request', (request, response) => void listener(request, response));
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
