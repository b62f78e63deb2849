// One living sandbox through the e2b SDK: commands, files, snapshot, network, end.
import { randomUUID } from 'node:crypto';
import type { Sandbox as Sdk } from 'e2b';
import { AppError } from '../../../app/errors.ts';
import type { CallOptions, NetworkPolicy, Sandbox, Traces } from '../port.ts';
import type { SandboxAccess } from './command.ts';
import { type DestroyDeps, destroySandbox } from './destroy.ts';
import { execCommand } from './exec.ts';
import { translating } from './faults.ts';
import type { E2bNetwork } from './network.ts';
import { connectProcess, startProcess } from './process.ts';
import { KILL_OTHERS_SCRIPT } from './shell-script.ts';

const UPLOAD_TIMEOUT_MS = 300_000;
const UNPACK_TIMEOUT_MS = 300_000;
const KILL_OTHERS_TIMEOUT_MS = 10_000;
const SNAPSHOT_TIMEOUT_MS = 300_000;

type SandboxDeps = DestroyDeps & {
  toNetwork(policy: NetworkPolicy): Promise<E2bNetwork>;
  mark(sandboxId: string, options?: CallOptions): Promise<void>;
  traces(sandboxId: string, options?: CallOptions): Promise<Traces>;
};

export function createSandbox(sdk: Sdk, deps: SandboxDeps): Sandbox {
  const id = sdk.sandboxId;
  const access = { sdk, connect: deps.connect };
  const call = async (
    what: string,
    { signal }: CallOptions,
    work: (request: { signal?: AbortSignal }) => Promise<void>,
  ): Promise<void> => {
    const context = { what, signal, details: { sandboxId: id } };
    await translating(context, async () => await work(signal === undefined ? {} : { signal }));
  };
  return {
    id,
    exec: async (options) => await execCommand(access, options),
    start: async (options) => await startProcess(access, options),
    connect: async (pid, options) => await connectProcess(access, pid, options),
    upload: async (path, bytes, options = {}) => await upload(sdk, { path, bytes }, options),
    async uploadTar(directory, tar, options = {}) {
      await uploadTar(access, { directory, tar }, options);
    },
    download: async (path, options) => await download(sdk, path, options),
    snapshot: async (options = {}) => await takeSnapshot(access, options),
    async setNetwork(policy, options = {}) {
      await call('set the network policy', options, async (request) => {
        await sdk.updateNetwork(await deps.toNetwork(policy), request);
      });
    },
    async extend(timeoutMs, options = {}) {
      await call('extend a sandbox', options, async (request) => {
        await sdk.setTimeout(timeoutMs, request);
      });
    },
    mark: async (options) => await deps.mark(id, options),
    traces: async (options) => await deps.traces(id, options),
    destroy: async (options) => await destroySandbox(deps, id, options),
  };
}

/** A snapshot of a running process would keep its memory with whoever offers that. */
async function takeSnapshot(
  access: SandboxAccess,
  options: CallOptions,
): Promise<{ snapshotId: string }> {
  const { sdk } = access;
  const command = KILL_OTHERS_SCRIPT;
  await execCommand(access, { ...options, command, timeoutMs: KILL_OTHERS_TIMEOUT_MS });
  const { signal } = options;
  const details = { sandboxId: sdk.sandboxId };
  return await translating({ what: 'take a snapshot', signal, details }, async () => {
    const request = signal === undefined ? {} : { signal };
    const requestTimeoutMs = SNAPSHOT_TIMEOUT_MS;
    const { snapshotId } = await sdk.createSnapshot({ ...request, requestTimeoutMs });
    return { snapshotId };
  });
}

async function upload(
  sdk: Sdk,
  file: { path: string; bytes: Uint8Array },
  { signal }: CallOptions,
): Promise<void> {
  const details = { sandboxId: sdk.sandboxId, path: file.path };
  await translating({ what: 'upload a file', signal, details }, async () => {
    await sdk.files.write(file.path, new Blob([new Uint8Array(file.bytes)]), {
      useOctetStream: true,
      requestTimeoutMs: UPLOAD_TIMEOUT_MS,
      ...(signal === undefined ? {} : { signal }),
    });
  });
}

/**
 * $1: the tar; $2: where to. Files are as old as their coming: caches that go by time and size must
 * not take a new text for the one before.
 */
const UNPACK_SCRIPT = `mkdir -p "$2" && tar --extract --touch --file "$1" --directory "$2"
code=$?; rm -f "$1"; exit $code`;

async function uploadTar(
  access: SandboxAccess,
  { directory, tar }: { directory: string; tar: Uint8Array },
  options: CallOptions,
): Promise<void> {
  const { sdk } = access;
  const path = `/tmp/upload-${randomUUID()}.tar`;
  await upload(sdk, { path, bytes: tar }, options);
  const result = await execCommand(access, {
    ...options,
    command: ['bash', '-c', UNPACK_SCRIPT, 'unpack', path, directory],
    timeoutMs: UNPACK_TIMEOUT_MS,
  });
  if (result.exitCode === 0) return;
  const isFull = /No space left on device/.test(result.stderr);
  throw new AppError(isFull ? 'SANDBOX_DISK_FULL' : 'SANDBOX_REFUSED', {
    problem: 'The tar could not be unpacked in the sandbox.',
    details: { sandboxId: sdk.sandboxId, directory, complaint: result.stderr.slice(0, 500) },
  });
}

async function download(
  sdk: Sdk,
  path: string,
  { signal, maxBytes }: CallOptions & { maxBytes: number },
): Promise<Uint8Array> {
  const details = { sandboxId: sdk.sandboxId, path };
  return await translating({ what: 'download a file', signal, details }, async () => {
    const request = signal === undefined ? {} : { signal };
    const stream = await sdk.files.read(path, { format: 'stream', ...request });
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of stream) {
      bytes += part.byteLength;
      if (bytes > maxBytes) {
        throw new AppError('SANDBOX_FILE_TOO_LARGE', {
          problem: `The file is larger than ${maxBytes} bytes.`,
          details: { ...details, maxBytes },
        });
      }
      parts.push(part);
    }
    return new Uint8Array(Buffer.concat(parts));
  });
}
