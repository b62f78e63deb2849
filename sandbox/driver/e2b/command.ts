// What running and keeping a command through the e2b SDK have in common: how it ended, how its
// whole group is killed, whether its sandbox still lives.
import {
  CommandExitError,
  type CommandHandle,
  SandboxNotFoundError,
  Sandbox as SdkSandbox,
} from 'e2b';
import { AppError, isAppError } from '../../../app/errors.ts';
import type { CommandOptions } from '../port.ts';
import type { SdkConnection } from './connection.ts';
import { type CallContext, toFault, translating } from './faults.ts';
import { NO_HOME } from './shell-script.ts';

const REQUEST_TIMEOUT_MS = 5_000;

/** A sandbox at the address it was made at, and the way to whoever keeps sandboxes now. */
export type SandboxAccess = { sdk: SdkSandbox; connect(): Promise<SdkConnection> };

export type Exit = {
  exitCode: number;
  signal: string | undefined;
  resourceLimit: string | undefined;
};

export async function waitForExit(handle: CommandHandle): Promise<Exit | { failure: unknown }> {
  try {
    return toExit(await handle.wait());
  } catch (error) {
    return error instanceof CommandExitError ? toExit(error) : { failure: error };
  }
}

/** As the daemon words signals; what it does not name counts as killed. */
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = {
  hangup: 1,
  interrupt: 2,
  quit: 3,
  'illegal instruction': 4,
  aborted: 6,
  'bus error': 7,
  'floating point exception': 8,
  killed: 9,
  'segmentation fault': 11,
  'broken pipe': 13,
  terminated: 15,
  'CPU time limit exceeded': 24,
  'file size limit exceeded': 25,
  'bad system call': 31,
};

export function toExit(ended: { exitCode: number; error?: string | undefined }): Exit {
  const text = ended.error ?? '';
  const signal = /^signal: ([^;]+)/.exec(text)?.[1];
  const resourceLimit = RESOURCE_LIMIT.exec(text)?.[1];
  const exitCode = signal === undefined ? ended.exitCode : 128 + (SIGNAL_NUMBERS[signal] ?? 9);
  return { exitCode, signal, resourceLimit };
}

/** The provider kills one process; its group, which the script made, is killed from inside. */
export async function killGroup(sdk: SdkSandbox, pid: number): Promise<void> {
  const request = { requestTimeoutMs: REQUEST_TIMEOUT_MS };
  await Promise.allSettled([
    sdk.commands.kill(pid, request),
    sdk.commands.run(`kill -KILL -- -${pid}`, {
      timeoutMs: REQUEST_TIMEOUT_MS,
      envs: { HOME: NO_HOME },
      ...request,
    }),
  ]);
}

/**
 * Undefined when the provider does not say. When nobody answers at the sandbox's own address, the
 * provider is asked where it is now: a local server that was killed took its sandboxes with it, and
 * the one that is started in its place knows none of them.
 */
export async function isRunning({ sdk, connect }: SandboxAccess): Promise<boolean | undefined> {
  const request = { requestTimeoutMs: REQUEST_TIMEOUT_MS };
  const own = await sdk.isRunning(request).catch(() => undefined);
  if (own !== undefined) return own;
  try {
    await SdkSandbox.getInfo(sdk.sandboxId, { ...(await connect()), ...request });
    return true;
  } catch (error) {
    return error instanceof SandboxNotFoundError ? false : undefined;
  }
}

/** A cut stream may mean a dead sandbox; the SDK's error does not say which. */
export async function explainCut(
  access: SandboxAccess,
  failure: unknown,
  context: CallContext,
): Promise<Error> {
  if ((await isRunning(access)) !== false) return toFault(failure, context);
  const resourceLimit = resourceLimitOf(failure);
  const isLimit = resourceLimit !== undefined;
  // What ended it before this call is not this call's doing.
  const isEarlier = failure instanceof Error && failure.message.includes('the sandbox had ended: ');
  const used = isLimit ? `, it ${isEarlier ? 'had ' : ''}used too much ${resourceLimit}` : '';
  return new AppError(isLimit && !isEarlier ? 'SANDBOX_RESOURCE_LIMIT' : 'SANDBOX_NOT_FOUND', {
    problem: `The sandbox is gone${used}: ${context.what}.`,
    details: { ...context.details, ...(isLimit ? { resourceLimit } : {}) },
    cause: failure,
  });
}

/** Does what needs the sandbox; when that fails, says whether the sandbox is gone. */
export async function explaining<T>(
  access: SandboxAccess,
  context: CallContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await translating(context, work);
  } catch (error) {
    if (!isUnclear(error)) throw error;
    throw await explainCut(access, error.cause ?? error, context);
  }
}

/** What a call to an address where nobody listens looks like, among other things. */
function isUnclear(error: unknown): error is Error {
  return (
    isAppError(error, 'SANDBOX_REFUSED') ||
    isAppError(error, 'SANDBOX_UNREACHABLE') ||
    isAppError(error, 'TIMEOUT')
  );
}

/** Our server says it in the last words of a stream. */
export function resourceLimitOf(failure: unknown): string | undefined {
  const text = failure instanceof Error ? failure.message : '';
  return RESOURCE_LIMIT.exec(text)?.[1];
}

const RESOURCE_LIMIT = /resource limit: (\w+)/;

/**
 * The SDK's own time limit is switched off: it would cut the stream and leave the command. The
 * script has to set the home again.
 */
export function commandOptions(options: CommandOptions): {
  timeoutMs: 0;
  cwd?: string;
  envs: Record<string, string>;
  user?: string;
} {
  return {
    timeoutMs: 0,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    envs: { ...options.env, HOME: NO_HOME },
    ...(options.user === undefined ? {} : { user: options.user }),
  };
}
