// Translates what goes wrong behind the envd interface into its two languages: Connect codes and
// HTTP statuses.
import type { z } from 'zod';
import { GuestFault } from '../agent-link.ts';
import { type ConnectCode, ConnectFault } from './connect-protocol.ts';
import { BodyTooLarge } from './http-body.ts';

const CONNECT_CODES: Readonly<Record<GuestFault['code'], ConnectCode>> = {
  not_found: 'not_found',
  already_exists: 'already_exists',
  invalid_argument: 'invalid_argument',
  failed_precondition: 'failed_precondition',
  permission_denied: 'permission_denied',
  no_space: 'resource_exhausted',
  internal: 'internal',
  gone: 'unavailable',
  timeout: 'deadline_exceeded',
};

const HTTP_STATUSES: Readonly<Record<GuestFault['code'], number>> = {
  not_found: 404,
  already_exists: 409,
  invalid_argument: 400,
  failed_precondition: 400,
  permission_denied: 403,
  no_space: 507,
  internal: 500,
  gone: 502,
  timeout: 504,
};

export function toConnectFault(error: unknown): ConnectFault {
  if (error instanceof ConnectFault) return error;
  if (error instanceof GuestFault) {
    return new ConnectFault(CONNECT_CODES[error.code], error.message);
  }
  if (error instanceof BodyTooLarge) return new ConnectFault('resource_exhausted', error.message);
  return new ConnectFault('internal', 'the sandbox server failed');
}

export function toHttpFault(error: unknown): { status: number; message: string } {
  if (error instanceof GuestFault) {
    return { status: HTTP_STATUSES[error.code], message: error.message };
  }
  if (error instanceof ConnectFault) {
    const status = error.code === 'unauthenticated' ? 401 : 400;
    return { status, message: error.message };
  }
  if (error instanceof BodyTooLarge) return { status: 413, message: error.message };
  return { status: 500, message: 'the sandbox server failed' };
}

export function parseMessage<T>(schema: z.ZodType<T>, message: unknown): T {
  const parsed = schema.safeParse(message);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConnectFault('invalid_argument', `${issue?.path.join('.')}: ${issue?.message}`);
}
