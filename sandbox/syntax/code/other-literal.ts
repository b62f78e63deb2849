// Another value of the same kind, for a literal as it is written down. Pure.
import type { SyntaxNode } from '../tree.ts';

const NUMBER = /^(?:number|integer|float|(?:int|float|integer|decimal\w*)_literal)$/;
const STRING = /^(?:string|template_string|raw_string|(?:\w+_)?string_literal)$/;
const FLIPPED: Readonly<Record<string, string>> = {
  true: 'false',
  false: 'true',
  True: 'False',
  False: 'True',
};

/** What stands for another value of the same kind; undefined where this is no plain value. */
export function otherLiteral(
  { type }: Pick<SyntaxNode, 'type'>,
  text: string,
  isNear: boolean,
): string | undefined {
  if (FLIPPED[text] !== undefined) return FLIPPED[text];
  if (NUMBER.test(type)) return otherNumber(text, isNear);
  if (type === 'regex') return '/(?!)/';
  if (type === 'word') return /^\w+$/.test(text) ? `q${text}` : undefined;
  return STRING.test(type) ? otherString(text) : undefined;
}

/** Far enough for a comparison that allows a distance; plain numbers stay plain. */
function otherNumber(text: string, isNear: boolean): string {
  const more = isNear ? 7919n : 1n;
  const [, whole, fraction = ''] = /^(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (whole !== undefined) return `${BigInt(whole) + more}${fraction}`;
  if (text.endsWith('n')) return `(${text} + ${more}n)`;
  const isFraction = /[.e]/i.test(text) && !/^0x/i.test(text);
  return `(${text} + ${more}${isFraction ? '.5' : ''})`;
}

/** One letter or digit twice, near the end: what reads texts by their beginning or end still does. */
function otherString(text: string): string | undefined {
  const opening = /^[^'"`]*(?:'''|"""|["'`])/.exec(text)?.[0];
  if (opening === undefined) return undefined;
  const [, before] = /^([\s\S]*[a-zA-Z0-9])[a-zA-Z0-9]/.exec(text.slice(opening.length)) ?? [];
  const kept = opening + (before ?? '');
  return `${kept}${before === undefined ? 'q' : before.slice(-1)}${text.slice(kept.length)}`;
}
