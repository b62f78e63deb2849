// Joins the parts for one run of the Action: GitHub by the token of the workflow, the embedded
// database in a directory of the run, and the same thread that the App has.
import type { Trigger } from '../command/trigger.ts';
import { choosePaths } from '../config/paths.ts';
import { applyDue } from '../engine/due.ts';
import { type JobLook, lookAtJob } from '../engine/look.ts';
import type { Engine } from '../engine/port.ts';
import type { AnthropicAccess } from '../gateway/anthropic/access.ts';
import { watchDenials } from '../github/denials.ts';
import { createGitHub } from '../github/octokit.ts';
import type { Denial, GitHubClient } from '../github/port.ts';
import { createLogger, type Logger } from '../log.ts';
import { createRedactor, type Redactor } from '../redact/redact.ts';
import type { Secret } from '../secret.ts';
import { findBinaries } from '../store/embedded/binaries.ts';
import type { JobRecord } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { acceptTrigger, newDelivery } from '../webhook/accept.ts';
import type { Handled } from '../webhook/handled.ts';
import { speak } from '../webhook/speak.ts';
import { stopLocalServer } from './sandboxes.ts';
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
    await stopLocalServer(paths);
    await store.close();
  };
  try {
    const records = { store, keepsRecords: false };
    const options = { config: threadConfig, ...records, assets, log, redactor, leaving: signal };
    const thread = await createThreadParts(options, {
      github,
      app: { id: config.appId },
      isAction: true,
    });
    return {
      store,
      engine: together(thread),
      async accept(trigger, delivery) {
        const docket = newDelivery({ hookId: 0, ...delivery }, trigger);
        const handled = await acceptTrigger(thread.accept, docket, trigger);
        return { handled, tell: async () => void (await speak(thread.accept, trigger, handled)) };
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
