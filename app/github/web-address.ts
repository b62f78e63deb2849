// Where people and git reach the GitHub whose API address is known: GitHub itself, GitHub Enterprise
// Server (`https://HOST/api/v3`) and data residency (`https://api.NAME.ghe.com`). Pure.
import { AppError } from '../errors.ts';

/** Without a trailing slash. */
export function webAddress(apiAddress: string): string {
  const url = new URL(apiAddress);
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '/api/v3') return url.origin;
  if (path === '' && url.hostname.startsWith('api.')) {
    return `${url.protocol}//${url.host.slice('api.'.length)}`;
  }
  throw new AppError('CONFIG_INVALID', {
    problem: `${url.origin}${path} is not the address of GitHub’s API: https://api.github.com or https://HOST/api/v3`,
  });
}
