// Translates what the e2b SDK throws into our faults. The one place that reads a foreign error's
// class or text; the foreign error stays as the cause.
import {
  AuthenticationError,
  FileNotFoundError,
  NotEnoughSpaceError,
  NotFoundError,
  RateLimitError,
  SandboxError,
  SandboxNotFoundError,
  ServiceBusyError,
  TimeoutError,
} from 'e2b';
import { AppError, isAppError } from '../../../app/errors.ts';
import { isSandboxFault, type SandboxErrorCode, SandboxFault } from '../port.ts';

export type CallContext = {
  /** What was being done, for instance "create a sandbox". */
  what: string;
  details?: Record<string, unknown>;
  signal?: AbortSignal | undefined;
  /** What a plain "not found" means in this call. */
  notFound?: SandboxErrorCode;
};

export async function translating<T>(context: CallContext, work: () => Promise<T>): Promise<T> {
  if (context.signal?.aborted === true) throw cancelled(context);
  try {
    return await work();
  } catch (error) {
    throw toFault(error, context);
  }
}

export function toFault(error: unknown, context: CallContext): Error {
  if (isAppError(error) || isSandboxFault(error)) return error;
  if (context.signal?.aborted === true) return cancelled(context);
  if (isTimeout(error)) {
    return new AppError('TIMEOUT', {
      problem: `The sandbox provider did not answer in time: ${context.what}.`,
      details: context.details ?? {},
      cause: error,
    });
  }
  const code = codeOf(error, context);
  return new SandboxFault(code, {
    problem: `${PROBLEMS[code] ?? 'The sandbox provider failed'}: ${context.what}.`,
    details: { ...context.details, answer: answerOf(error) },
    cause: error,
  });
}

function cancelled({ what, signal, details }: CallContext): AppError {
  const cause: unknown = signal?.reason;
  return new AppError('CANCELLED', {
    problem: `Cancelled: ${what}.`,
    details: details ?? {},
    cause,
  });
}

const PROBLEMS: Readonly<Partial<Record<SandboxErrorCode, string>>> = {
  SANDBOX_NOT_FOUND: 'The sandbox is gone',
  SANDBOX_TEMPLATE_UNKNOWN: 'There is no such template or snapshot',
  SANDBOX_PROCESS_NOT_FOUND: 'The process has ended',
  SANDBOX_FILE_NOT_FOUND: 'There is no such file',
  SANDBOX_DISK_FULL: 'The disk of the sandbox is full',
  SANDBOX_SNAPSHOT_IN_USE: 'The snapshot is in use',
  SANDBOX_UNAUTHORIZED: 'The sandbox provider does not know the key',
  SANDBOX_BUSY: 'The sandbox provider has no room',
  SANDBOX_REFUSED: 'The sandbox provider refused',
  SANDBOX_UNREACHABLE: 'The sandbox provider cannot be reached',
  NETWORK_POLICY_UNAVAILABLE: 'The provider cannot enforce this network policy',
  ISOLATION_INCOMPLETE: 'The sandboxes of this machine no longer isolate',
};

/** Our own server says some refusals by name. */
const NAMED: readonly SandboxErrorCode[] = [
  'NETWORK_POLICY_UNAVAILABLE',
  'SANDBOX_SNAPSHOT_IN_USE',
  'ISOLATION_INCOMPLETE',
];

function codeOf(error: unknown, { notFound }: CallContext): SandboxErrorCode {
  if (error instanceof SandboxNotFoundError) return 'SANDBOX_NOT_FOUND';
  if (error instanceof FileNotFoundError) return 'SANDBOX_FILE_NOT_FOUND';
  if (error instanceof NotFoundError) return notFound ?? 'SANDBOX_NOT_FOUND';
  if (error instanceof NotEnoughSpaceError) return 'SANDBOX_DISK_FULL';
  if (error instanceof AuthenticationError) return 'SANDBOX_UNAUTHORIZED';
  if (error instanceof RateLimitError || error instanceof ServiceBusyError) return 'SANDBOX_BUSY';
  if (error instanceof SandboxError) {
    if (error.statusCode === 404) return notFound ?? 'SANDBOX_NOT_FOUND';
    return NAMED.find((name) => error.message.includes(name)) ?? 'SANDBOX_REFUSED';
  }
  return 'SANDBOX_UNREACHABLE';
}

/** The SDK's TimeoutError also stands for "unavailable"; whoever needs to know asks the provider. */
function isTimeout(error: unknown): boolean {
  return (
    error instanceof TimeoutError ||
    (error instanceof DOMException && error.name === 'TimeoutError')
  );
}

/** Short, for operators: the provider's words, never a key (the SDK puts none into messages). */
function answerOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  return [text, cause]
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, 500);
}
