// How a language writes what a twin needs: another literal, a negation, a value that equals nothing
// asked for, a failure. What a language cannot say in one expression it leaves out. Pure.
import { ancestors, isInside, named, type View } from '../../../sandbox/syntax/languages/view.ts';
import type { SyntaxNode } from '../../../sandbox/syntax/tree.ts';

export type TwinWords = {
  negated?(text: string): string;
  /** Another value, whatever this one is. */
  wrapped?(text: string): string;
  /** In the place of what has to throw: something that does not. Or of what is thrown: another. */
  unthrown?(matcher: string): string;
  /** In the place of an assertion: a failure. */
  failing?(view: View, node: SyntaxNode): string;
  /** An assertion that fails need not end the test: each has to expect something else. */
  isEach?: boolean;
};

const bang = (text: string) => `!(${text})`;
const pair = (text: string) => `[${text}, 0]`;

const JAVASCRIPT: TwinWords = {
  negated: bang,
  wrapped: pair,
  unthrown: (matcher) => (/reject/i.test(matcher) ? 'Promise.resolve()' : '() => {}'),
  failing: () => `(() => { throw new Error('q'); })()`,
};

const WORDS: Readonly<Record<string, TwinWords>> = {
  javascript: JAVASCRIPT,
  typescript: JAVASCRIPT,
  python: {
    negated: (text) => `(not (${text}))`,
    wrapped: pair,
    unthrown: () => 'StopAsyncIteration',
    failing: (_view, { type }) =>
      type === 'assert_statement'
        ? `raise AssertionError('q')`
        : `(_ for _ in ()).throw(AssertionError('q'))`,
  },
  ruby: { negated: bang, wrapped: pair, failing: () => `raise('q')` },
  go: { negated: bang },
  rust: { negated: bang },
  java: { negated: bang },
  shell: {
    isEach: true,
    failing: (view, node) =>
      ancestors(view, node).filter((up) => turnsAround(view, up, node)).length % 2 === 1
        ? 'true'
        : (otherEquality(view, node) ?? 'false'),
  },
};

export function twinWords(language: string): TwinWords {
  return WORDS[language.toLowerCase()] ?? {};
}

const FAILS = /\b(?:exit|return)\s+[1-9]/;

/** In a shell: whether what goes well below here is a failure above. */
function turnsAround(view: View, up: SyntaxNode, node: SyntaxNode): boolean {
  if (up.type === 'negated_command') return true;
  const after = up.children.filter(({ start }) => start >= node.end);
  if (up.type === 'list') {
    const [mark, ...rest] = after;
    return mark?.type === '&&' && rest.some((one) => FAILS.test(view.text(one)));
  }
  if (up.type !== 'if_statement') return false;
  const then = up.children.findIndex(({ type }) => type === 'then');
  const isAsked = up.children.slice(0, then).some((one) => isInside(node, one));
  const otherwise = up.children.findIndex(({ type }) => /^el(?:se|if)_clause$/.test(type));
  const body = up.children.slice(then, otherwise === -1 ? undefined : otherwise);
  return isAsked && body.some((one) => FAILS.test(view.text(one)));
}

/** In a shell: `test a = 3` with another number in it. */
function otherEquality(view: View, node: SyntaxNode): string | undefined {
  const [first] = named(node);
  const parts = first?.type === 'binary_expression' ? first.children : named(node).slice(1);
  const [left, mark, right] = parts;
  if (parts.length !== 3 || !left || !mark || !right) return undefined;
  if (!/^(?:==?|-eq)$/.test(view.text(mark))) return undefined;
  const literal = [right, left].find((side) => !view.text(side).includes('$'));
  const text = literal && otherLiteral(literal, view.text(literal), false);
  if (literal === undefined || text === undefined) return undefined;
  const whole = view.text(node);
  return whole.slice(0, literal.start - node.start) + text + whole.slice(literal.end - node.start);
}

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
