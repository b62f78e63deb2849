// `POST /login/oauth/access_token`: a code or a refresh token for a user access token. Whatever is
// wrong is answered as GitHub does, as a 200 that names the error. Knows no HTTP.
import { createHash } from 'node:crypto';
import { isSecretOf } from '../world/auth.ts';
import type { Code, UserAccess } from '../world/oauth.ts';
import type { App } from '../world/state.ts';
import type { World } from '../world/world.ts';
import {
  ACCESS_LIFE_SECONDS,
  issueAccess,
  REFRESH_LIFE_SECONDS,
  rotateAccess,
  takeCode,
} from './grants.ts';

export type Fields = Readonly<Record<string, string>>;
export type TokenAnswer = Record<string, string | number>;

const DOCS =
  'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/#';

const REASONS = {
  bad_refresh_token: 'The refresh token passed is incorrect or expired.',
  bad_verification_code: 'The code passed is incorrect or expired.',
  incorrect_client_credentials: 'The client_id and/or client_secret passed are incorrect.',
  invalid_request: 'The repository_id must be the number of a repository.',
  redirect_uri_mismatch:
    'The redirect_uri MUST match the registered callback URL for this application.',
  unsupported_grant_type: 'The grant_type must be authorization_code or refresh_token.',
} as const;
type Reason = keyof typeof REASONS;

export function answerToken(world: World, fields: Fields): TokenAnswer {
  const clientId = fields['client_id'];
  const app = [...world.state.apps.values()].find((candidate) => candidate.clientId === clientId);
  if (app === undefined || !isSecretOf(app, fields['client_secret'] ?? '')) {
    return problem('incorrect_client_credentials');
  }
  switch (fields['grant_type'] ?? 'authorization_code') {
    case 'authorization_code':
      return byCode(world, app, fields);
    case 'refresh_token':
      return byRefreshToken(world, app, fields);
    default:
      return problem('unsupported_grant_type');
  }
}

function byCode(world: World, app: App, fields: Fields): TokenAnswer {
  const repositoryId = fields['repository_id'];
  if (repositoryId !== undefined && !/^[1-9]\d{0,15}$/.test(repositoryId)) {
    return problem('invalid_request');
  }
  const code = takeCode(world, app, fields['code'] ?? '');
  if (code === undefined) return problem('bad_verification_code');
  const redirectUri = fields['redirect_uri'];
  if (redirectUri !== undefined && redirectUri !== code.redirectUri) {
    return problem('redirect_uri_mismatch');
  }
  if (!isVerified(code, fields['code_verifier'])) return problem('bad_verification_code');
  return tokenView(
    issueAccess(world, {
      appId: app.id,
      accountId: code.accountId,
      repositoryId: repositoryId === undefined ? undefined : Number(repositoryId),
    }),
  );
}

/** PKCE (RFC 7636): who began with a challenge must show what it was made from. */
function isVerified({ codeChallenge }: Code, verifier: string | undefined): boolean {
  if (codeChallenge === undefined) return true;
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return createHash('sha256').update(verifier).digest('base64url') === codeChallenge;
}

function byRefreshToken(world: World, app: App, fields: Fields): TokenAnswer {
  const access = rotateAccess(world, app, fields['refresh_token'] ?? '');
  return access === undefined ? problem('bad_refresh_token') : tokenView(access);
}

function tokenView(access: UserAccess): TokenAnswer {
  return {
    access_token: access.token,
    expires_in: ACCESS_LIFE_SECONDS,
    refresh_token: access.refreshToken,
    refresh_token_expires_in: REFRESH_LIFE_SECONDS,
    scope: '',
    token_type: 'bearer',
  };
}

function problem(error: Reason): TokenAnswer {
  return {
    error,
    error_description: REASONS[error],
    error_uri: DOCS + error.replaceAll('_', '-'),
  };
}
