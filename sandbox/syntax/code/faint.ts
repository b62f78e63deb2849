// Assertions that almost any value passes: more than nothing, some text, another than one word, of a
// class. They say no more than that there is something, whatever their matcher is called. Pure.
import type { SyntaxNode } from '../tree.ts';
import type { Assertion, AssertionForm, LanguageTable } from './table.ts';
import { named, type View } from './view.ts';

/** They say that there is something and nothing blew up. */
export const SMOKE_FORMS: ReadonlySet<AssertionForm> = new Set(['defined', 'type', 'not-throws']);

type Read = { table: LanguageTable; view: View };

/** What a comparison by a call says less than it seems to; undefined where it says what it seems. */
export function faintForm({ table, view }: Read, one: Assertion): AssertionForm | undefined {
  const [first, second] = one.operands.map((node) => view.text(table.unwrapped(node)));
  if (first === undefined || second === undefined) return undefined;
  if (one.form === 'partial') {
    if (table.typeChecks.test(first)) return 'type';
    return isAnyText(second) ? 'defined' : undefined;
  }
  if (one.form !== 'other') return undefined;
  const mark = MARKS.find(([, matcher]) => matcher.test(one.matcher))?.[0];
  return mark !== undefined && isFaint(first, mark, second) ? 'defined' : undefined;
}

const MARKS: readonly (readonly [mark: string, matcher: RegExp])[] = [
  [
    '!=',
    /(?:not(?:Deep)?(?:Strict)?Equals?|notSame|not\.(?:toBe|toEqual|toStrictEqual|eq|eql|equals?)|not_equal)$/i,
  ],
  ['>=', /(?:GreaterEqual|GreaterThanOrEqual\w*|isAtLeast|at\.least|gte)$/],
  ['>', /(?:Greater|GreaterThan|isAbove|above|gt)$/],
];

const TURNED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=' };

/** The same of `a > b` and the like. */
export function isFaintComparison({ view }: Read, left: SyntaxNode, right: SyntaxNode): boolean {
  const whole = view.parent(right);
  // `0 < said < 9` asks for more than its first half.
  if (whole === undefined || named(whole).length > 2) return false;
  const written = view.tree.text.slice(left.end, right.start).trim();
  // What is not wanted to be the same is another.
  const mark = /^(?:===?|!==?|is(?:\s+not)?)$/.test(written) ? '!=' : written;
  const turned = TURNED[mark];
  return turned === undefined
    ? isFaint(view.text(left), mark, view.text(right))
    : isFaint(view.text(right), turned, view.text(left));
}

const LITERAL = /^(?:\d[\d._]*|\w{0,2}(['"`])[^'"`]*\1|\[\]|\{\}|\(\))$/;
/** Where a sign or a single number means something: a place, an order, how a program ended. */
const TELLING =
  /status|exit|\b(?:return_?)?code\b|compar|cmp|index|search|order|sign|\.find\(|\.count\(/i;

function isFaint(asked: string, mark: string, than: string): boolean {
  if (TELLING.test(asked) || LITERAL.test(asked)) return false;
  if (mark === '>') return than === '0';
  if (mark === '>=') return than === '0' || than === '1';
  return mark === '!=' && LITERAL.test(than);
}

const ANY_TEXT =
  /^\w?(?:\/|['"])\^?(?:(?:\.|\\S|\\w|\[(?:\\s\\S|\\S\\s|\\w\\W|\\d\\D|\^)\])[*+?]{0,2}|\(|\))*\$?(?:\/[a-z]*|['"])$/;

/** A pattern that any text has in it. */
function isAnyText(pattern: string): boolean {
  return ANY_TEXT.test(pattern) && !/^\w?(['"])\1$/.test(pattern);
}
