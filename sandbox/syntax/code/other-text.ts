// Another text, for one as it is written down between its quotes: one letter or digit of it is another
// of its kind, or there is one more. Pure.
import { type Dice, wordOf } from './dice.ts';

type How = {
  dice: Dice;
  /** A larger text that holds it is accepted: a short one might stand somewhere else in that. */
  isWithin?: boolean;
  /** It holds code in braces. */
  isFormatted?: boolean;
};

/** Written with more than the letter it stands for, or no text at all but code. */
const HIDDEN =
  /\\(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|N\{[^}]*\}|[0-7]{1,3}|[\s\S])|[$#]\{[^}]*\}/gi;
const BRACED = /\{[^{}]*\}/g;
const LEAST_WITHIN = 4;

export function otherText(inner: string, { dice, isWithin, isFormatted }: How): string {
  const blank = (found: string) => '\0'.repeat(found.length);
  const bare = inner.replaceAll(HIDDEN, blank);
  const seen = isFormatted === true ? bare.replaceAll(BRACED, blank) : bare;
  const places = Array.from(seen.matchAll(/[a-z0-9]/gi), ({ index }) => index);
  const at = nearEnd(places, dice);
  if (at === undefined) return wordOf(dice, 3) + inner;
  if (isWithin === true && places.length < LEAST_WITHIN) {
    return inner.slice(0, at + 1) + wordOf(dice, 3) + inner.slice(at + 1);
  }
  const isMore = dice(3) === 0;
  const one = another(inner, { at, dice, isMore });
  return inner.slice(0, isMore ? at + 1 : at) + one + inner.slice(at + 1);
}

/** What reads texts by their beginning or their end still reads it. */
function nearEnd(places: readonly number[], dice: Dice): number | undefined {
  const last = Math.max(places.length - 2, 0);
  const first = Math.min(Math.floor((places.length * 2) / 3), last);
  return places[first + dice(last - first + 1)];
}

const KINDS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];

/** Of the same kind, also where case does not count, and never twice in a row. */
function another(
  inner: string,
  { at, dice, isMore }: { at: number; dice: Dice; isMore: boolean },
): string {
  const own = inner[at] ?? '';
  const around = new Set(
    [inner[at - 1], own, inner[at + 1]].map((one) => one?.toLowerCase() ?? ''),
  );
  // A nought more behind a point would be the same number.
  if (isMore) around.add('0');
  const all = KINDS.find((kind) => kind.includes(own)) ?? '';
  const left = Array.from(all).filter((one) => !around.has(one.toLowerCase()));
  return left[dice(left.length)] ?? 'q';
}
