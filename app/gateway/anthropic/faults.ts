// What Anthropic says instead of an answer, or in the middle of one.
import { APIConnectionError, APIError } from '@anthropic-ai/sdk/error';
import type { Said } from '../faults.ts';
import { CredentialUnavailable } from './key-helper.ts';

export function understand(error: unknown): Said | undefined {
  if (error instanceof CredentialUnavailable) return { status: 401, message: error.message };
  if (error instanceof APIConnectionError) return 'unreachable';
  if (!(error instanceof APIError)) return undefined;
  return {
    message: error.apiMessage ?? error.message,
    status: error.status,
    type: error.type ?? undefined,
    code: error.errorCode ?? undefined,
    headers: error.headers,
  };
}
