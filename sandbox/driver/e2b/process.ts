// A process in a sandbox that is kept and spoken to through the e2b SDK: the wire of a session.
import type { CommandHandle } from 'e2b';
import type {
  CallOptions,
  ListenOptions,
  ProcessEnd,
  ProcessHandle,
  StartOptions,
} from '../port.ts';
import {
  commandOptions,
  explaining,
  isRunning,
  killGroup,
  resourceLimitOf,
  type SandboxAccess,
  waitForExit,
} from './command.ts';
import { translating } from './faults.ts';
import { groupScript } from './shell-script.ts';

/** A provider's largest request is smaller than what a caller may want to write. */
const STDIN_PIECE_BYTES = 1024 * 1024;

export async function startProcess(
  access: SandboxAccess,
  options: StartOptions,
): Promise<ProcessHandle> {
  const { sdk } = access;
  const details = { sandboxId: sdk.sandboxId };
  const context = { what: 'start a process', signal: options.signal, details };
  const counter = countBytes(options);
  return await explaining(access, context, async () => {
    const { PATH: path, HOME: home } = options.env ?? {};
    const script = groupScript(options.command, { path, home });
    const handle = await sdk.commands.run(script, {
      ...commandOptions(options),
      ...counter.callbacks,
      stdin: true,
      background: true,
    });
    return toHandle(access, handle, counter.bytes);
  });
}

export async function connectProcess(
  access: SandboxAccess,
  pid: number,
  options: ListenOptions,
): Promise<ProcessHandle> {
  const { sdk } = access;
  const context = {
    what: 'connect to a process',
    signal: options.signal,
    details: { sandboxId: sdk.sandboxId, pid },
    notFound: 'SANDBOX_PROCESS_NOT_FOUND' as const,
  };
  const counter = countBytes(options);
  return await explaining(access, context, async () => {
    const handle = await sdk.commands.connect(pid, { ...counter.callbacks, timeoutMs: 0 });
    return toHandle(access, handle, counter.bytes);
  });
}

type Counter = {
  bytes(): number;
  callbacks: { onStdout(text: string): Promise<void>; onStderr(text: string): Promise<void> };
};

function countBytes({ onData, onStderr }: ListenOptions): Counter {
  let bytes = 0;
  return {
    bytes: () => bytes,
    callbacks: {
      async onStdout(text) {
        bytes += Buffer.byteLength(text);
        await onData(text);
      },
      async onStderr(text) {
        bytes += Buffer.byteLength(text);
        await onStderr?.(text);
      },
    },
  };
}

function toHandle(
  access: SandboxAccess,
  handle: CommandHandle,
  receivedBytes: () => number,
): ProcessHandle {
  const { sdk } = access;
  const { pid } = handle;
  const details = { sandboxId: sdk.sandboxId, pid };
  const notFound = 'SANDBOX_PROCESS_NOT_FOUND';
  let lastWrite: Promise<unknown> = Promise.resolve();
  const inTurn = async (what: string, { signal }: CallOptions, work: () => Promise<void>) => {
    const turn = lastWrite.then(
      async () => await translating({ what, signal, details, notFound }, work),
    );
    lastWrite = turn.catch(() => undefined);
    await turn;
  };
  return {
    pid,
    ended: watchEnd(access, handle),
    receivedBytes,
    async write(data, options = {}) {
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      await inTurn('write to a process', options, async () => {
        for (let at = 0; at < bytes.byteLength; at += STDIN_PIECE_BYTES) {
          const piece = bytes.subarray(at, at + STDIN_PIECE_BYTES);
          await sdk.commands.sendStdin(pid, piece, requestOptions(options));
        }
      });
    },
    async closeStdin(options = {}) {
      await inTurn('close standard input', options, async () => {
        await sdk.commands.closeStdin(pid, requestOptions(options));
      });
    },
    kill: async () => await killGroup(sdk, pid),
    detach: async () => await handle.disconnect(),
  };
}

async function watchEnd(access: SandboxAccess, handle: CommandHandle): Promise<ProcessEnd> {
  const exit = await waitForExit(handle);
  if (!('failure' in exit)) return { kind: 'exit', ...exit };
  if ((await isRunning(access)) !== false) return { kind: 'detached', cause: exit.failure };
  return { kind: 'sandbox-gone', resourceLimit: resourceLimitOf(exit.failure) };
}

function requestOptions({ signal }: CallOptions): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
