// The web flow as tests need it: the address an app sends people to, and tokens at its end.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { SeededForge } from './seeded-forge.ts';

export const CALLBACK = 'http://127.0.0.1:9/auth/callback';

export type TokenFields = Record<string, string | number | undefined>;

export function authorizeUrl(seeded: SeededForge, query: Record<string, string> = {}): string {
  const url = new URL(`${seeded.forge.url}/login/oauth/authorize`);
  url.search = new URLSearchParams({ client_id: seeded.app.clientId, ...query }).toString();
  return url.href;
}

/** What the redirect carries. */
export function parametersOf(location: string): Record<string, string> {
  return Object.fromEntries(new URL(location).searchParams);
}

export async function askToken(
  seeded: SeededForge,
  fields: TokenFields,
): Promise<Record<string, unknown>> {
  const { clientId, clientSecret } = seeded.app;
  const response = await fetch(`${seeded.forge.url}/login/oauth/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, ...fields }),
  });
  assert.equal(response.status, 200);
  const answer: unknown = await response.json();
  assert.ok(typeof answer === 'object' && answer !== null);
  return { ...answer };
}

export async function codeFor(
  seeded: SeededForge,
  login: string,
  query: Record<string, string> = {},
): Promise<string> {
  const location = await seeded.forge.as(login).authorize(authorizeUrl(seeded, query));
  const { code } = parametersOf(location);
  assert.ok(code !== undefined, location);
  return code;
}

/** The whole way of a person, to the app's token for him. */
export async function signIn(
  seeded: SeededForge,
  login: string,
  fields: TokenFields = {},
): Promise<{ token: string; refreshToken: string }> {
  const answer = await askToken(seeded, { code: await codeFor(seeded, login), ...fields });
  return { token: String(answer['access_token']), refreshToken: String(answer['refresh_token']) };
}

export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
