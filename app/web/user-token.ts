// The token of a session, renewed when it ends. A refresh token works once, so one request renews and
// the others wait for it; a token that GitHub does not take any more ends the session.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import type { People } from './port.ts';
import {
  endSession,
  findSession,
  isTokenRefused,
  type Session,
  type SessionDeps,
  sealTokens,
  sessionOver,
} from './sessions.ts';

/** A token this close to its end is not used any more. */
const RESERVE_MS = 60_000;
/** Longer than a renewal can take; whoever died over it is replaced after that. */
const CLAIM_MS = 30_000;
const LOOK_AGAIN_MS = 100;
/** GitHub may not know a new token everywhere at once. */
const SETTLING_MS = 10_000;

export type TokenDeps = SessionDeps & { people: People };

/** Runs `work` with the session's token. UNAUTHORIZED: the session is over, and deleted. */
export async function withToken<T>(
  deps: TokenDeps,
  session: Session,
  signal: AbortSignal,
  work: (access: string) => Promise<T>,
): Promise<T> {
  const first = isEnding(deps, session) ? await renewed(deps, session, signal) : session;
  try {
    return await work(first.tokens.access);
  } catch (error) {
    if (!isTokenRefused(error)) throw error;
    const second = await findSession(deps, session.id);
    // Renewed by another request between our reading and our asking.
    if (second !== undefined && second.tokensVersion !== first.tokensVersion) {
      return await work(second.tokens.access);
    }
    if (deps.now() - first.tokens.issuedAt < SETTLING_MS) {
      throw new AppError('GITHUB_UNAVAILABLE', { cause: error });
    }
    await endSession(deps, session);
    throw sessionOver(error);
  }
}

function isEnding({ now }: TokenDeps, { tokens }: Session): boolean {
  return tokens.accessExpiresAt !== undefined && now() >= tokens.accessExpiresAt - RESERVE_MS;
}

async function renewed(deps: TokenDeps, session: Session, signal: AbortSignal): Promise<Session> {
  const { digest, tokensVersion } = session;
  for (;;) {
    const at = deps.now();
    const isOurs = await deps.store.transaction(
      async ({ signIns }) =>
        await signIns.claimRenewal(digest, { tokensVersion, now: at, until: at + CLAIM_MS }),
    );
    if (isOurs) return await renew(deps, session);
    const other = await findSession(deps, session.id);
    if (other === undefined) throw sessionOver();
    if (other.tokensVersion !== tokensVersion) return other;
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
  }
}

async function renew(deps: TokenDeps, session: Session): Promise<Session> {
  const { digest, tokensVersion, tokens: old } = session;
  const tokens = old.refresh === undefined ? undefined : await askOrRelease(deps, session);
  if (tokens === undefined) {
    await endSession(deps, session);
    throw sessionOver();
  }
  const { keyId } = deps.sealer;
  const sealed = sealTokens(deps.sealer, digest, tokens);
  const isKept = await deps.store.transaction(
    async ({ signIns }) => await signIns.renew(digest, { tokensVersion, keyId, sealed }),
  );
  if (isKept) return { ...session, tokens, tokensVersion: tokensVersion + 1 };
  // Signed out meanwhile: the new pair must not outlive the session.
  await deps.people.revoke(tokens.access).catch(() => undefined);
  throw sessionOver();
}

/** When GitHub does not answer the next request may try: the claim is given back. */
async function askOrRelease({ people, store }: TokenDeps, session: Session) {
  const { digest, tokensVersion, tokens } = session;
  try {
    return await people.renew(tokens.refresh ?? '');
  } catch (error) {
    await store.transaction(async ({ signIns }) => {
      await signIns.dropRenewal(digest, tokensVersion);
    });
    throw error;
  }
}
