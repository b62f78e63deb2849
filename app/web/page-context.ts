// What every page knows about its request, and the parts all handlers share. Types and small readers
// only.
import type { Context } from 'hono';
import type { Cookies } from './cookies.ts';
import type { WebDeps } from './deps.ts';
import { formToken } from './forgery.ts';
import type { SignIn } from './sign-ins.ts';
import type { TokenDeps } from './user-token.ts';

/** Deps, joined with what is made of them once. */
export type WebParts = WebDeps & {
  cookies: Cookies;
  /** The address of a path of ours, as a browser must write it. */
  link(path: string): string;
  /** Absent when the operator has not set what is needed to sign in. */
  means: TokenDeps | undefined;
};

export type WebEnv = {
  Variables: {
    /** Fires when the request has taken too long or nobody waits for it any more. */
    signal: AbortSignal;
    signIn: SignIn | undefined;
  };
};
export type PageContext = Context<WebEnv>;

/** Who looks at a page: for its header and its forms. */
export type Viewer = { login: string; formToken: string } | undefined;

export function viewerOf(context: PageContext): Viewer {
  const signIn = context.get('signIn');
  return signIn && { login: signIn.login, formToken: formToken(signIn.id) };
}
