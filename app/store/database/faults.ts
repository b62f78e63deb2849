// Translates what `pg` and Postgres throw into our faults, at the edge of the store and nowhere else.
import { AppError, isAppError } from '../../errors.ts';

/** What the driver gives; every field may be absent because sockets fail too. */
type ForeignError = {
  code?: string;
  message?: string;
  constraint?: string;
  table?: string;
  errors?: unknown[];
};

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'EACCES',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '08000',
  '08003',
  '08006',
  '08P01',
]);

/** The driver reports a lost or late connection by text alone. */
const LOST_CONNECTION = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Query read timeout',
];

export function isSerialisationFailure(error: unknown): boolean {
  const { code } = asForeign(error);
  return code === '40001' || code === '40P01';
}

export function translateFault(error: unknown): AppError {
  if (isAppError(error)) return error;
  const foreign = asForeign(error);
  const code = foreign.code ?? '';
  if (isLost(foreign)) return new AppError('DATABASE_UNREACHABLE', { cause: error });
  if (code === '28P01' || code === '28000' || code === '3D000') {
    return new AppError('DATABASE_UNREACHABLE', { problem: refusal(code), cause: error });
  }
  if (code === '53100' || code === '53200') return new AppError('DISK_FULL', { cause: error });
  if (code === '57014' || code === '55P03' || code === '53300' || code === '25P03') {
    return new AppError('DATABASE_BUSY', { cause: error });
  }
  if (code === '40001' || code === '40P01' || code === 'RG004') {
    return new AppError('DATABASE_CONFLICT', { details: ruleOf(foreign), cause: error });
  }
  if (code === 'RG005') return new AppError('STALE_WORKER', { cause: error });
  if (code.startsWith('23') || code.startsWith('RG')) {
    const rule = ruleOf(foreign);
    return new AppError('DATABASE_RULE', {
      problem: `Rule ${String(rule['rule'])} refused it.`,
      details: rule,
      cause: error,
    });
  }
  return new AppError('INTERNAL_ERROR', { cause: error });
}

function ruleOf(error: ForeignError): Record<string, unknown> {
  return { rule: error.constraint ?? error.code ?? 'unknown', table: error.table ?? 'unknown' };
}

function refusal(code: string): string {
  return code === '3D000'
    ? 'The database named in DATABASE_URL does not exist.'
    : 'Postgres refused the user or password of DATABASE_URL.';
}

function isLost(error: ForeignError): boolean {
  const all = [error, ...(error.errors ?? []).map(asForeign)];
  return all.some(
    ({ code, message }) =>
      UNREACHABLE.has(code ?? '') || LOST_CONNECTION.some((text) => message?.startsWith(text)),
  );
}

function asForeign(error: unknown): ForeignError {
  return typeof error === 'object' && error !== null ? error : {};
}
