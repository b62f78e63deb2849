// One agent conversation in a sandbox, from its first to its last word: starts or finds the runner,
// joins wire and handlers, and ends what it started. Contracts: session/port.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, isAppError } from '../../../app/errors.ts';
import { Task, type TaskInput } from '../../protocol/task.ts';
import { SANDBOX_PATHS, type Sandbox } from '../port.ts';
import { Conversation } from './conversation.ts';
import { SessionLink } from './link.ts';
import type {
  AttachOptions,
  RunOptions,
  SessionEnd,
  SessionLimits,
  SessionOptions,
  Timers,
} from './port.ts';

export const SESSION_LIMITS: SessionLimits = {
  helloAfterMs: 1_000,
  heartbeatMs: 5_000,
  stalledAfterMs: 15_000,
  silentAfterMs: 300_000,
  renewAfterBytes: 8 * 1024 * 1024,
  requestTimeoutMs: 10_000,
  cancelGraceMs: 2_000,
  parkGraceMs: 10_000,
};

/** The machine's own clock. */
export const SYSTEM_TIMERS: Timers = {
  now: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  },
  async sleep(ms, signal) {
    await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
};

const PROBE_TIMEOUT_MS = 10_000;
/** The runner ends by itself once its last word is acknowledged. */
const EXIT_WITHIN_MS = 500;

/** Starts a runner and follows it to its end. */
export async function runSession(options: RunOptions): Promise<SessionEnd> {
  const task = parseTask(options.task);
  // A signal that any command of it may send would else open its debugger to them.
  const command = [await chooseNode(options), '--disable-sigusr1', options.runnerPath] as const;
  const link = openLink(options, task);
  const { heartbeatMs } = limitsOf(options);
  return await owning(link, options, async (stop) => {
    const pid = await link.connection.start(command, { REDGREEN_HEARTBEAT_MS: `${heartbeatMs}` });
    await options.handlers.started?.({ pid });
    link.begin();
    const { handlers, deps, last, park } = options;
    const parts = { link, task, handlers, deps, last, isWhole: true, park };
    return await follow(new Conversation({ ...parts, limits: limitsOf(options) }), stop, options);
  });
}

/** Goes on with a runner that a host before has started; nothing it said since is lost. */
export async function attachSession(options: AttachOptions): Promise<SessionEnd> {
  const task = options.task === undefined ? undefined : parseTask(options.task);
  const link = openLink(options, task);
  const { handlers, deps, last, pid, park } = options;
  return await owning(link, options, async (stop) => {
    try {
      await link.connection.connect(pid);
    } catch (error) {
      const isGone = isAppError(error, 'SANDBOX_NOT_FOUND');
      if (!isGone && !isAppError(error, 'SANDBOX_PROCESS_NOT_FOUND')) throw error;
      return { kind: 'runner_died', cause: isGone ? 'sandbox_gone' : 'vanished', stderr: '' };
    }
    link.resume();
    const parts = { link, task, handlers, deps, last, isWhole: false, park };
    return await follow(new Conversation({ ...parts, limits: limitsOf(options) }), stop, options);
  });
}

function openLink(options: SessionOptions, task: Task | undefined): SessionLink {
  const { sandbox, deps } = options;
  const first = task && ({ kind: 'task', task } as const);
  return new SessionLink({ sandbox, timers: deps.timers, limits: limitsOf(options), first });
}

function limitsOf({ limits }: SessionOptions): SessionLimits {
  return { ...SESSION_LIMITS, ...limits };
}

function parseTask(input: TaskInput): Task {
  const task = Task.safeParse(input);
  if (task.success) return task.data;
  const issues = task.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new AppError('VALIDATION_ERROR', {
    problem: 'The task of a session is not valid.',
    details: { issues: issues.slice(0, 20) },
  });
}

/** A runner started from the sealed binary is closed to the commands it runs. */
async function chooseNode(options: RunOptions): Promise<string> {
  if (options.nodePath !== undefined) return options.nodePath;
  const isSealed = await hasProgram(options.sandbox, SANDBOX_PATHS.sealedNode, options.signal);
  return isSealed ? SANDBOX_PATHS.sealedNode : SANDBOX_PATHS.node;
}

async function hasProgram(sandbox: Sandbox, path: string, signal: AbortSignal): Promise<boolean> {
  const command = ['test', '-x', path] as const;
  const { exitCode } = await sandbox.exec({ command, timeoutMs: PROBE_TIMEOUT_MS, signal });
  return exitCode === 0;
}

/**
 * Ends the runner when its session has ended or was cancelled. When a handler failed it is left
 * alive: another host may already be going on with it.
 */
async function owning(
  link: SessionLink,
  options: SessionOptions,
  work: (stop: AbortSignal) => Promise<SessionEnd>,
): Promise<SessionEnd> {
  const { signal, leave } = options;
  const stop = leave === undefined ? signal : AbortSignal.any([signal, leave]);
  try {
    const end = await work(stop);
    if (end.kind === 'done' || end.kind === 'parked') await link.connection.ended(EXIT_WITHIN_MS);
    await link.close({ kill: true });
    return end;
  } catch (error) {
    await link.close({ kill: signal.aborted });
    if (signal.aborted) {
      throw new AppError('CANCELLED', { problem: 'The session was cancelled.', cause: error });
    }
    if (leave?.aborted === true) return { kind: 'left' };
    throw error;
  }
}

async function follow(
  conversation: Conversation,
  stop: AbortSignal,
  options: SessionOptions,
): Promise<SessionEnd> {
  try {
    return await conversation.run(stop);
  } catch (error) {
    if (options.signal.aborted) {
      const grace = AbortSignal.timeout(limitsOf(options).cancelGraceMs);
      await conversation.cancel(grace).catch(() => undefined);
    }
    throw error;
  }
}
