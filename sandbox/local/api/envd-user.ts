// Who a caller wants to be inside: the SDK says it in a Basic header or a query parameter. A local
// sandbox has one user; nobody becomes root, and a wish for it is refused aloud.
import type { IncomingMessage } from 'node:http';
import { ConnectFault } from './connect-protocol.ts';

const ONLY_USER = 'user';

export function requireKnownUser(request: IncomingMessage, fromQuery?: string | null): void {
  const asked = fromQuery ?? userOf(request.headers.authorization) ?? '';
  if (asked === '' || asked === ONLY_USER) return;
  throw new ConnectFault('unauthenticated', `there is no user '${asked}' in this sandbox`);
}

function userOf(header: string | undefined): string | undefined {
  const [scheme, value] = header?.split(' ') ?? [];
  if (scheme !== 'Basic' || value === undefined) return undefined;
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
}
