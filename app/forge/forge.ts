// Starts the forge and joins its parts: a GitHub on loopback for the demo and the tests. Keeps
// running when the app under test is killed. It is not a server for the outside.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { waitAtMost } from '../machine/deadline.ts';
import type { SchemaViolation } from './api/perform.ts';
import { createRouter } from './api/routes.ts';
import { createWebhooks, type Webhooks } from './events/webhooks.ts';
import { createGitRepositories, type GitRepositories } from './git/repository.ts';
import type { GitMachine, RunGit } from './git/run.ts';
import { createPerson, type Person } from './person.ts';
import { loadDescription } from './schema/description.ts';
import { createValidator } from './schema/validate.ts';
import { createUser, type NewUser, type SeedParts, setPermission } from './seed/accounts.ts';
import { createActionsToken, setActionsMayCreatePulls } from './seed/actions.ts';
import { createApp, installApp, type NewApp, setCallbackUrls, setWebhookUrl } from './seed/apps.ts';
import { createRepository, type NewRepository } from './seed/repositories.ts';
import { createForgeServer, type ServerParts } from './server.ts';
import { createFaults, type FaultRule, type InjectedFault } from './world/faults.ts';
import { createLocks } from './world/lock.ts';
import { createRateLimiter, type RateOptions } from './world/rate-limit.ts';
import { createSigner } from './world/signing.ts';
import { type Delivery, emptyState, type MutatingCall } from './world/state.ts';
import type { ForgeDeps, World } from './world/world.ts';

export type ForgeOptions = {
  /** A free one unless given. */
  port?: number;
  /** For the git repositories; a temp directory, removed on close, unless given. */
  directory?: string;
  deps?: Partial<ForgeDeps>;
  limits?: Partial<RateOptions>;
  /** GitHub's documents and its behaviour differ here, so both can be had. */
  signsBotCommits?: boolean;
  /** How long an app may take to answer a webhook; GitHub's ten seconds unless given. */
  webhookDeadlineMs?: number;
  /** Of a tree with all that lies below it no more are listed; GitHub's 100,000 unless given. */
  mostTreeEntries?: number;
  /** PATH on which git is found. */
  gitPath?: string;
  /** Where the trimmed description lies, when it does not lie beside the source. */
  schemaFile?: string;
};

type Operator = ReturnType<typeof createOperator>;

export type Forge = AsyncDisposable & {
  /** Pages and git. */
  url: string;
  /** REST: `baseUrl` for octokit. */
  apiUrl: string;
  operator: Operator;
  /** Acts as this user, as if on GitHub's pages. */
  as: (login: string) => Person;
  /** Every mutating call, refused ones included, oldest first. */
  calls: readonly MutatingCall[];
  deliveries: readonly Delivery[];
  /** Sends the newest delivery with this guid again. */
  redeliver: (guid: string) => void;
  injectFault: (rule: FaultRule) => InjectedFault;
  /** Bugs of the forge: answers and webhooks that GitHub's schemas refuse, and crashes. */
  schemaViolations: readonly SchemaViolation[];
  /** Waits until no webhook is queued or under way. */
  settled: (timeoutMs?: number) => Promise<void>;
  /** Ends connections, webhooks and git processes, and removes its temp directory. */
  close: () => Promise<void>;
};

const DEFAULT_GIT_PATH = '/usr/local/bin:/usr/bin:/bin';
const DEFAULT_LIMITS: RateOptions = { perHour: 5000, hasSecondary: false };
const MOST_TREE_ENTRIES = 100_000;
const WEBHOOK_DEADLINE_MS = 10_000;
const SETTLE_MS = 15_000;

export async function startForge(options: ForgeOptions = {}): Promise<Forge> {
  const temp = await mkdtemp(join(tmpdir(), 'redgreen-forge-'));
  const closing = new AbortController();
  try {
    const machine = { path: options.gitPath ?? DEFAULT_GIT_PATH, home: temp };
    const git = createGitRepositories(machine, closing.signal);
    await checkGit(git.run);
    const directory = options.directory ?? join(temp, 'repositories');
    await mkdir(directory, { recursive: true });
    const { parts, webhooks } = await joinParts(options, {
      machine,
      git,
      closing: closing.signal,
    });
    const { server, idle } = createForgeServer(parts);
    const port = await listen(server, options.port ?? 0);
    parts.world.urls.web = `http://127.0.0.1:${port}`;
    parts.world.urls.api = `${parts.world.urls.web}/api/v3`;
    const close = async (): Promise<void> => {
      closing.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([idle(), webhooks.idle(), git.ended()]);
      await rm(temp, { recursive: true, force: true });
    };
    const seedParts = { world: parts.world, git, directory };
    return createHandle({ parts, webhooks, operator: createOperator(seedParts), close });
  } catch (error) {
    closing.abort();
    await rm(temp, { recursive: true, force: true });
    throw error;
  }
}

type Machinery = { machine: GitMachine; git: GitRepositories; closing: AbortSignal };

async function joinParts(
  options: ForgeOptions,
  { machine, git, closing }: Machinery,
): Promise<{ parts: ServerParts; webhooks: Webhooks }> {
  const description = await loadDescription(options.schemaFile);
  const validator = createValidator(description);
  const faults = createFaults();
  const violations: SchemaViolation[] = [];
  const deps: ForgeDeps = {
    now: () => new Date(),
    newGuid: randomUUID,
    newSecret: () => randomBytes(24).toString('hex'),
    ...options.deps,
  };
  const webhooks = createWebhooks({
    world: () => world,
    validator,
    faults,
    closing,
    deadlineMs: options.webhookDeadlineMs ?? WEBHOOK_DEADLINE_MS,
    onViolation: (where, problem) => {
      violations.push({ where, status: undefined, problem });
    },
  });
  const world: World = {
    state: emptyState(),
    deps,
    // Known when the server listens.
    urls: { web: 'http://127.0.0.1', api: 'http://127.0.0.1/api/v3' },
    gitOf: (repository) => git.open(repository.directory),
    announce: webhooks.announce,
    redeliver: webhooks.redeliver,
    signer: options.signsBotCommits === true ? createSigner() : undefined,
    pullSizes: new Map(),
    mostTreeEntries: options.mostTreeEntries ?? MOST_TREE_ENTRIES,
    rates: createRateLimiter(deps.now, { ...DEFAULT_LIMITS, ...options.limits }),
  };
  const router = createRouter(description.routes);
  const locks = createLocks();
  const shared = { world, description, validator, locks, violations };
  return { parts: { ...shared, router, faults, machine, closing }, webhooks };
}

function createHandle(made: {
  parts: ServerParts;
  webhooks: Webhooks;
  operator: Operator;
  close: () => Promise<void>;
}): Forge {
  const { parts, webhooks, close } = made;
  const { state, urls } = parts.world;
  return {
    url: urls.web,
    apiUrl: urls.api,
    operator: made.operator,
    as: (login) => createPerson(parts, login),
    calls: state.calls,
    deliveries: state.deliveries,
    redeliver: (guid) => {
      const delivery = state.deliveries.findLast((candidate) => candidate.guid === guid);
      if (delivery === undefined) {
        throw new AppError('NOT_FOUND', { problem: `no delivery ${guid}` });
      }
      webhooks.redeliver(delivery);
    },
    injectFault: (rule) => parts.faults.inject(rule),
    schemaViolations: parts.violations,
    settled: async (timeoutMs = SETTLE_MS) => {
      await settle(webhooks, timeoutMs);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createOperator(parts: SeedParts) {
  return {
    createUser: (user: NewUser) => createUser(parts, user),
    createRepository: async (repository: NewRepository) =>
      await createRepository(parts, repository),
    setPermission: (wanted: Parameters<typeof setPermission>[1]) => {
      setPermission(parts, wanted);
    },
    createApp: async (app: NewApp) => await createApp(parts, app),
    setWebhookUrl: (wanted: Parameters<typeof setWebhookUrl>[1]) => {
      setWebhookUrl(parts, wanted);
    },
    setCallbackUrls: (wanted: Parameters<typeof setCallbackUrls>[1]) => {
      setCallbackUrls(parts, wanted);
    },
    installApp: (wanted: Parameters<typeof installApp>[1]) => installApp(parts, wanted),
    /** A workflow's GITHUB_TOKEN. */
    createActionsToken: (wanted: Parameters<typeof createActionsToken>[1]) =>
      createActionsToken(parts, wanted),
    setActionsMayCreatePulls: (wanted: Parameters<typeof setActionsMayCreatePulls>[1]) => {
      setActionsMayCreatePulls(parts, wanted);
    },
  };
}

/** `git merge-tree --write-tree` came with 2.38. */
async function checkGit(runGit: RunGit): Promise<void> {
  const version = await runGit(['--version']).catch((cause: unknown) => {
    throw new AppError('CONFIG_INVALID', { problem: 'git was not found', cause });
  });
  const found = /(\d+)\.(\d+)/.exec(version.stdout.toString('utf8'));
  const [major = 0, minor = 0] = (found ?? []).slice(1).map(Number);
  if (major > 2 || (major === 2 && minor >= 38)) return;
  throw new AppError('CONFIG_INVALID', { problem: `git 2.38 is needed, ${found?.[0]} was found` });
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new AppError('CONFIG_INVALID', { problem: `port ${port} cannot be used`, cause }));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

async function settle(webhooks: Webhooks, timeoutMs: number): Promise<void> {
  await waitAtMost(timeoutMs, webhooks.idle(), () => {
    throw new AppError('TIMEOUT', { problem: 'webhooks are still under way' });
  });
}
