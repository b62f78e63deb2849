// Joins the parts for one run of the Action: GitHub by the token of the workflow, the embedded
// database in a directory of the run, and the same thread that the App has.
import { join } from 'node:path';
import { findServer } from '../../sandbox/local/find-server.ts';
import type { Trigger } from '../command/trigger.ts';
import { choosePaths } from '../config/paths.ts';
import { applyDue } from '../engine/due.ts';
import { type JobLook, lookAtJob } from '../engine/look.ts';
import type { Engine } from '../engine/port.ts';
import type { AnthropicAccess } from '../gateway/access.ts';
import { watchDenials } from '../github/denials.ts';
import { createGitHub } from '../github/octokit.ts';
import type { Denial, GitHubClient } from '../github/port.ts';
import { createLogger, type Logger } from '../log.ts';
import { createRedactor, type Redactor } from '../redact/redact.ts';
import type { Secret } from '../secret.ts';
import { findBinaries } from '../store/embedded/binaries.ts';
import type { JobRecord } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { acceptTrigger } from '../webhook/accept.ts';
import type { Handled } from '../webhook/handled.ts';
import { type ReadPayload, readCommented, readLabeled } from '../webhook/payload.ts';
import { speak } from '../webhook/speak.ts';
import { openStore } from './store.ts';
import { type Assets, createThreadParts, type ThreadConfig, type ThreadParts } from './thread.ts';

type ActionConfig = {
  token: Secret;
  /** Whose comments and checks the token makes. */
  appId: number;
  githubApiUrl: string;
  anthropic: AnthropicAccess;
  e2bApiKey: Secret | undefined;
  isDebug: boolean;
};

export type ActionBasis = {
  config: ActionConfig;
  github: GitHubClient;
  log: Logger;
  redactor: Redactor;
  /** Every secret text of the run. */
  secrets: string[];
};

/** What needs no database. */
export function connectAction(
  config: ActionConfig,
  { write, onDenied }: { write(line: string): void; onDenied(denial: Denial): void },
): ActionBasis {
  const { token, appId, githubApiUrl: baseUrl, anthropic, e2bApiKey } = config;
  const secrets = [token, anthropic.apiKey, anthropic.authToken, e2bApiKey].flatMap((secret) =>
    secret === undefined ? [] : [secret.reveal()],
  );
  const redactor = createRedactor(secrets);
  const level = config.isDebug ? 'debug' : 'warn';
  const log = createLogger({ level, redactor, destination: { write } });
  const request = { fetch: watchDenials(onDenied) };
  const github = createGitHub({ token, appId, baseUrl, log, request });
  return { config, github, log, redactor, secrets };
}

/** Throws EMBEDDED_POSTGRES_UNAVAILABLE. */
export function findPostgres(): unknown {
  return findBinaries();
}

export function readTrigger(kind: 'label' | 'comment', payload: object): ReadPayload {
  return kind === 'label' ? readLabeled(payload) : readCommented(payload);
}

export type ActionParts = {
  store: Store;
  /** Also runs what `/verify` asks for. */
  engine: Pick<Engine, 'start' | 'stop'>;
  /** The door all triggers come through; `tell` says in the thread what became of it. */
  accept(
    trigger: Trigger,
    delivery: { guid: string; event: string; action: string },
  ): Promise<{ handled: Handled; tell(): Promise<void> }>;
  /** Every deadline that has passed, before anything else. */
  applyDue(jobId: string): Promise<void>;
  /** A job as it is, and whether anything is left to be run for it, a check included. */
  look(jobId: string): Promise<JobLook>;
  /** The newest job of an issue. */
  findJob(place: { repositoryId: number; issueNumber: number }): Promise<JobRecord | undefined>;
  /** Ends the database and the sandboxes' server. */
  close(): Promise<void>;
};

type ActionPlace = {
  home: string;
  /** Unset: below `home`. */
  cache: string | undefined;
  assets: Assets;
};

export async function openAction(
  basis: ActionBasis,
  { home, cache, assets, signal }: ActionPlace & { signal: AbortSignal },
): Promise<ActionParts> {
  const { config, github, log, redactor } = basis;
  const uid = process.getuid?.() ?? -1;
  const place = { uid, home, temp: home, redgreenHome: home, redgreenCache: cache };
  const paths = choosePaths(place);
  const threadConfig = toThreadConfig(config, paths);
  const { store } = await openStore(threadConfig, { migrations: assets.migrations, signal });
  const close = async () => {
    await stopSandboxServer(paths.runtime);
    await store.close();
  };
  try {
    const options = { config: threadConfig, store, assets, log, redactor };
    const thread = await createThreadParts(options, { github, app: { id: config.appId } });
    return {
      store,
      engine: together(thread),
      async accept(trigger, delivery) {
        const handled = await acceptTrigger(thread.accept, { hookId: 0, ...delivery }, trigger);
        return { handled, tell: async () => await speak(thread.accept, trigger, handled) };
      },
      applyDue: async (jobId) => await applyDue(store, jobId),
      look: async (jobId) => await lookAtJob(store, jobId),
      findJob: async (issue) =>
        await store.transaction(async ({ jobs }) => await jobs.newestOf(issue)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function together({ engine, checks }: ThreadParts): ActionParts['engine'] {
  return {
    async start() {
      await engine.start();
      await checks.start();
    },
    async stop(drainMs) {
      await Promise.all([engine.stop(drainMs), checks.stop()]);
    },
  };
}

function toThreadConfig(config: ActionConfig, paths: ThreadConfig['paths']): ThreadConfig {
  return {
    paths,
    logLevel: config.isDebug ? 'debug' : 'warn',
    isProduction: true,
    providers: { claude_code_subscription: config.anthropic },
    models: { providers: ['claude_code_subscription'] },
    e2b: {
      apiKey: config.e2bApiKey,
      apiUrl: undefined,
      domain: undefined,
      sandboxUrl: undefined,
    },
  };
}

const STOP_MS = 5_000;

/** It outlives who starts it; a run of the Action is its only user. */
async function stopSandboxServer(runtime: string): Promise<void> {
  const server = await findServer(join(runtime, 'sandboxes'));
  if (server === undefined) return;
  process.kill(server.pid, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < STOP_MS && isAlive(server.pid); waitedMs += 25) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
