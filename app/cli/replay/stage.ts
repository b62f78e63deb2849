// The stage of a replay: a GitHub on loopback with the repository at its base commit, an App, an
// issue; and a home of its own for database, sandboxes and files. All of it goes at the end.
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type Config, readConfig } from '../../config/config.ts';
import { type Forge, startForge } from '../../forge/forge.ts';
import { stopServers } from '../demo/stage.ts';
import type { Clone } from './clone.ts';
import type { Recording } from './recording.ts';

export type ReplayStage = AsyncDisposable & {
  config: Config;
  installation: { id: number; accountId: number; accountLogin: string };
  repositoryId: number;
  issueNumber: number;
};

export async function openReplayStage(
  recording: Pick<Recording, 'repository' | 'thread'>,
  { clone, cache }: { clone: Clone; cache: string },
): Promise<ReplayStage> {
  const home = await mkdtemp('/tmp/redgreen-replay-');
  await using undone = new AsyncDisposableStack();
  undone.defer(async () => await rm(home, { recursive: true, force: true }));
  // Sandboxes run as other users.
  await chmod(home, 0o755);
  const forge = undone.use(await startForge());
  const { env, ...seeded } = await seed(forge, { ...recording, clone, home, cache });
  undone.defer(async () => await stopServers(env));
  const config = readConfig(env);
  const all = undone.move();
  return { config, ...seeded, [Symbol.asyncDispose]: async () => await all.disposeAsync() };
}

async function seed(
  forge: Forge,
  {
    repository,
    thread,
    clone,
    home,
    cache,
  }: Pick<Recording, 'repository' | 'thread'> & { clone: Clone; home: string; cache: string },
) {
  const { operator } = forge;
  const { owner: login, name, isPrivate } = repository;
  const owner = operator.createUser({ login });
  const { id, fullName } = await operator.createRepository({
    owner: login,
    name,
    isPrivate,
    defaultBranch: thread.baseBranch,
    commit: { clone: clone.directory, sha: thread.baseSha },
  });
  const webhookSecret = randomBytes(32).toString('hex');
  const app = await operator.createApp({ slug: 'redgreen', owner: login, webhookSecret });
  const installation = operator.installApp({ slug: 'redgreen', repositories: [fullName] });
  const title = thread.issueTitle;
  const issue = await forge.as(login).openIssue(fullName, { title, body: thread.issueText });
  const env = {
    REDGREEN_HOME: home,
    REDGREEN_CACHE: cache,
    APP_ID: String(app.id),
    PRIVATE_KEY: app.privateKey,
    WEBHOOK_SECRET: webhookSecret,
    PUBLIC_URL: 'http://127.0.0.1',
    GITHUB_API_URL: forge.apiUrl,
    // No provider is asked; a key is a setting that every app has.
    ANTHROPIC_API_KEY: randomBytes(24).toString('hex'),
    LOG_LEVEL: 'silent',
  };
  return {
    env,
    installation: { id: installation.id, accountId: owner.id, accountLogin: login },
    repositoryId: id,
    issueNumber: issue.number,
  };
}
