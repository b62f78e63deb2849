// A forge with one repository, four people and one installed app, and real clients for each.
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { type Forge, type ForgeOptions, startForge } from '../../../app/forge/forge.ts';
import type { NewApp, SeededApp } from '../../../app/forge/seed/apps.ts';
import type { NewRepository } from '../../../app/forge/seed/repositories.ts';

export const OWNER = 'acme';
export const NAME = 'shop';
export const REPOSITORY = `${OWNER}/${NAME}`;
/** Spread into every octokit call. */
export const REPO = { owner: OWNER, repo: NAME };

export type SeededForge = AsyncDisposable & {
  forge: Forge;
  app: SeededApp;
  installationId: number;
  headSha: string;
  /** Octokit with an installation token, as the app has it. */
  bot: Octokit;
  /** Octokit with a JWT. */
  asApp: Octokit;
  /** Octokit with a person's token. */
  user: (login: 'ann' | 'rita' | 'theo' | 'eve') => Octokit;
  token: (login: 'ann' | 'rita' | 'theo' | 'eve') => string;
};

export async function startSeededForge(
  seed: { options?: ForgeOptions; repository?: Partial<NewRepository>; app?: Partial<NewApp> } = {},
): Promise<SeededForge> {
  const forge = await startForge(seed.options);
  const { operator } = forge;
  operator.createUser({ login: OWNER, type: 'Organization' });
  const people = ['ann', 'rita', 'theo', 'eve'] as const;
  const tokens = new Map(people.map((login) => [login, operator.createUser({ login }).token]));
  const { headSha } = await operator.createRepository({
    owner: OWNER,
    name: NAME,
    files: { 'README.md': '# Shop\n', 'src/cart.ts': 'export const total = 0;\n' },
    ...seed.repository,
  });
  operator.setPermission({ repository: REPOSITORY, login: 'ann', permission: 'write' });
  operator.setPermission({ repository: REPOSITORY, login: 'rita', permission: 'read' });
  operator.setPermission({ repository: REPOSITORY, login: 'theo', permission: 'triage' });
  const app = await operator.createApp({ slug: 'redgreen', owner: OWNER, ...seed.app });
  const { id: installationId } = operator.installApp({
    slug: 'redgreen',
    repositories: [REPOSITORY],
  });
  const auth = { appId: app.id, privateKey: app.privateKey };
  const client = { baseUrl: forge.apiUrl, authStrategy: createAppAuth, log: SILENT };
  const token = (login: (typeof people)[number]): string => tokens.get(login) ?? '';
  return {
    forge,
    app,
    installationId,
    headSha,
    bot: new Octokit({ ...client, auth: { ...auth, installationId } }),
    asApp: new Octokit({ ...client, auth }),
    user: (login) => new Octokit({ baseUrl: forge.apiUrl, auth: token(login), log: SILENT }),
    token,
    [Symbol.asyncDispose]: forge.close,
  };
}

/** Ends the forge of a test file and shows that it never broke GitHub's schemas. */
export async function closeForge(seeded: SeededForge): Promise<void> {
  await seeded.forge.settled();
  await seeded.forge.close();
  assert.deepEqual(seeded.forge.schemaViolations, []);
}

const nothing = (): void => undefined;
/** Refusals are what these tests are about; octokit need not print them. */
export const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

export type Refusal = {
  status: number;
  message: string;
  errors: unknown;
  headers: Record<string, unknown>;
};

/** What GitHub answered to a call that must be refused. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const error: unknown = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  assert.ok(error !== undefined, 'the call was not refused');
  assert.ok(error instanceof Error && 'status' in error && 'response' in error, inspect(error));
  const response = error.response as { data: Refusal; headers: Record<string, unknown> };
  const { message, errors } = response.data;
  return { status: Number(error.status), message, errors, headers: response.headers };
}
