// The stage of the demo and of the tests of the whole thread: a forge with one repository, one
// person, one installed App, and the settings with which an app runs against it.
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Octokit } from '@octokit/rest';
import { stopLocalServer } from '../../compose/sandboxes.ts';
import { readLocalConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { type Forge, startForge } from '../../forge/forge.ts';
import { stopEmbedded } from '../../store/embedded/reset.ts';
import { ISSUE, REPOSITORY_FILES } from './repository.ts';

export const OWNER = 'acme';
export const NAME = 'greetings';
export const PERSON = 'mona';
export const REPOSITORY = `${OWNER}/${NAME}`;

export type StageOptions = {
  files?: Record<string, string>;
  /** False: as a private repository of a small plan. */
  hasDrafts?: boolean;
  /** Unset: the app starts a database of its own. */
  databaseUrl?: string;
  /** Of copied programs; unset: its own, which goes with the stage. */
  cache?: string | undefined;
};

export type Stage = AsyncDisposable & {
  forge: Forge;
  /** The environment of an app that runs on this stage. */
  env: Record<string, string>;
  /** GitHub's API as the person sees it. */
  octokit: Octokit;
  /** Tells the forge where the app listens. */
  listensAt(url: string): void;
  openAndLabel(label?: string): Promise<{ issue: number }>;
  approve(pull: number): Promise<void>;
};

/** `files` join those of the demo's repository. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { files = {}, hasDrafts = true, databaseUrl, cache } = options;
  const home = await mkdtemp('/tmp/redgreen-stage-');
  await chmod(home, 0o755);
  const forge = await startForge();
  const { operator } = forge;
  operator.createUser({ login: OWNER });
  const person = operator.createUser({ login: PERSON });
  const all = { ...REPOSITORY_FILES, ...files };
  await operator.createRepository({ owner: OWNER, name: NAME, files: all, hasDrafts });
  operator.setPermission({ repository: REPOSITORY, login: PERSON, permission: 'write' });
  const webhookSecret = randomBytes(32).toString('hex');
  const app = await operator.createApp({ slug: 'redgreen', owner: OWNER, webhookSecret });
  operator.installApp({ slug: 'redgreen', repositories: [REPOSITORY] });
  const octokit = new Octokit({ baseUrl: forge.apiUrl, auth: person.token });
  const env = {
    REDGREEN_HOME: home,
    APP_ID: String(app.id),
    PRIVATE_KEY: app.privateKey,
    WEBHOOK_SECRET: webhookSecret,
    PUBLIC_URL: 'http://127.0.0.1',
    GITHUB_API_URL: forge.apiUrl,
    // The model is scripted; a key is a setting that `start` asks for.
    ANTHROPIC_API_KEY: randomBytes(24).toString('hex'),
    PORT: '0',
    LOG_LEVEL: 'warn',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...(cache !== undefined && { REDGREEN_CACHE: cache }),
  };
  return {
    forge,
    env,
    octokit,
    listensAt: (url) =>
      operator.setWebhookUrl({ slug: 'redgreen', url: `${url}/api/github/webhooks` }),
    async openAndLabel(label = 'redgreen') {
      const { number } = await forge.as(PERSON).openIssue(REPOSITORY, ISSUE);
      await forge.as(PERSON).label({ repository: REPOSITORY, number }, label);
      return { issue: number };
    },
    async approve(pull) {
      await forge.as(PERSON).comment({ repository: REPOSITORY, number: pull }, '/approve');
    },
    async [Symbol.asyncDispose]() {
      await forge.close();
      await stopServers(env);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** What the app leaves running on purpose for its next start. */
export async function stopServers(env: Record<string, string>): Promise<void> {
  const { paths } = readLocalConfig(env);
  await stopLocalServer(paths);
  await stopEmbedded({ paths, force: true });
}

/** Looks at GitHub until it shows what is expected. */
export async function seen<T>(
  what: string,
  look: () => Promise<T | undefined>,
  { deadlineMs = 120_000, signal }: { deadlineMs?: number; signal?: AbortSignal } = {},
): Promise<T> {
  for (const end = performance.now() + deadlineMs; ; ) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) {
      throw new AppError('TIMEOUT', { problem: `Waited in vain for ${what}.` });
    }
    await pause(150, undefined, signal === undefined ? {} : { signal });
  }
}
