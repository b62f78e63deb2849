// Another value of the same kind, for a literal as it is written down: which one is left to chance, and
// nothing in how it looks tells it from one that somebody wrote. Pure.
import type { SyntaxNode } from '../tree.ts';
import { type Dice, wordOf } from './dice.ts';
import { otherText } from './other-text.ts';

export type Otherwise = {
  dice: Dice;
  /** `near`: within a distance it is the same. `within`: so is what lies in something larger. */
  compared: 'exact' | 'near' | 'within' | 'pattern';
  /** What is written down beside it: in another order it might be the same. */
  beside: ReadonlySet<string>;
};

const NUMBER = /^(?:number|integer|float|(?:int|float|integer|decimal\w*)_literal)$/;
const STRING = /^(?:string|template_string|raw_string|(?:\w+_)?string_literal)$/;
/** No object: a key of an expected one may be called as what every object has. */
const FLIPPED: ReadonlyMap<string, string> = new Map([
  ['true', 'false'],
  ['false', 'true'],
  ['True', 'False'],
  ['False', 'True'],
]);
const MOST_TRIES = 24;

/** What stands for another value of the same kind; undefined where this is no plain value. */
export function otherLiteral(
  { type }: Pick<SyntaxNode, 'type'>,
  text: string,
  otherwise: Otherwise,
): string | undefined {
  const flipped = FLIPPED.get(text);
  if (flipped !== undefined) return flipped;
  const make = makerOf(type, text);
  let made = make?.(text, otherwise, 0);
  for (let tries = 1; made !== undefined && tries < MOST_TRIES; tries += 1) {
    if (!otherwise.beside.has(made)) break;
    made = make?.(text, otherwise, tries);
  }
  return made;
}

export function isFlag(text: string): boolean {
  return FLIPPED.has(text);
}

type Make = (text: string, otherwise: Otherwise, tries: number) => string | undefined;

function makerOf(type: string, text: string): Make | undefined {
  if (NUMBER.test(type)) return otherNumber;
  if (type === 'regex') return otherRegex;
  if (type === 'word') {
    if (/^\d+$/.test(text)) return otherNumber;
    return /^\w+$/.test(text) ? otherWord : undefined;
  }
  return STRING.test(type) ? otherString : undefined;
}

/** Plain numbers stay plain, and as long and as round as they were. */
function otherNumber(text: string, { dice, compared }: Otherwise, tries: number): string {
  const [, whole, fraction = ''] = /^(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (compared === 'near' || compared === 'within') return farNumber(text, dice);
  if (whole === undefined) {
    const more = 1 + dice(9);
    if (text.endsWith('n')) return `(${text} + ${more}n)`;
    const isFraction = /[.e]/i.test(text) && !/^0x/i.test(text);
    return `(${text} + ${more}${isFraction ? '.5' : ''})`;
  }
  // All of that length are written down beside it.
  if (tries > MOST_TRIES / 2) return `${BigInt(whole) + 10n ** BigInt(whole.length)}${fraction}`;
  return otherDigit(whole, dice) + fraction;
}

/** Far enough for a comparison that allows a distance. */
function farNumber(text: string, dice: Dice): string {
  const more = 5000 + dice(5000);
  const [, whole, fraction = ''] = /^(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (whole !== undefined) return `${BigInt(whole) * 2n + BigInt(more)}${fraction}`;
  if (text.endsWith('n')) return `(${text} * 2n + ${more}n)`;
  const isFraction = /[.e]/i.test(text) && !/^0x/i.test(text);
  return isFraction ? `(${text} * 2.0 + ${more}.5)` : `(${text} * 2 + ${more})`;
}

/** The last that is no nought stays: it tells a price from a count. */
function otherDigit(whole: string, dice: Dice): string {
  const telling = whole.replace(/0+$/, '').length;
  const at = telling > 1 ? dice(telling - 1) : 0;
  const least = at === 0 && whole.length > 1 ? 1 : 0;
  const others = Array.from({ length: 10 - least }, (_none, index) => `${index + least}`);
  const left = others.filter((digit) => digit !== whole[at]);
  return whole.slice(0, at) + (left[dice(left.length)] ?? '7') + whole.slice(at + 1);
}

/** It keeps its flags. */
function otherRegex(text: string, { dice }: Otherwise): string {
  const end = text.lastIndexOf('/');
  return `/${otherPattern(text.slice(1, end), dice)}${text.slice(end)}`;
}

function otherWord(text: string, { dice, compared }: Otherwise): string {
  return otherText(text, { dice, isWithin: compared === 'within' });
}

function otherString(text: string, { dice, compared }: Otherwise): string | undefined {
  const opening = /^[^'"`]*(?:'''|"""|["'`])/.exec(text)?.[0];
  if (opening === undefined) return undefined;
  const quote = /(?:'''|"""|["'`])$/.exec(opening)?.[0] ?? '';
  const end = Math.max(opening.length, text.lastIndexOf(quote));
  const inner = text.slice(opening.length, end);
  const isFormatted = /f/i.test(opening.slice(0, -quote.length));
  const made =
    compared === 'pattern'
      ? otherPattern(inner, dice)
      : otherText(inner, { dice, isFormatted, isWithin: compared === 'within' });
  return opening + made + text.slice(end);
}

/** One of plain letters stays like itself; what else it would match, nobody can tell of another. */
function otherPattern(source: string, dice: Dice): string {
  const isPlain = !/[|[({?*+]/.test(source) && source.replaceAll(/[^a-z0-9]/gi, '').length > 3;
  return isPlain ? otherText(source, { dice, isWithin: true }) : wordOf(dice, 6);
}
