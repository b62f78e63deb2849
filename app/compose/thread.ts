// Joins the parts that carry a job from its label to its draft PR.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadInstruction } from '../../sandbox/driver/session/instructions.ts';
import { attachSession, runSession, SYSTEM_TIMERS } from '../../sandbox/driver/session/session.ts';
import { toolDefinitions } from '../../sandbox/protocol/tool-definitions.ts';
import { createParsers } from '../../sandbox/syntax/parsers.ts';
import { type AdmissionSettings, DEFAULT_ADMISSION } from '../command/admission-rules.ts';
import type { Config, LocalConfig } from '../config/config.ts';
import { applyEvent, beginJob } from '../engine/apply.ts';
import type { BranchChecks } from '../engine/branch-checks/port.ts';
import { createBranchChecks } from '../engine/branch-checks/worker.ts';
import { createLocalEngine } from '../engine/local.ts';
import type { Engine } from '../engine/port.ts';
import { newWorker } from '../engine/worker.ts';
import { createBudgetedGateway } from '../gateway/budget.ts';
import { connectAll } from '../gateway/connections.ts';
import { createGateway } from '../gateway/gateway.ts';
import type { Gateway } from '../gateway/port.ts';
import { createRouter } from '../gateway/router.ts';
import { createGitHub } from '../github/octokit.ts';
import type { GitHub, GitHubClient } from '../github/port.ts';
import type { Logger } from '../log.ts';
import { claimDirectory } from '../machine/directories.ts';
import { readGrammars } from '../machine/grammar-files.ts';
import type { Redactor } from '../redact/redact.ts';
import { createCheckFunctions } from '../steps/check-branch.ts';
import type { StepDeps } from '../steps/deps.ts';
import { createEffects } from '../steps/effects.ts';
import { tellThread } from '../steps/publisher.ts';
import { reap } from '../steps/reap.ts';
import type { Store } from '../store/store.ts';
import { forgetPerson } from '../web/sign-ins.ts';
import { createWebhookApp } from '../webhook/app.ts';
import type { WebhookDeps } from '../webhook/deps.ts';
import { createExplanations } from '../webhook/explanations.ts';
import { createWebhookServerMiddleware, type WebhookListener } from '../webhook/middleware.ts';
import { createWorkspaces } from '../workspace/git.ts';
import { keepPacks } from '../workspace/kept-packs.ts';
import { createSandboxes } from './sandboxes.ts';

/** Files that are made or found differently in a clone and when installed. */
export type Assets = {
  migrations: string;
  /** The bundled guest program. */
  runner: string;
  instructions: string;
  /** The directory of the grammars' wasm files. */
  grammars: string;
  sandboxServer?: string;
};

/** What a thread needs of the configuration, whichever door it is behind. */
export type ThreadConfig = LocalConfig & Pick<Config, 'providers' | 'models' | 'e2b'>;

type ThreadOptions<C extends ThreadConfig = ThreadConfig> = {
  config: C;
  store: Store;
  assets: Assets;
  log: Logger;
  redactor: Redactor;
  /** Instead of the configured provider: a script. */
  gateway?: Gateway;
  /** Instead of the configured sandboxes as they are: the same with something forbidden. */
  restrict?(sandboxes: StepDeps['sandboxes']): StepDeps['sandboxes'];
};

/** What every door has in common: the engine that works, and what a trigger is accepted with. */
export type ThreadParts = {
  engine: Engine;
  /** Runs what `/verify` asks for, beside the engine. */
  checks: BranchChecks;
  accept: WebhookDeps;
  /** Ends sandboxes and snapshots that nobody works with any more. */
  reap(): Promise<void>;
};

export type Thread = Pick<ThreadParts, 'engine' | 'checks' | 'reap'> & {
  webhooks: WebhookListener;
  github: GitHubClient;
  /** When nothing is left to be told in any thread. */
  idle(): Promise<void>;
};

/** Behind webhooks: the App. */
export async function createThread(options: ThreadOptions<Config>): Promise<Thread> {
  const { config, log } = options;
  const { appId, privateKey, githubApiUrl, webhookSecrets } = config;
  const github = createGitHub({ appId, privateKey, baseUrl: githubApiUrl, log });
  const {
    engine,
    checks,
    accept,
    reap: reapAll,
  } = await createThreadParts(options, { github, app: { id: appId } });
  const app = createWebhookApp(accept);
  const webhooks = await createWebhookServerMiddleware({
    app,
    appId,
    privateKey,
    webhookSecrets,
    githubApiUrl,
    log,
  });
  return { engine, checks, github, webhooks, reap: reapAll, idle: async () => await app.idle() };
}

/** `app` is who we are on GitHub, so that our own doings start nothing. */
export async function createThreadParts(
  options: ThreadOptions,
  { github, app }: { github: GitHub; app: AdmissionSettings['app'] },
): Promise<ThreadParts> {
  const { store, log } = options;
  const deps = await createStepDeps(options, github);
  const engine = createLocalEngine({
    store,
    effects: createEffects(deps),
    worker: newWorker('app'),
    log,
  });
  const functions = createCheckFunctions(deps);
  const checks = createBranchChecks({ store, functions, worker: newWorker('checks'), log });
  return {
    engine,
    checks,
    accept: createAcceptDeps(options, deps, app),
    reap: async () => void (await reap(deps)),
  };
}

async function createStepDeps(options: ThreadOptions, github: GitHub): Promise<StepDeps> {
  const { config, store, assets, log, redactor, restrict = (all) => all } = options;
  const { gateway = chosenGateway(config, log) } = options;
  const { state } = config.paths;
  const clones = join(state, 'clones');
  // By itself: made on the way to a closed directory it would be as closed.
  await claimDirectory(state);
  await mkdir(clones, { recursive: true, mode: 0o700 });
  return {
    store,
    github,
    workspaces: keepPacks(createWorkspaces({ github, directory: clones })),
    sandboxes: restrict(createSandboxes(config, assets)),
    agent: {
      budgeted: (facts) =>
        createBudgetedGateway({
          gateway,
          ...facts,
          onFallback: (fallback) => log.warn(fallback, 'another model of the class is asked'),
        }),
      runSession,
      attachSession,
      session: { timers: SYSTEM_TIMERS, newId: randomUUID },
      runner: async () => await readFile(assets.runner),
      instruction: async (step) => await loadInstruction(step, assets.instructions),
      tools: toolDefinitions,
    },
    parsers: createParsers(readGrammars(assets.grammars)),
    redact: redactor.redact,
    newId: randomUUID,
    log,
  };
}

function chosenGateway({ providers, models }: ThreadConfig, log: Logger): Gateway {
  return createGateway({ connections: connectAll(providers), router: createRouter(models), log });
}

function createAcceptDeps(
  { store, log }: ThreadOptions,
  deps: StepDeps,
  app: AdmissionSettings['app'],
): WebhookDeps {
  return {
    store,
    github: deps.github,
    jobs: { begin: beginJob, apply: applyEvent },
    findJobByPullRequest: async (repositoryId, number) =>
      await store.accept(async ({ threads }) => {
        const thread = await threads.findByPullRequest(repositoryId, number);
        return thread?.jobId;
      }),
    log,
    newId: randomUUID,
    admission: { ...DEFAULT_ADMISSION, app },
    tell: async (place, text) => await tellThread(deps, place, text),
    explanations: createExplanations(),
    forgetPerson: async (githubId) => void (await forgetPerson({ store }, githubId)),
  };
}
