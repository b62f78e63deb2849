// Tells a form that this site showed to this person from one that somebody else made: where the
// browser says it comes from, and a token bound to the sign-in. Either alone would do; both must hold.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Not stored: whoever has the sign-in's id can make it, and nobody else. */
export function formToken(signInId: string): string {
  return createHmac('sha256', signInId).update('form').digest('base64url');
}

export function isFormToken(signInId: string, given: unknown): boolean {
  return typeof given === 'string' && isSame(formToken(signInId), given);
}

/** In a time that does not depend on where the texts differ. */
export function isSame(expected: string, given: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
}

/** Browsers name the origin of every form; one that does not is refused. */
export function isFromHere(headers: Headers, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  return headers.get('origin') === new URL(publicUrl).origin;
}
