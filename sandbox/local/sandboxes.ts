// All sandboxes of a server: makes them, finds them, ends those whose time is up or whose owner
// stays away, and takes snapshots. The one place that knows who lives.
import { randomBytes } from 'node:crypto';
import type { HostContacts, PlacePart } from '../driver/port.ts';
import type { EgressPolicy } from './egress/allow-list.ts';
import { placeOf } from './isolation/bubblewrap.ts';
import { type LiveSandbox, type SandboxDeps, startLiveSandbox } from './live-sandbox.ts';
import type { ServerOptions } from './options.ts';
import type { Snapshot, Snapshots } from './snapshots.ts';

type CreateRequest = {
  templateId: string;
  metadata: Record<string, string>;
  env: Record<string, string>;
  timeoutMs: number;
  policy: EgressPolicy;
  elsewhere: readonly PlacePart[];
};

/** Why a request cannot be met, as the REST interface answers it. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Sandboxes = {
  create(request: CreateRequest): Promise<LiveSandbox>;
  find(id: string): LiveSandbox | undefined;
  list(): LiveSandbox[];
  /** Also of the last ones that have ended: who ends one may ask afterwards. */
  contacts(id: string): HostContacts | undefined;
  /** Why it is ending, or one of the last ones has ended. */
  endReason(id: string): string | undefined;
  snapshot(sandbox: LiveSandbox, names: string[]): Promise<Snapshot>;
  removeSnapshot(snapshotId: string): Promise<boolean>;
  /** Ends whoever's time is up. Called every `sweepMs`. */
  sweep(): Promise<void>;
  endAll(reason: string): Promise<void>;
};

type SandboxesDeps = Omit<SandboxDeps, 'onStarted' | 'onEnded'> & {
  options: Pick<ServerOptions, 'maxSandboxes' | 'ownerTimeoutMs' | 'snapshotMaxAgeMs'>;
  snapshots: Snapshots;
  /** The lower layer of a sandbox made from the template. */
  emptyLayer: string;
  /** Throws what is missing when the machine's sandboxes no longer isolate. */
  requireIsolation(): Promise<void>;
  log(message: string, fields: Record<string, unknown>): void;
};

const BASE_TEMPLATE = 'base';

const REMEMBERED_ENDED = 100;

export function createSandboxes(deps: SandboxesDeps): Sandboxes {
  const living = new Map<string, LiveSandbox>();
  /** Layers of sandboxes that are being made count as used too. */
  const starting = new Map<string, string>();
  const ended = new Map<string, Ended>();
  const stop: Stop = { reason: undefined };
  const isInUse = (snapshotId: string) =>
    [...starting.values()].includes(snapshotId) ||
    [...living.values()].some(({ templateId }) => templateId === snapshotId);
  return {
    create: async (request) => await create({ deps, living, starting, ended, stop }, request),
    find: (id) => living.get(id),
    list: () => [...living.values()],
    contacts: (id) => living.get(id)?.egress.contacts() ?? ended.get(id)?.contacts,
    endReason: (id) => living.get(id)?.endReason() ?? ended.get(id)?.reason,
    snapshot: async (sandbox, names) => await takeSnapshot(deps, sandbox, names),
    async removeSnapshot(snapshotId) {
      if (isInUse(snapshotId)) throw new Refusal(409, `SANDBOX_SNAPSHOT_IN_USE: ${snapshotId}`);
      return await deps.snapshots.remove(snapshotId);
    },
    async sweep() {
      for (const sandbox of living.values()) await endIfDue(deps, sandbox);
      await deps.snapshots.removeOlderThan(deps.now() - deps.options.snapshotMaxAgeMs, isInUse);
    },
    async endAll(reason) {
      stop.reason = reason;
      await Promise.allSettled([...living.values()].map(async ({ end }) => await end(reason)));
    },
  };
}

/** Set once the server ends: what is just being made must end too. */
type Stop = { reason: string | undefined };

type CreateParts = {
  deps: SandboxesDeps;
  living: Map<string, LiveSandbox>;
  starting: Map<string, string>;
  ended: Map<string, Ended>;
  stop: Stop;
};

async function create(parts: CreateParts, request: CreateRequest): Promise<LiveSandbox> {
  const { deps, living, starting, stop } = parts;
  await deps.requireIsolation();
  const lowerDirectory = lowerOf(deps, request.templateId);
  if (living.size + starting.size >= deps.options.maxSandboxes) {
    throw new Refusal(429, `there are ${deps.options.maxSandboxes} sandboxes already`);
  }
  const id = `local-${randomBytes(10).toString('hex')}`;
  starting.set(id, request.templateId);
  try {
    const sandbox = await startLiveSandbox(
      { ...deps, ...trackLife(parts) },
      { ...request, id, lowerDirectory, place: placeOf(request.elsewhere) },
    );
    if (stop.reason === undefined) return sandbox;
    await sandbox.end(stop.reason);
    throw new Refusal(503, 'the sandbox server is ending');
  } finally {
    starting.delete(id);
  }
}

function trackLife({
  deps,
  living,
  ended,
}: CreateParts): Pick<SandboxDeps, 'onStarted' | 'onEnded'> {
  return {
    onStarted(sandbox) {
      living.set(sandbox.id, sandbox);
      deps.log('sandbox started', { sandboxId: sandbox.id, metadata: sandbox.metadata });
    },
    onEnded(sandbox, reason) {
      living.delete(sandbox.id);
      remember(ended, sandbox, reason);
      deps.log('sandbox ended', { sandboxId: sandbox.id, reason });
    },
  };
}

type Ended = { contacts: HostContacts; reason: string };

function remember(ended: Map<string, Ended>, { id, egress }: LiveSandbox, reason: string): void {
  ended.set(id, { contacts: egress.contacts(), reason });
  const [oldest] = ended.keys();
  if (ended.size > REMEMBERED_ENDED && oldest !== undefined) ended.delete(oldest);
}

function lowerOf(deps: SandboxesDeps, templateId: string): string {
  if (templateId === BASE_TEMPLATE) return deps.emptyLayer;
  if (deps.snapshots.find(templateId) === undefined) {
    throw new Refusal(404, `template '${templateId}' not found`);
  }
  return deps.snapshots.layerOf(templateId);
}

async function takeSnapshot(
  deps: SandboxesDeps,
  sandbox: LiveSandbox,
  names: string[],
): Promise<Snapshot> {
  const { id: sandboxId, bubblewrapPid, directory } = sandbox;
  return await sandbox.whileFrozen(
    async () =>
      await deps.snapshots.create({
        sandboxId,
        bubblewrapPid,
        directory,
        names,
        nowMs: deps.now(),
      }),
  );
}

async function endIfDue(deps: SandboxesDeps, sandbox: LiveSandbox): Promise<void> {
  const reason =
    deps.now() >= sandbox.endsAtMs()
      ? 'timeout'
      : sandbox.lonelyMs() > deps.options.ownerTimeoutMs
        ? 'owner gone'
        : undefined;
  if (reason === undefined) return;
  await sandbox.end(reason).catch((error: unknown) => {
    deps.log('sandbox does not end', { sandboxId: sandbox.id, reason, error: String(error) });
  });
}
