// The token of a sign-in, renewed when it ends. A refresh token works once, so one request renews and
// the others wait for it; a token that GitHub does not take any more ends the sign-in.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import type { People } from './port.ts';
import {
  endSignIn,
  findSignIn,
  isTokenRefused,
  type SignIn,
  type SignInDeps,
  sealTokens,
  signInOver,
} from './sign-ins.ts';

/** A token this close to its end is not used any more. */
const RESERVE_MS = 60_000;
/** Longer than a renewal can take; whoever died over it is replaced after that. */
const CLAIM_MS = 30_000;
const LOOK_AGAIN_MS = 100;
/** GitHub may not know a new token everywhere at once. */
const SETTLING_MS = 10_000;

export type TokenDeps = SignInDeps & { people: People };

/** Runs `work` with the sign-in's token. UNAUTHORIZED: the sign-in is over, and deleted. */
export async function withToken<T>(
  deps: TokenDeps,
  signIn: SignIn,
  signal: AbortSignal,
  work: (access: string) => Promise<T>,
): Promise<T> {
  const first = isEnding(deps, signIn) ? await renewed(deps, signIn, signal) : signIn;
  try {
    return await work(first.tokens.access);
  } catch (error) {
    if (!isTokenRefused(error)) throw error;
    const second = await findSignIn(deps, signIn.id);
    // Renewed by another request between our reading and our asking.
    if (second !== undefined && second.tokensVersion !== first.tokensVersion) {
      return await work(second.tokens.access);
    }
    if (deps.now() - first.tokens.issuedAt < SETTLING_MS) {
      throw new AppError('GITHUB_UNAVAILABLE', { cause: error });
    }
    await endSignIn(deps, signIn);
    throw signInOver(error);
  }
}

function isEnding({ now }: TokenDeps, { tokens }: SignIn): boolean {
  return tokens.accessExpiresAt !== undefined && now() >= tokens.accessExpiresAt - RESERVE_MS;
}

async function renewed(deps: TokenDeps, signIn: SignIn, signal: AbortSignal): Promise<SignIn> {
  const { digest, tokensVersion } = signIn;
  for (;;) {
    const at = deps.now();
    const isOurs = await deps.store.transaction(
      async ({ signIns }) =>
        await signIns.claimRenewal(digest, { tokensVersion, now: at, until: at + CLAIM_MS }),
    );
    if (isOurs) return await renew(deps, signIn);
    const other = await findSignIn(deps, signIn.id);
    if (other === undefined) throw signInOver();
    if (other.tokensVersion !== tokensVersion) return other;
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
  }
}

async function renew(deps: TokenDeps, signIn: SignIn): Promise<SignIn> {
  const { digest, tokensVersion, tokens: old } = signIn;
  const tokens = old.refresh === undefined ? undefined : await askOrRelease(deps, signIn);
  if (tokens === undefined) {
    await endSignIn(deps, signIn);
    throw signInOver();
  }
  const { keyId } = deps.sealer;
  const sealed = sealTokens(deps.sealer, digest, tokens);
  const isKept = await deps.store.transaction(
    async ({ signIns }) => await signIns.renew(digest, { tokensVersion, keyId, sealed }),
  );
  if (isKept) return { ...signIn, tokens, tokensVersion: tokensVersion + 1 };
  // Signed out meanwhile: the new pair must not outlive the sign-in.
  await deps.people.revoke(tokens.access).catch(() => undefined);
  throw signInOver();
}

/** When GitHub does not answer the next request may try: the claim is given back. */
async function askOrRelease({ people, store }: TokenDeps, signIn: SignIn) {
  const { digest, tokensVersion, tokens } = signIn;
  try {
    return await people.renew(tokens.refresh ?? '');
  } catch (error) {
    await store.transaction(async ({ signIns }) => {
      await signIns.dropRenewal(digest, tokensVersion);
    });
    throw error;
  }
}
