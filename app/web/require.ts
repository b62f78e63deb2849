// What a handler needs before it may do anything: that sign-in is set up, that somebody is signed in,
// that a form is ours. Each throws the fault that the error page explains.
import { AppError } from '../errors.ts';
import type { PageContext, WebParts } from './page-context.ts';
import type { Session } from './sessions.ts';
import type { TokenDeps } from './user-token.ts';

export function requireSignIn({ signIn, signedIn }: WebParts): TokenDeps {
  if (signedIn !== undefined) return signedIn;
  const missing = 'missing' in signIn ? signIn.missing : [];
  throw new AppError('CONFIG_INVALID', {
    problem: `Nobody can sign in: set ${missing.join(' and ')} and start again.`,
  });
}

export function requireSession(context: PageContext): Session {
  const session = context.get('session');
  if (session === undefined) throw new AppError('UNAUTHORIZED');
  return session;
}
