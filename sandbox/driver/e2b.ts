// The one driver: sandboxes through the unmodified e2b SDK, whether they live in E2B's cloud, in a
// self-hosted E2B or in our local server. Holds a key; must not write it anywhere.
import { Sandbox as Sdk } from 'e2b';
import type { E2bConnection, SdkConnection } from './e2b-connection.ts';
import { destroySandbox, destroySnapshot, listSnapshotIds } from './e2b-destroy.ts';
import { translating } from './e2b-faults.ts';
import { toE2bNetwork } from './e2b-network.ts';
import { createSandbox } from './e2b-sandbox.ts';
import type { CreateOptions, SandboxDriver, SandboxSummary } from './port.ts';

export type E2bDriverDeps = {
  /** Asked before every call that has no sandbox yet: a local server may have to be started. */
  connect(): Promise<E2bConnection>;
  now(): number;
};

export function createE2bDriver(deps: E2bDriverDeps): SandboxDriver {
  const connect: Connect = async (signal) => ({
    ...(await deps.connect()),
    debug: false,
    ...(signal === undefined ? {} : { signal }),
  });
  const destroyDeps = { connect, now: deps.now };
  return {
    create: async (options) => createSandbox(await create(connect, options), destroyDeps),
    async attach(sandboxId, { signal, timeoutMs } = {}) {
      const context = { what: 'attach to a sandbox', signal, details: { sandboxId } };
      return await translating(context, async () => {
        const timeout = timeoutMs === undefined ? {} : { timeoutMs };
        const sdk = await Sdk.connect(sandboxId, { ...(await connect(signal)), ...timeout });
        return createSandbox(sdk, destroyDeps);
      });
    },
    async list({ signal, metadata } = {}) {
      const context = { what: 'list sandboxes', signal };
      return await translating(context, async () => {
        return await listAll(await connect(signal), { ...metadata });
      });
    },
    destroy: async (sandboxId, options) => await destroySandbox(destroyDeps, sandboxId, options),
    deleteSnapshot: async (id, options) => await destroySnapshot(destroyDeps, id, options),
    async listSnapshots({ signal } = {}) {
      const context = { what: 'list snapshots', signal };
      return await translating(context, async () => await listSnapshotIds(await connect(signal)));
    },
  };
}

type Connect = (signal?: AbortSignal) => Promise<SdkConnection>;

async function create(connect: Connect, options: CreateOptions): Promise<Sdk> {
  const { signal, from, metadata } = options;
  const notFound = 'SANDBOX_TEMPLATE_UNKNOWN';
  const context = {
    what: 'create a sandbox',
    signal,
    details: { from, metadata },
    notFound,
  } as const;
  return await translating(context, async () => {
    const sdkOptions = toSdkOptions(options, await connect(signal));
    return await Sdk.create(templateOf(options), sdkOptions);
  });
}

function templateOf({ from }: CreateOptions): string {
  return from.kind === 'template' ? from.name : from.snapshotId;
}

/** The SDK's own defaults are internet on, ports public, five minutes: all are said here. */
function toSdkOptions(options: CreateOptions, connection: SdkConnection) {
  const network = toE2bNetwork(options.network ?? { kind: 'none' });
  const { allowInternetAccess, allowOut, denyOut } = network;
  return {
    ...connection,
    timeoutMs: options.timeoutMs,
    metadata: { ...options.metadata },
    allowInternetAccess,
    network: { allowOut, denyOut, allowPublicTraffic: false },
    lifecycle: { onTimeout: 'kill', autoResume: false } as const,
    ...(options.env === undefined ? {} : { envs: { ...options.env } }),
  };
}

async function listAll(
  connection: SdkConnection,
  metadata: Record<string, string>,
): Promise<SandboxSummary[]> {
  const { signal, ...options } = connection;
  const pages = Sdk.list({ ...options, query: { metadata, state: ['running', 'paused'] } });
  const found: SandboxSummary[] = [];
  while (pages.hasNext) {
    for (const info of await pages.nextItems(signal === undefined ? {} : { signal })) {
      const { sandboxId, metadata: own, startedAt, endAt: endsAt } = info;
      found.push({ sandboxId, metadata: own, startedAt, endsAt });
    }
  }
  return found;
}
