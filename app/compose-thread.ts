// Joins the parts that carry a job from its label to its draft PR.
import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runSession, SYSTEM_TIMERS } from '../sandbox/driver/session.ts';
import { loadInstruction } from '../sandbox/driver/session-instructions.ts';
import { toolDefinitions } from '../sandbox/protocol/tool-definitions.ts';
import { DEFAULT_ADMISSION } from './command/admission-rules.ts';
import type { FrozenText } from './command/visible-text.ts';
import { createSandboxes } from './compose-sandboxes.ts';
import type { Config } from './config.ts';
import { applyEvent, beginJob } from './engine/apply.ts';
import { createEffects } from './engine/effects/steps.ts';
import { createLocalEngine } from './engine/local.ts';
import type { Engine } from './engine/port.ts';
import { AppError } from './errors.ts';
import { createAnthropicGateway } from './gateway/anthropic.ts';
import { createBudgetedGateway } from './gateway/budget.ts';
import type { Gateway } from './gateway/port.ts';
import { createRouter } from './gateway/router.ts';
import { createGitHub } from './github/octokit.ts';
import type { GitHub, GitHubClient } from './github/port.ts';
import { branchName, parseJobKey } from './job/names.ts';
import type { Logger } from './log.ts';
import type { Redactor } from './redact.ts';
import type { StepDeps } from './steps/deps.ts';
import { putStatus } from './steps/publisher.ts';
import type { Records, Store } from './store/port.ts';
import { createWebhookApp } from './webhook/app.ts';
import { createExplanations } from './webhook/explanations.ts';
import { createWebhookServerMiddleware, type WebhookListener } from './webhook/middleware.ts';
import { createWorkspaces } from './workspace/git.ts';
import { keepPacks } from './workspace/kept-packs.ts';

/** Files that are made or found differently in a clone and when installed. */
export type Assets = {
  migrations: string;
  /** The bundled guest program. */
  runner: string;
  instructions: string;
  sandboxServer?: string;
};

export type ThreadOptions = {
  config: Config;
  store: Store;
  assets: Assets;
  log: Logger;
  redactor: Redactor;
  /** Instead of the configured provider: a script. */
  gateway?: Gateway;
};

export type Thread = {
  engine: Engine;
  webhooks: WebhookListener;
  github: GitHubClient;
  /** When nothing is left to be told in any thread. */
  idle(): Promise<void>;
};

export async function createThread(options: ThreadOptions): Promise<Thread> {
  const { config, store, log } = options;
  const github = createGitHub({
    appId: config.appId,
    privateKey: config.privateKey,
    baseUrl: config.githubApiUrl,
    log,
  });
  const deps = await createStepDeps(options, github);
  const engine = createLocalEngine({
    store,
    effects: createEffects(deps),
    worker: { name: `app-${process.pid}-${randomUUID().slice(0, 8)}`, lock: randomInt(2 ** 31) },
    log,
  });
  return { engine, github, ...(await createWebhooks(options, deps)) };
}

async function createStepDeps(
  { config, store, assets, log, redactor, gateway = chosenGateway(config, log) }: ThreadOptions,
  github: GitHub,
): Promise<StepDeps> {
  const clones = join(config.paths.state, 'clones');
  await mkdir(clones, { recursive: true, mode: 0o700 });
  return {
    store,
    github,
    workspaces: keepPacks(createWorkspaces({ github, directory: clones })),
    sandboxes: createSandboxes(config, assets),
    agent: {
      budgeted: (facts) => createBudgetedGateway({ gateway, ...facts }),
      runSession,
      session: { timers: SYSTEM_TIMERS, newId: randomUUID },
      runner: async () => await readFile(assets.runner),
      instruction: async (step) => await loadInstruction(step, assets.instructions),
      tools: toolDefinitions,
    },
    redact: redactor.redact,
    newId: randomUUID,
    log,
  };
}

function chosenGateway({ anthropic }: Config, log: Logger): Gateway {
  if (anthropic !== undefined) {
    return createAnthropicGateway({ access: anthropic, router: createRouter(), log });
  }
  throw new AppError('CONFIG_INVALID', {
    problem: 'ANTHROPIC_API_KEY: is not set; the other providers cannot be used yet.',
  });
}

async function createWebhooks(
  { config, store, log }: ThreadOptions,
  deps: StepDeps,
): Promise<Pick<Thread, 'webhooks' | 'idle'>> {
  const app = createWebhookApp({
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
    admission: { ...DEFAULT_ADMISSION, app: { id: config.appId } },
    freeze: keepThread,
    // A job says everything in its one status comment; a comment of its own is for others.
    tell: async ({ repository, threadNumber, jobId }, text) => {
      if (jobId !== undefined) await putStatus(deps, jobId, { notices: [text] });
      else await deps.github.comment(repository, threadNumber, text);
    },
    explanations: createExplanations(),
  });
  const webhooks = await createWebhookServerMiddleware({
    app,
    appId: config.appId,
    privateKey: config.privateKey,
    webhookSecrets: config.webhookSecrets,
    githubApiUrl: config.githubApiUrl,
    log,
  });
  return { webhooks, idle: async () => await app.idle() };
}

/** The issue as people see it, frozen with the job in one transaction. */
async function keepThread(records: Records, jobId: string, text: FrozenText): Promise<void> {
  const record = await records.jobs.find(jobId);
  const subject = record && parseJobKey(record.key);
  const repository = record && (await records.installations.findRepository(record.repositoryId));
  const [created] = await records.audit.ofJob(jobId);
  if (subject?.kind !== 'issue' || repository === undefined || created === undefined) {
    throw new AppError('INTERNAL_ERROR', { problem: 'A job was accepted without its issue.' });
  }
  await records.threads.insert({
    jobId,
    repositoryId: repository.id,
    issueNumber: subject.issueNumber,
    issueTitle: text.title,
    issueText: text.body,
    issueDigest: text.digest,
    requestedBy: created.actor,
    baseBranch: repository.defaultBranch,
    branch: branchName(subject),
  });
}
