// What a handler needs before it may do anything: that sign-in is set up, that somebody is signed in,
// that a form is ours. Each throws the fault that the error page explains.
import { AppError } from '../errors.ts';
import type { PageContext, WebParts } from './page-context.ts';
import type { SignIn } from './sign-ins.ts';
import type { TokenDeps } from './user-token.ts';

export function requireMeans({ signIn, means }: WebParts): TokenDeps {
  if (means !== undefined) return means;
  const missing = 'missing' in signIn ? signIn.missing : [];
  throw new AppError('CONFIG_INVALID', {
    problem: `Nobody can sign in: set ${missing.join(' and ')} and start again.`,
  });
}

export function requireSignIn(context: PageContext): SignIn {
  const signIn = context.get('signIn');
  if (signIn === undefined) throw new AppError('UNAUTHORIZED');
  return signIn;
}
