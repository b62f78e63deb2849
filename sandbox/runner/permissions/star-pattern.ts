// Texts with stars, each of which stands for any characters. In time that does not explode. Pure.
import { ANY } from './shell/line.ts';

/** Beyond this the answer to "could it match?" is yes. */
const MAX_STEPS = 4_000_000;

/** Does the text match as it is? An unknown part of it is matched by a star alone. */
export function matchesStars(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= end;
}

/** Is there something for the unknown parts of the text with which it would match? */
export function couldMatchStars(pattern: string, text: string): boolean {
  if (!text.includes(ANY)) return matchesStars(pattern, text);
  if (pattern.length * text.length > MAX_STEPS) return true;
  // The places in the pattern that the text so far can have reached.
  let reached = withStars(pattern, new Set([0]));
  for (const character of text) {
    const next = new Set<number>();
    for (const at of reached) {
      if (pattern[at] === '*') next.add(at);
      else if (pattern[at] === character) next.add(at + 1);
    }
    if (character === ANY)
      for (let at = Math.min(...reached); at <= pattern.length; at += 1) next.add(at);
    reached = withStars(pattern, next);
    if (reached.size === 0) return false;
  }
  return reached.has(pattern.length);
}

/** A star may also stand for nothing. */
function withStars(pattern: string, places: Set<number>): Set<number> {
  for (const at of places) if (pattern[at] === '*') places.add(at + 1);
  return places;
}
