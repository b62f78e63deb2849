// The twin of a test: the same file, but in every test one thing that is expected is another: which, and
// what instead, is left to chance. On the head it must be red. One that stays green shows that nothing
// the test says counts: somebody ends the process, made the assertions deaf, or reads the answers from
// the test. Pure.
import { languageOf } from '../../../sandbox/languages/languages.ts';
import { type Code, readCode } from '../../../sandbox/syntax/code/code.ts';
import { type Dice, shuffled } from '../../../sandbox/syntax/code/dice.ts';
import { SMOKE_FORMS } from '../../../sandbox/syntax/code/faint.ts';
import {
  isFlag,
  type Otherwise,
  otherLiteral,
} from '../../../sandbox/syntax/code/other-literal.ts';
import type { Assertion, AssertionForm, TwinWords } from '../../../sandbox/syntax/code/table.ts';
import { isInside } from '../../../sandbox/syntax/code/view.ts';
import { type SyntaxNode, type SyntaxTree, walk } from '../../../sandbox/syntax/tree.ts';
import { type Replacement, replaced } from '../replaced.ts';
import { isReached } from './reached.ts';

/** Undefined: there is nothing in it that could be expected otherwise, or no table of its language. */
export function twinOf(path: string, tree: SyntaxTree, dice: Dice): string | undefined {
  const table = languageOf(path)?.table;
  if (table === undefined) return undefined;
  const code = readCode(table, tree);
  const chosen = { words: table.twin, dice };
  const { words } = chosen;
  const holders = Map.groupBy(code.assertions, (one) => holderOf(code, one.node));
  const asking = code.assertions.filter(({ form }) => words.isEach && form !== 'fail');
  const edits =
    asking.length > 0
      ? asking.flatMap((one) => bestOf(code, chosen, [one]))
      : [...holders].flatMap(([holder, own]) => anyOf(code, chosen, { holder, own }));
  const apart = edits.filter(
    (edit, at) => !edits.slice(0, at).some((other) => overlaps(other, edit)),
  );
  return apart.length === 0 ? undefined : replaced(tree.text, apart);
}

/** The innermost test it stands in, else the innermost function, else the file. */
function holderOf({ tests, functions, view }: Code, node: SyntaxNode): SyntaxNode {
  const around = (parts: readonly { node: SyntaxNode }[]) =>
    parts
      .map((part) => part.node)
      .filter((one) => isInside(node, one))
      .toSorted((one, other) => one.end - one.start - (other.end - other.start))[0];
  return around(tests) ?? around(functions) ?? view.tree.root;
}

function overlaps(one: Replacement, other: Replacement): boolean {
  return one.start < other.end && other.start < one.end;
}

type Edits = Replacement[] | undefined;
type Chosen = { words: TwinWords; dice: Dice };
type Way = (code: Code, chosen: Chosen, one: Assertion) => Edits;

/** Of those that run whenever the test does, any; where there is none, the one that says most. */
function anyOf(
  code: Code,
  chosen: Chosen,
  { holder, own }: { holder: SyntaxNode; own: readonly Assertion[] },
): Replacement[] {
  const reached = tellingOf(own).filter(({ node }) => isReached(code, holder, node));
  for (const one of shuffled(chosen.dice, reached)) {
    const edits = bestOf(code, chosen, [one]);
    if (edits.length > 0) return edits;
  }
  return bestOf(code, chosen, own);
}

/** The first way that some assertion of the test can go: those that keep its shape come first. */
function bestOf(code: Code, chosen: Chosen, own: readonly Assertion[]): Replacement[] {
  for (const way of [otherExpectation, otherValue, negated, unthrown, failing]) {
    for (const one of tellingOf(own)) {
      const edits = way(code, chosen, one);
      if (edits !== undefined && edits.length > 0) return edits;
    }
  }
  return [];
}

/** One that says little may be reached where those that say more are not. */
function tellingOf(own: readonly Assertion[]): readonly Assertion[] {
  const telling = own.filter(({ form }) => !SMOKE_FORMS.has(form));
  return telling.length > 0 ? telling : own;
}

const EQUAL: ReadonlySet<AssertionForm> = new Set(['exact', 'close', 'partial']);

/** Every literal of the side that is written down. */
const otherExpectation: Way = (code, { dice }, one) => {
  for (const side of expectations(code, one)) {
    if (code.callsIn(side).length > 0 && !isMadeAlike(code, one)) continue;
    const edits = literalsOf(code, side, { dice, compared: comparedBy(one, side) });
    if (edits.length > 0) return edits;
  }
  return undefined;
};

/** By the assertion: what would still be accepted. */
function comparedBy({ form, matcher }: Assertion, { children, type }: SyntaxNode) {
  if (form === 'close') return 'near';
  if (/(?:Regexp?|[mM]atch(?:es)?)$/.test(matcher)) return 'pattern';
  if (form === 'throws') return /keyword/.test(type) ? 'pattern' : 'within';
  // Of an object or a list each part is asked for as it is.
  const isPlain = children.every(({ isNamed, children: inner }) => !isNamed || inner.length === 0);
  return form === 'partial' && isPlain ? 'within' : 'exact';
}

/** `same(f(1)), same(2)`: what makes them alike must leave a difference. */
function isMadeAlike({ callAt }: Code, { operands }: Assertion): boolean {
  const [one, other] = operands.map((side) => callAt(side)?.path);
  return one !== undefined && one === other;
}

/** Where it is written down, the likeliest first. */
function expectations({ callAt }: Code, { node, form, matcher, operands }: Assertion) {
  if (EQUAL.has(form)) return [operands[1], operands[0]].filter((side) => side !== undefined);
  if (form !== 'throws') return [];
  const said = callAt(node)?.args ?? [];
  if (/(?:toThrow\w*|throwWith|rejectedWith)$/.test(matcher)) return said.slice(-1);
  if (matcher.endsWith('Regex')) return said.slice(1, 2);
  if (/(?:^|\.)(?:raises|warns)$/.test(matcher))
    return said.filter(({ type }) => /keyword/.test(type));
  // A text in this place is what the runner says, not what is expected.
  return said.slice(1, 2).filter(({ type }) => type === 'regex' || type === 'object');
}

function literalsOf(
  { view }: Code,
  node: SyntaxNode,
  how: Omit<Otherwise, 'beside'>,
): Replacement[] {
  const own = [...walk(node)];
  const beside = new Set(own.map((one) => view.text(one)));
  const hasBoth = [...beside].filter(isFlag).length > 1;
  const found: Replacement[] = [];
  for (const one of own) {
    const last = found.at(-1);
    if (last !== undefined && one.end <= last.end) continue;
    const text = otherLiteral(one, view.text(one), { ...how, beside });
    if (text !== undefined) found.push({ ...placeOf(one), text });
  }
  if (!hasBoth) return found;
  // All of them turned may be the same in another order.
  const turned = found.find(({ text }) => isFlag(text));
  return found.filter((one) => one === turned || !isFlag(one.text));
}

const otherValue: Way = ({ view, callsIn }, { words, dice }, { form, operands }) => {
  if (words.wrapped === undefined || !EQUAL.has(form)) return undefined;
  const [first, second = first] = operands;
  const expected = [second, first].find((side) => side && callsIn(side).length === 0) ?? second;
  return expected && [{ ...placeOf(expected), text: words.wrapped(view.text(expected), dice) }];
};

const negated: Way = ({ table, view }, { words, dice }, { form, operands: [first] }) => {
  if (words.negated === undefined || form !== 'truth' || first === undefined) return undefined;
  // With the brackets and `await` around it.
  let whole = first;
  for (let up = view.parent(whole); up && table.unwrapped(up) === first; up = view.parent(whole)) {
    whole = up;
  }
  return [{ ...placeOf(whole), text: words.negated(view.text(whole), dice) }];
};

const unthrown: Way = ({ view }, { words, dice }, { form, matcher, operands: [first] }) => {
  if (words.unthrown === undefined || form !== 'throws' || first === undefined) return undefined;
  const text = words.unthrown({ matcher, text: view.tree.text }, dice);
  return [{ ...placeOf(first), text }];
};

/** One under a condition may never be reached, and then it would fail nothing. */
const failing: Way = ({ view }, { words, dice }, { node, matcher }) => {
  if (words.failing === undefined || matcher.startsWith('if ')) return undefined;
  return [{ ...placeOf(node), text: words.failing(view, node, dice) }];
};

function placeOf({ start, end }: SyntaxNode) {
  return { start, end };
}
