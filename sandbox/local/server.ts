// The local sandbox server: E2B's interfaces on loopback, backed by bubblewrap. Joins the parts,
// runs the self-test before it answers anybody, and ends everything it started when it stops.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { AppError } from '../../app/errors.ts';
import { handleEnvd, isEnvdRequest } from './api/envd.ts';
import { answerError, answerJson } from './api/http-body.ts';
import { handleRest, type RestDeps } from './api/rest.ts';
import { isSameSecret } from './api/secrets.ts';
import { readExemption } from './egress/allow-list.ts';
import { type EgressDeps, ownAddresses } from './egress/egress.ts';
import { createLookup } from './egress/lookup.ts';
import type { Profile } from './isolation/bubblewrap.ts';
import type { LaunchDeps } from './isolation/launch.ts';
import { startWatch } from './isolation/limit-watch.ts';
import { type Cgroups, openCgroups } from './isolation/limits.ts';
import { makeOwned, removeMountPoint } from './isolation/overlay.ts';
import { prepareProfile, requireSealed } from './isolation/profile.ts';
import { digestProfile, watchProfile } from './isolation/profile-watch.ts';
import { buildSeccompFilter } from './isolation/seccomp.ts';
import { createWeakening, type Layer } from './isolation/weakening.ts';
import { removeLockFile, takePlace, writeLockFile } from './lock-file.ts';
import type { ServerOptions } from './options.ts';
import { createSandboxes, type Sandboxes } from './sandboxes.ts';
import { runSelfTest } from './self-test/self-test.ts';
import { openSnapshots } from './snapshots.ts';

type ServerDeps = {
  now(): number;
  log(message: string, fields: Record<string, unknown>): void;
  /** All addresses of a name; unset: by the machine's name servers. */
  lookup?(name: string): Promise<readonly string[]>;
  /**
   * For the escape suite: makes sandboxes without these layers. Such a server runs no self-test,
   * writes no lock file and says so in its health; `main.ts` has no way to ask for it.
   */
  without?: readonly Layer[];
};

type SandboxServer = {
  port: number;
  apiKey: string;
  /** How memory and processes are limited here. */
  limitedBy: 'cgroup' | 'watchdog';
  /** Ends all sandboxes, then itself. Idempotent. */
  stop(reason: string): Promise<void>;
  stopped: Promise<string>;
};

export async function startSandboxServer(
  options: ServerOptions,
  deps: ServerDeps,
): Promise<SandboxServer> {
  await makeRuntimeDirectory(options.runtimeDirectory);
  const leavePlace = await takePlace(options.runtimeDirectory);
  if (leavePlace === undefined) {
    throw new AppError('SANDBOX_SERVER_FAILED', {
      problem: 'Another sandbox server runs in this runtime directory.',
      details: { runtimeDirectory: options.runtimeDirectory, isTaken: true },
    });
  }
  try {
    const parts = await prepareParts(options, deps);
    return await serve({ options, deps, leavePlace, ...parts });
  } catch (error) {
    leavePlace();
    throw error;
  }
}

/** Others may pass through, nobody but the owner sees what is in it. */
async function makeRuntimeDirectory(directory: string): Promise<void> {
  const isNew = (await mkdir(directory, { recursive: true })) !== undefined;
  if (isNew) await chmod(directory, 0o711);
}

type Parts = {
  sandboxes: Sandboxes;
  rest: RestDeps;
  cgroups: Cgroups | undefined;
  stopWatch(): void;
};

async function prepareParts(given: ServerOptions, deps: ServerDeps): Promise<Parts> {
  const weakening = deps.without === undefined ? undefined : createWeakening(deps.without);
  const options = { ...given, limits: weakening?.limits(given.limits) ?? given.limits };
  const whole = await prepareProfile(options);
  const profile = weakening?.without.has('uid') === true ? { ...whole, uid: undefined } : whole;
  const mountDirectory = join(options.runtimeDirectory, 'sandboxes');
  await prepareMounts(profile, mountDirectory);
  const machine = architecture();
  const cgroups = await openOwnCgroups(options, profile);
  const seccompFilter = buildSeccompFilter(machine, cgroups !== undefined);
  const { startTimeoutMs } = options;
  const launch = { profile, seccompFilter, cgroups, mountDirectory, startTimeoutMs, weakening };
  try {
    const test = async () => {
      if (weakening !== undefined) return;
      requireSealed(profile.sealedNodeBinary);
      await runSelfTest(launch, join(options.runtimeDirectory, 'self-test'));
    };
    const digest = () => digestProfile(profile, seccompFilter);
    const tested = digest();
    await test();
    const { requireIsolation } = watchProfile({ tested, digest, test, log: deps.log });
    return await joinParts({ options, deps, launch, requireIsolation });
  } catch (error) {
    await cgroups?.removeAll();
    throw error;
  }
}

/** Without root nobody may make them; the watch limits memory then. */
async function openOwnCgroups(
  options: ServerOptions,
  profile: Profile,
): Promise<Cgroups | undefined> {
  if (profile.uid === undefined) return undefined;
  const digest = createHash('sha256').update(options.runtimeDirectory).digest('hex');
  return await openCgroups(options.cgroupRoot, `redgreen-${digest.slice(0, 16)}`);
}

function egressOf(options: ServerOptions, deps: ServerDeps): Omit<EgressDeps, 'profile' | 'now'> {
  const exempt = options.allowPrivate.map(readExemption).filter((one) => one !== undefined);
  const names = new Set(exempt.map(({ rule }) => rule.host.text));
  const lookup = deps.lookup ?? createLookup(names);
  return {
    decide: { lookup, exempt, ownAddresses },
    limits: { connections: options.egressConnections, idleMs: options.egressIdleMs },
  };
}

async function joinParts(given: {
  options: ServerOptions;
  deps: ServerDeps;
  launch: LaunchDeps;
  requireIsolation(): Promise<void>;
}): Promise<Parts> {
  const { options, deps, launch, requireIsolation } = given;
  const { profile, cgroups } = launch;
  const snapshots = await openSnapshots(profile, options.snapshotDirectory);
  const emptyLayer = join(options.runtimeDirectory, 'shared', 'empty');
  await makeOwned(profile, emptyLayer);
  const watch = startWatch({
    cgroups,
    limits: options.limits,
    everyMs: options.memoryCheckMs,
    strainMs: options.strainMs,
    now: deps.now,
    sandboxes: () => sandboxes.list(),
  });
  const sandboxes: Sandboxes = createSandboxes({
    ...launch,
    ...deps,
    options,
    snapshots,
    emptyLayer,
    egress: egressOf(options, deps),
    requireIsolation,
    memoryKills: watch.memoryKills,
  });
  const rest: RestDeps = { sandboxes, snapshots, limits: options.limits, ...deps };
  return { sandboxes, rest, cgroups, stopWatch: watch.stop };
}

async function prepareMounts(profile: Profile, directory: string): Promise<void> {
  await makeOwned(profile, directory);
  // A killed server's sandboxes died with it, and their mounts; only the places remain.
  for (const name of await readdir(directory)) await removeMountPoint(join(directory, name));
}

function architecture(): 'x64' | 'arm64' {
  if (process.arch === 'x64' || process.arch === 'arm64') return process.arch;
  throw new AppError('SECCOMP_REFUSED', {
    problem: `There is no system call filter for the architecture ${process.arch}.`,
    hint: 'Use x86_64 or aarch64. Or use E2B: set E2B_API_KEY.',
  });
}

type Serving = Parts & { options: ServerOptions; deps: ServerDeps; leavePlace(): void };

async function serve(parts: Serving): Promise<SandboxServer> {
  const { options, deps, sandboxes, rest, cgroups } = parts;
  const apiKey = randomBytes(32).toString('hex');
  const activity = { lastCallMs: deps.now() };
  const http = createServer((request, response) => {
    activity.lastCallMs = deps.now();
    route({ rest, apiKey, without: deps.without }, request, response).catch((error: unknown) => {
      deps.log('request failed', { error: String(error) });
      response.destroy();
    });
  });
  http.keepAliveTimeout = 60_000;
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  if (deps.without === undefined) {
    await writeLockFile(options.runtimeDirectory, { pid: process.pid, port, apiKey });
  } else deps.log('layers are missing', { without: deps.without });
  const stopped = Promise.withResolvers<string>();
  let stopping: Promise<void> | undefined;
  const stop = async (reason: string) => {
    stopping ??= stopAll(parts, http).then(() => stopped.resolve(reason));
    await stopping;
  };
  const timer = setInterval(() => {
    sandboxes.sweep().catch((error: unknown) => {
      deps.log('sweep failed', { error: String(error) });
    });
    const idleMs = deps.now() - activity.lastCallMs;
    if (sandboxes.list().length === 0 && idleMs > options.idleExitMs) void stop('idle');
  }, options.sweepMs);
  void stopped.promise.then(() => clearInterval(timer));
  const limitedBy = cgroups === undefined ? 'watchdog' : 'cgroup';
  return { port, apiKey, limitedBy, stop, stopped: stopped.promise };
}

async function stopAll(parts: Serving, http: Server): Promise<void> {
  const { options, sandboxes, cgroups, stopWatch, leavePlace } = parts;
  await removeLockFile(options.runtimeDirectory, process.pid);
  const closed = once(http, 'close');
  http.close();
  await sandboxes.endAll('server stops');
  http.closeAllConnections();
  await closed;
  stopWatch();
  await cgroups?.removeAll();
  leavePlace();
}

type Routed = { rest: RestDeps; apiKey: string; without: readonly Layer[] | undefined };

async function route(
  { rest, apiKey, without }: Routed,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on('error', () => undefined);
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (isEnvdRequest(request, url.pathname)) {
    await handleEnvd(rest.sandboxes, request, response, url);
    return;
  }
  if (!isSameSecret(String(request.headers['x-api-key'] ?? ''), apiKey)) {
    answerError(response, 401, 'the API key is missing or wrong');
    return;
  }
  if (url.pathname === '/health') {
    const sandboxes = rest.sandboxes.list().length;
    answerJson(response, 200, {
      pid: process.pid,
      sandboxes,
      ...(without === undefined ? {} : { without }),
    });
    return;
  }
  await handleRest(rest, { request, response, url });
}
