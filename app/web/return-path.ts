// Where to go after the sign-in: only to a page of this site, whatever the address says. Pure.

const HERE = 'http://here.invalid';
/** Browsers drop tabs and line breaks and take a backslash for a slash. */
const PLAIN = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

export const AFTER_SIGN_IN = '/repositories';

export function localPath(given: string | undefined): string | undefined {
  if (given === undefined || given.length > 500 || !PLAIN.test(given)) return undefined;
  const url = URL.parse(given, HERE);
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return undefined;
  // Signing in again and again, or out at once, is nobody's wish.
  if (/^\/sign-(?:in|out)(?:\/|$)/.test(url.pathname)) return undefined;
  return url.pathname + url.search;
}
