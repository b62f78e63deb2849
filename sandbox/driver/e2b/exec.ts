// Runs one command to its end through the e2b SDK, with our own time limit, the whole group killed
// at its end, and output cut at the source.
import type { CommandHandle, Sandbox as SdkSandbox } from 'e2b';
import { AppError } from '../../../app/errors.ts';
import { waitAtMost } from '../../../app/machine/deadline.ts';
import type { ExecOptions, ExecResult } from '../port.ts';
import {
  commandOptions,
  type Exit,
  explainCut,
  explaining,
  killGroup,
  type SandboxAccess,
  waitForExit,
} from './command.ts';
import { joinHalves, limitedScript } from './shell-script.ts';

const DEFAULT_OUTPUT_BYTES = 1024 * 1024;
/** After a kill, the end of the stream is waited for only this long. */
const KILL_GRACE_MS = 3_000;

const KILLED: Exit = { exitCode: 137, signal: 'killed', resourceLimit: undefined };

export async function execCommand(
  access: SandboxAccess,
  options: ExecOptions,
): Promise<ExecResult> {
  const { sdk } = access;
  const maxBytes = options.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES;
  const details = { sandboxId: sdk.sandboxId };
  const context = { what: 'run a command', signal: options.signal, details };
  const startedAt = performance.now();
  const handle = await explaining(access, context, async () => await start(sdk, options, maxBytes));
  const how = await waitFor(handle, options);
  if (how === 'timeout' || how === 'cancelled') await endEarly(sdk, handle);
  if (how === 'cancelled') {
    throw new AppError('CANCELLED', { problem: 'Cancelled: run a command.', details });
  }
  if (how !== 'timeout' && 'failure' in how) throw await explainCut(access, how.failure, context);
  const stdout = joinHalves(handle.stdout, maxBytes);
  const stderr = joinHalves(handle.stderr, maxBytes);
  return {
    ended: how === 'timeout' ? 'timeout' : 'exit',
    ...(how === 'timeout' ? KILLED : how),
    stdout: stdout.text,
    stderr: stderr.text,
    isStdoutCut: stdout.isCut,
    isStderrCut: stderr.isCut,
    durationMs: performance.now() - startedAt,
  };
}

async function start(
  sdk: SdkSandbox,
  options: ExecOptions,
  maxBytes: number,
): Promise<CommandHandle> {
  const { onStdout, onStderr } = options;
  const { PATH: path, HOME: home } = options.env ?? {};
  const script = limitedScript(options.command, { path, home, maxBytes });
  return await sdk.commands.run(script, {
    ...commandOptions(options),
    ...(onStdout === undefined ? {} : { onStdout }),
    ...(onStderr === undefined ? {} : { onStderr }),
    background: true,
  });
}

type Ending = Exit | { failure: unknown } | 'timeout' | 'cancelled';

async function waitFor(handle: CommandHandle, options: ExecOptions): Promise<Ending> {
  const { signal, timeoutMs } = options;
  const early = Promise.withResolvers<'timeout' | 'cancelled'>();
  const timer = setTimeout(() => early.resolve('timeout'), timeoutMs);
  const onAbort = () => early.resolve('cancelled');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  try {
    return await Promise.race([waitForExit(handle), early.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

async function endEarly(sdk: SdkSandbox, handle: CommandHandle): Promise<void> {
  await killGroup(sdk, handle.pid);
  await waitAtMost(KILL_GRACE_MS, waitForExit(handle), () => undefined);
  await handle.disconnect();
}
