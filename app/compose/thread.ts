// Joins the parts that carry a job from its label to its draft PR.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadInstruction } from '../../sandbox/driver/session/instructions.ts';
import { attachSession, runSession, SYSTEM_TIMERS } from '../../sandbox/driver/session/session.ts';
import { toolDefinitions } from '../../sandbox/protocol/tool-definitions.ts';
import { createParsers } from '../../sandbox/syntax/parsers.ts';
import { type AdmissionSettings, DEFAULT_ADMISSION } from '../command/admission-settings.ts';
import type { Config, LocalConfig } from '../config/config.ts';
import { applyEvent, beginJob } from '../engine/apply.ts';
import type { BranchChecks } from '../engine/branch-checks/port.ts';
import { createBranchChecks } from '../engine/branch-checks/worker.ts';
import type { Errands } from '../engine/errands/port.ts';
import { createErrands } from '../engine/errands/worker.ts';
import type { Inbox } from '../engine/inbox/port.ts';
import { createInbox } from '../engine/inbox/worker.ts';
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
import { putStatus } from '../steps/publisher.ts';
import { reap } from '../steps/reap.ts';
import { showAgain } from '../steps/show-again.ts';
import { tellThread } from '../steps/thread/answer.ts';
import type { Store } from '../store/store.ts';
import { forgetPerson } from '../web/sign-ins.ts';
import { createWebhookApp } from '../webhook/app.ts';
import { catchUp } from '../webhook/catch-up/catch-up.ts';
import { decideDelivery, giveUpDelivery, tellDelivery } from '../webhook/decide.ts';
import type { WebhookDeps } from '../webhook/deps.ts';
import { createErrandFunctions } from '../webhook/errands/errands.ts';
import { createExplanations } from '../webhook/explanations.ts';
import { createWebhookServerMiddleware, type WebhookListener } from '../webhook/middleware.ts';
import { createWorkspaces } from '../workspace/git.ts';
import { keepPacks } from '../workspace/kept-packs.ts';
import { modelChoices } from './models.ts';
import { operatorOf } from './operator.ts';
import { pagesOf } from './pages.ts';
import { createSandboxes } from './sandboxes.ts';

/** Who starts again wants to hear what it missed; of those that start together one asks. */
const BETWEEN_STARTS_MS = 5_000;
/** However many processes there are. */
const BETWEEN_PASSES_MS = 240_000;

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
export type ThreadConfig = LocalConfig &
  Pick<Config, 'providers' | 'models' | 'e2b'> &
  Partial<Pick<Config, 'apprise' | 'githubApiUrl'>>;

type ThreadOptions<C extends ThreadConfig = ThreadConfig> = {
  config: C;
  store: Store;
  /** Unset: they are kept. */
  keepsRecords?: boolean;
  assets: Assets;
  log: Logger;
  redactor: Redactor;
  /** Instead of the configured provider: a script. */
  gateway?: Gateway;
  /** Instead of the configured sandboxes as they are: the same with something forbidden. */
  restrict?(sandboxes: StepDeps['sandboxes']): StepDeps['sandboxes'];
  /** For links in threads; only the App has pages. */
  pages?: NonNullable<StepDeps['pages']>;
  /** Fires when the process ends for a cause of its own. */
  leaving?: AbortSignal;
};

/** What every door has in common: the engine that works, and what a trigger is accepted with. */
export type ThreadParts = {
  engine: Engine;
  /** Runs what `/verify` asks for, beside the engine. */
  checks: BranchChecks;
  /** Does what people ask for beside the course of a job. */
  errands: Errands;
  accept: WebhookDeps;
  /** Ends sandboxes and snapshots that nobody works with any more. */
  reap(): Promise<void>;
};

export type Thread = Pick<ThreadParts, 'engine' | 'checks' | 'errands' | 'reap'> & {
  webhooks: WebhookListener;
  /** Decides what came in by webhooks. */
  inbox: Inbox;
  /** Hears what no webhook told; once for all processes that ask at about the same time. */
  catchUp(signal: AbortSignal): Promise<void>;
  github: GitHubClient;
};

/** Behind webhooks: the App. */
export async function createThread(options: ThreadOptions<Config>): Promise<Thread> {
  const { config, store, log } = options;
  const { appId, privateKey, githubApiUrl, webhookSecrets } = config;
  const github = createGitHub({ appId, privateKey, baseUrl: githubApiUrl, log });
  const { accept, ...parts } = await createThreadParts(
    { ...options, pages: pagesOf(config) },
    { github, app: { id: appId }, self: askedOnce(async () => await github.self()) },
  );
  const webhooks = await createWebhookServerMiddleware({
    app: createWebhookApp(accept),
    appId,
    privateKey,
    webhookSecrets,
    githubApiUrl,
    log,
  });
  const inbox = joinInbox({ store, log }, accept);
  let leastMs = BETWEEN_STARTS_MS;
  const missed = async (signal: AbortSignal) => {
    const asked = { ...accept, github: { ...github.withSignal(signal), ...github.missed(signal) } };
    const isDone = await catchUp(asked, leastMs);
    // Whoever looked a moment ago may have ended before this process began.
    if (!isDone && leastMs === BETWEEN_STARTS_MS) {
      await pause(BETWEEN_STARTS_MS, undefined, { signal });
      await catchUp(asked, leastMs);
    }
    leastMs = BETWEEN_PASSES_MS;
  };
  return { ...parts, inbox, catchUp: missed, github, webhooks };
}

/** Deciding has the other pool, so that deliveries are written however much there is to decide. */
function joinInbox(
  { store, log }: Pick<ThreadOptions, 'store' | 'log'>,
  accept: WebhookDeps,
): Inbox {
  const behind = { ...accept, store: { accept: store.transaction } };
  return createInbox({
    store,
    log,
    worker: newWorker('inbox'),
    functions: {
      decide: async (worker, claim) => await decideDelivery(behind, worker, claim),
      giveUp: async (worker, undecided) => await giveUpDelivery(behind, worker, undecided),
      tell: async (claim) => await tellDelivery(behind, claim),
    },
  });
}

type Door = {
  github: GitHub;
  /** Who we are on GitHub, so that our own doings start nothing. */
  app: AdmissionSettings['app'];
  /** The same, by name; a fault is no answer. */
  self?: WebhookDeps['self'];
  isAction?: boolean;
};

function askedOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return async () => {
    asked ??= ask().catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return await asked;
  };
}

const nobody = async () => await Promise.resolve(undefined);

export async function createThreadParts(
  options: ThreadOptions,
  { github, app, self = nobody, isAction = false }: Door,
): Promise<ThreadParts> {
  const { store, log } = options;
  const deps = await createStepDeps(options, github);
  const engine = createLocalEngine({
    store,
    effects: createEffects(deps),
    worker: newWorker('app'),
    log,
    leaving: options.leaving,
  });
  const functions = createCheckFunctions(deps);
  const checks = createBranchChecks({ store, functions, worker: newWorker('checks'), log });
  const accept = createAcceptDeps(options, deps, { app, self, isAction });
  const errands = createErrands({
    store,
    functions: createErrandFunctions({
      ...accept,
      store,
      github,
      redact: deps.redact,
      refresh: async (jobId) => await putStatus(deps, jobId),
    }),
    worker: newWorker('errands'),
    log,
  });
  return {
    engine,
    checks,
    errands,
    accept,
    reap: async () => void (await reap(deps)),
  };
}

async function createStepDeps(options: ThreadOptions, github: GitHub): Promise<StepDeps> {
  const { config, store, assets, log, redactor, restrict = (all) => all } = options;
  const { gateway = chosenGateway(config, log), keepsRecords = true } = options;
  const { state } = config.paths;
  const clones = join(state, 'clones');
  // By itself: made on the way to a closed directory it would be as closed.
  await claimDirectory(state);
  await mkdir(clones, { recursive: true, mode: 0o700 });
  return {
    store,
    keepsRecords,
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
    ...(options.pages && { pages: options.pages }),
    ...operatorOf(config, log),
    redact: redactor.redact,
    newId: randomUUID,
    log,
  };
}

function chosenGateway({ providers, models }: ThreadConfig, log: Logger): Gateway {
  return createGateway({ connections: connectAll(providers), router: createRouter(models), log });
}

function createAcceptDeps(
  { store, log, config }: ThreadOptions,
  deps: StepDeps,
  { app, self, isAction }: Required<Omit<Door, 'github'>>,
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
    self,
    show: async (jobId) => await showAgain(deps, jobId),
    tell: async (place, answer) => await tellThread(deps, place, answer),
    redact: deps.redact,
    explanations: createExplanations(),
    models: modelChoices(config),
    isAction,
    forgetPerson: async (githubId) => void (await forgetPerson({ store }, githubId)),
  };
}
