// The one driver: sandboxes through the unmodified e2b SDK, whether they live in E2B's cloud, in a
// self-hosted E2B or in our local server. Holds a key; must not write it anywhere.
import { Sandbox as Sdk } from 'e2b';
import type {
  CallOptions,
  CreateOptions,
  NetworkPolicy,
  SandboxDriver,
  SandboxSummary,
} from '../port.ts';
import type { E2bConnection, SdkConnection } from './connection.ts';
import { destroySandbox, destroySnapshot, listSnapshotIds } from './destroy.ts';
import { translating } from './faults.ts';
import { type E2bNetwork, toE2bNetwork } from './network.ts';
import { askMark, readContacts, readTraces } from './own-server.ts';
import { createSandbox } from './sandbox.ts';

type E2bDriverDeps = {
  /** Asked before every call that has no sandbox yet: a local server may have to be started. */
  connect(): Promise<E2bConnection>;
  now(): number;
};

export function createE2bDriver(deps: E2bDriverDeps): SandboxDriver {
  const connect: Connect = async (signal) => {
    const { hasExactPorts: _, ...connection } = await deps.connect();
    return { ...connection, debug: false, ...(signal === undefined ? {} : { signal }) };
  };
  const toNetwork = async (policy: NetworkPolicy = { kind: 'none' }) =>
    toE2bNetwork(policy, policy.kind === 'none' ? {} : await deps.connect());
  const destroyDeps = { connect, now: deps.now };
  const sandboxDeps = {
    ...destroyDeps,
    toNetwork,
    mark: async (sandboxId: string, options?: CallOptions) =>
      await askMark(deps.connect, sandboxId, options),
    traces: async (sandboxId: string, options?: CallOptions) =>
      await readTraces(deps.connect, sandboxId, options),
  };
  return {
    create: async (options) =>
      createSandbox(await create({ connect, toNetwork }, options), sandboxDeps),
    async attach(sandboxId, { signal, timeoutMs } = {}) {
      const context = { what: 'attach to a sandbox', signal, details: { sandboxId } };
      return await translating(context, async () => {
        const timeout = timeoutMs === undefined ? {} : { timeoutMs };
        const sdk = await Sdk.connect(sandboxId, { ...(await connect(signal)), ...timeout });
        return createSandbox(sdk, sandboxDeps);
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
    contacts: async (sandboxId, options) => await readContacts(deps.connect, sandboxId, options),
  };
}

type Connect = (signal?: AbortSignal) => Promise<SdkConnection>;

type CreateDeps = {
  connect: Connect;
  toNetwork(policy: NetworkPolicy | undefined): Promise<E2bNetwork>;
};

async function create({ connect, toNetwork }: CreateDeps, options: CreateOptions): Promise<Sdk> {
  const { signal, from, metadata } = options;
  const notFound = 'SANDBOX_TEMPLATE_UNKNOWN';
  const context = {
    what: 'create a sandbox',
    signal,
    details: { from, metadata },
    notFound,
  } as const;
  return await translating(context, async () => {
    const network = await toNetwork(options.network);
    const sdkOptions = toSdkOptions(options, network, await connect(signal));
    return await Sdk.create(templateOf(options), sdkOptions);
  });
}

function templateOf({ from }: CreateOptions): string {
  return from.kind === 'template' ? from.name : from.snapshotId;
}

/** The SDK's own defaults are internet on, ports public, five minutes: all are said here. */
function toSdkOptions(options: CreateOptions, wanted: E2bNetwork, connection: SdkConnection) {
  const { allowInternetAccess, allowOut, denyOut } = wanted;
  return {
    ...connection,
    timeoutMs: options.timeoutMs,
    metadata: { ...options.metadata },
    allowInternetAccess,
    network: { allowOut, denyOut, allowPublicTraffic: false },
    lifecycle: { onTimeout: 'kill', autoResume: false } as const,
    ...(options.env === undefined ? {} : { envs: { ...options.env } }),
    // Only our own server knows it.
    ...(options.elsewhere !== undefined && {
      apiHeaders: { 'x-redgreen-elsewhere': options.elsewhere.join(',') },
    }),
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
