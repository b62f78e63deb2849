// Checks the JSON web token of a GitHub App: RS256, by its own key, at most ten minutes long.
// Messages are GitHub's.
import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../../sandbox/protocol/parse-json.ts';
import { GithubError } from './github-error.ts';
import type { App, ForgeState } from './state.ts';

/** GitHub counts the ten minutes from its own clock and forgives a minute of drift. */
const LONGEST_SECONDS = 600;
const DRIFT_SECONDS = 60;

const header = z.object({ alg: z.literal('RS256') });
const claims = z.object({
  iss: z.union([z.string(), z.number()]),
  iat: z.number().int(),
  exp: z.number().int(),
});

export function looksLikeJwt(token: string): boolean {
  return /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}

export function appOfJwt(state: ForgeState, token: string, now: Date): App {
  const [head = '', body = '', signature = ''] = token.split('.');
  const claim = claims.safeParse(decode(body));
  if (!header.safeParse(decode(head)).success || !claim.success) throw undecodable();
  const issuer = String(claim.data.iss);
  const app = [...state.apps.values()].find(
    ({ id, clientId }) => String(id) === issuer || clientId === issuer,
  );
  if (app?.publicKey === undefined) throw new GithubError(404, 'Integration not found');
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${body}`),
    createPublicKey(app.publicKey),
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw undecodable();
  checkTimes(claim.data, Math.floor(now.getTime() / 1000));
  return app;
}

function checkTimes({ iat, exp }: z.infer<typeof claims>, now: number): void {
  if (exp <= now) {
    throw new GithubError(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (exp > now + LONGEST_SECONDS || exp - iat > LONGEST_SECONDS + DRIFT_SECONDS) {
    throw new GithubError(401, "'Expiration time' claim ('exp') is too far in the future");
  }
  if (iat > now + DRIFT_SECONDS) {
    throw new GithubError(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
}

function decode(part: string): unknown {
  return parseJson(Buffer.from(part, 'base64url').toString('utf8'));
}

function undecodable(): GithubError {
  return new GithubError(401, 'A JSON web token could not be decoded');
}
