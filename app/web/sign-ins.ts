// Sign-ins of people: who holds which, until when, and the tokens sealed in them. The id is
// known to the browser alone; the database has its digest.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError, isAppError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { Person, UserTokens } from './port.ts';
import type { Sealer } from './seal.ts';

const IDLE_MS = 8 * 3_600_000;
const LONGEST_MS = 7 * 24 * 3_600_000;
/** Writing at every request would be a write for every look. */
const TOUCH_MS = 60_000;
const ID = /^[\w-]{43}$/;

export type SignInDeps = {
  store: Pick<Store, 'transaction'>;
  sealer: Sealer;
  now(): number;
  newSecret(): string;
};

export type SignIn = {
  id: string;
  digest: Uint8Array;
  githubId: number;
  login: string;
  tokens: UserTokens;
  tokensVersion: number;
};

const Tokens = z.object({
  access: z.string(),
  issuedAt: z.number(),
  accessExpiresAt: z.number().exactOptional(),
  refresh: z.string().exactOptional(),
});

/** A new id, always: one that was known before the sign-in is worth nothing after it. */
export async function beginSignIn(
  { store, sealer, now, newSecret }: SignInDeps,
  person: Person,
  tokens: UserTokens,
): Promise<string> {
  const id = newSecret();
  const digest = digestOf(id);
  const at = now();
  await store.transaction(async ({ signIns }) => {
    await signIns.sweep({ now: at, idleMs: IDLE_MS });
    await signIns.begin({
      digest,
      githubId: person.id,
      login: person.login,
      keyId: sealer.keyId,
      sealed: sealTokens(sealer, digest, tokens),
      now: at,
      expiresAt: at + LONGEST_MS,
    });
  });
  return id;
}

/** Undefined when there is none, or it is over; what is left of it is deleted then. */
export async function findSignIn(
  { store, sealer, now }: SignInDeps,
  id: string | undefined,
): Promise<SignIn | undefined> {
  if (id === undefined || !ID.test(id)) return undefined;
  const digest = digestOf(id);
  return await store.transaction(async ({ signIns }) => {
    const row = await signIns.find(digest);
    if (row === undefined) return undefined;
    const at = now();
    const isOver = at >= row.expiresAt || at - row.seenAt >= IDLE_MS;
    const tokens = isOver ? undefined : openTokens(sealer, row);
    if (tokens === undefined) {
      await signIns.end(digest);
      return undefined;
    }
    if (at - row.seenAt >= TOUCH_MS) await signIns.touch(digest, at);
    const { githubId, login, tokensVersion } = row;
    return { id, digest, githubId, login, tokens, tokensVersion };
  });
}

export async function endSignIn(
  { store }: Pick<SignInDeps, 'store'>,
  { digest }: Pick<SignIn, 'digest'>,
): Promise<void> {
  await store.transaction(async ({ signIns }) => {
    await signIns.end(digest);
  });
}

/** Everything this person holds: he took his consent back on GitHub. Answers how many sign-ins. */
export async function forgetPerson(
  { store }: { store: Pick<Store, 'accept'> },
  githubId: number,
): Promise<number> {
  return await store.accept(async ({ signIns }) => await signIns.endAllOf(githubId));
}

/** Tokens do not stay longer than their sign-ins. */
export async function sweepSignIns({
  store,
  now,
}: Pick<SignInDeps, 'store' | 'now'>): Promise<number> {
  return await store.transaction(
    async ({ signIns }) => await signIns.sweep({ now: now(), idleMs: IDLE_MS }),
  );
}

export function digestOf(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}

/** Bound to the sign-in's row: sealed tokens moved to another row cannot be opened. */
export function sealTokens(sealer: Sealer, digest: Uint8Array, tokens: UserTokens): Uint8Array {
  return sealer.seal(JSON.stringify(tokens), contextOf(digest));
}

function openTokens(
  sealer: Sealer,
  row: { keyId: string; sealed: Uint8Array; digest: Uint8Array },
): UserTokens | undefined {
  if (row.keyId !== sealer.keyId) return undefined;
  const text = sealer.open(row.sealed, contextOf(row.digest));
  return text === undefined ? undefined : Tokens.parse(JSON.parse(text));
}

function contextOf(digest: Uint8Array): string {
  return `tokens of ${Buffer.from(digest).toString('hex')}`;
}

/** GitHub ended what the sign-in lived on. */
export function signInOver(cause?: unknown): AppError {
  return new AppError('UNAUTHORIZED', { problem: 'The sign-in is over.', cause });
}

export function isTokenRefused(error: unknown): boolean {
  return isAppError(error, 'UNAUTHORIZED');
}
