// Whole jobs from plan to published tree, as cheaply as they can be had with everything real that
// proof depends on: steps, engine, Postgres, sandboxes and git are; the model is a script for each
// job, and GitHub lives in memory. One world plays any number of jobs side by side.
import { randomInt, randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAssets } from '../../../app/cli/assets.ts';
import type { EffectFunctions } from '../../../app/engine/effects/port.ts';
import { createLocalEngine } from '../../../app/engine/local.ts';
import type { Engine } from '../../../app/engine/port.ts';
import { createBudgetedGateway } from '../../../app/gateway/budget.ts';
import type { Gateway } from '../../../app/gateway/port.ts';
import type { StepDeps } from '../../../app/steps/deps.ts';
import { createEffects } from '../../../app/steps/effects.ts';
import { createStore, type Store } from '../../../app/store/store.ts';
import { loadInstruction } from '../../../sandbox/driver/session/instructions.ts';
import {
  attachSession,
  runSession,
  SYSTEM_TIMERS,
} from '../../../sandbox/driver/session/session.ts';
import { toolDefinitions } from '../../../sandbox/protocol/tool-definitions.ts';
import { type LocalWorld, openLocalWorld } from '../../contract/driver/local-world.ts';
import { PARSERS } from '../syntax.ts';
import { createMemoryGitHub, type MemoryGitHub } from './github.ts';
import { createRepositories, type Repositories } from './repository.ts';

const MIB = 1024 * 1024;

export type ProofWorld = AsyncDisposable & {
  store: Store;
  engine: Engine;
  github: MemoryGitHub;
  repositories: Repositories;
  /** What the steps of this world are given. */
  deps: StepDeps;
  sandboxes: LocalWorld;
  /** The model of the next job with this id. */
  scripted(jobId: string, gateway: Gateway): void;
  newId(): string;
};

export type WorldOptions = {
  /** A migrated database that nobody else uses. */
  url: string;
  /** Effects at once. */
  slots: number;
  newId?(): string;
  /** Of another world, which outlives this one; unset: a server of its own. */
  sandboxes?: LocalWorld;
  /** Effects as they are run here; for what measures beside them. */
  around?(effects: EffectFunctions, deps: StepDeps): EffectFunctions;
};

export async function openProofWorld(options: WorldOptions): Promise<ProofWorld> {
  const { url, slots, newId = randomUUID, around = (effects) => effects } = options;
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-proof-'));
  owned.defer(async () => await rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o755);
  const sandboxes = options.sandboxes ?? (await openSandboxes());
  if (options.sandboxes === undefined) owned.defer(async () => await sandboxes.close());
  const store = createStore({ url });
  owned.defer(async () => await store.close());
  const repositories = createRepositories(join(directory, 'repositories'));
  const github = createMemoryGitHub((name) => repositories.named(name).sha);
  const gateways = new Map<string, Gateway>();
  const parts = { directory, store, github, repositories, sandboxes, gateways, newId };
  const deps = await createDeps(parts);
  const engine = createLocalEngine({
    store,
    effects: around(createEffects(deps), deps),
    worker: { name: `proof-${randomUUID()}`, lock: randomInt(2 ** 31) },
    log: deps.log,
    limits: { slots, perInstallation: slots, leaseMs: 120_000 },
  });
  owned.defer(async () => await engine.stop(0));
  await engine.start();
  const stack = owned.move();
  return {
    store,
    engine,
    github,
    repositories,
    deps,
    sandboxes,
    newId,
    scripted: (jobId, gateway) => void gateways.set(jobId, gateway),
    [Symbol.asyncDispose]: async () => await stack.disposeAsync(),
  };
}

async function openSandboxes(): Promise<LocalWorld> {
  const limits = { memoryBytes: 512 * MIB, diskBytes: 128 * MIB, processes: 256 };
  return await openLocalWorld({ limits, ownerTimeoutMs: 600_000 });
}

type Parts = Pick<ProofWorld, 'store' | 'github' | 'repositories' | 'sandboxes' | 'newId'> & {
  directory: string;
  gateways: ReadonlyMap<string, Gateway>;
};

async function createDeps(parts: Parts): Promise<StepDeps> {
  const { directory, store, github, repositories, sandboxes, gateways, newId } = parts;
  const cache = join(directory, 'cache');
  await mkdir(cache, { recursive: true });
  const assets = await findAssets({ cache, state: directory, runtime: directory });
  const runner = await readFile(assets.runner);
  return {
    store,
    keepsRecords: true,
    github,
    workspaces: repositories,
    sandboxes: { driver: sandboxes.driver, provider: 'local', template: 'base', atOnce: 2 },
    agent: {
      budgeted: (facts) => {
        const gateway = gateways.get(facts.jobId);
        if (gateway === undefined) throw new Error(`no script for ${facts.jobId}`);
        return createBudgetedGateway({ gateway, ...facts });
      },
      runSession,
      attachSession,
      session: { timers: SYSTEM_TIMERS, newId: randomUUID },
      runner: async () => runner,
      instruction: async (step) => await loadInstruction(step, assets.instructions),
      tools: toolDefinitions,
    },
    parsers: PARSERS,
    redact: (text) => text,
    newId,
    log: { info: () => undefined, warn: () => undefined },
  };
}
