// The twin of a test: the same file, but in every test one thing that is expected is another. On the
// head it must be red. One that stays green shows that nothing the test says counts: somebody ends
// the process, made the assertions deaf, or reads the answers from the test. Pure.
import { languageOf } from '../../../sandbox/languages/languages.ts';
import { type Code, readCode } from '../../../sandbox/syntax/code/code.ts';
import { SMOKE_FORMS } from '../../../sandbox/syntax/code/faint.ts';
import { otherLiteral } from '../../../sandbox/syntax/code/other-literal.ts';
import type { Assertion, AssertionForm, TwinWords } from '../../../sandbox/syntax/code/table.ts';
import { isInside } from '../../../sandbox/syntax/code/view.ts';
import { type SyntaxNode, type SyntaxTree, walk } from '../../../sandbox/syntax/tree.ts';
import { type Replacement, replaced } from '../replaced.ts';

/** Undefined: there is nothing in it that could be expected otherwise, or no table of its language. */
export function twinOf(path: string, tree: SyntaxTree): string | undefined {
  const table = languageOf(path)?.table;
  if (table === undefined) return undefined;
  const code = readCode(table, tree);
  const { twin: words } = table;
  const holders = Map.groupBy(code.assertions, (one) => holderOf(code, one.node));
  const asking = code.assertions.filter(({ form }) => words.isEach && form !== 'fail');
  const groups = asking.length > 0 ? asking.map((one) => [one]) : [...holders.values()];
  const edits = groups.flatMap((own) => bestOf(code, words, own));
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
type Way = (code: Code, words: TwinWords, one: Assertion) => Edits;

/** The first way that some assertion of the test can go: those that keep its shape come first. */
function bestOf(code: Code, words: TwinWords, own: readonly Assertion[]): Replacement[] {
  // One that says little may be reached where those that say more are not.
  const telling = own.filter(({ form }) => !SMOKE_FORMS.has(form));
  for (const way of [otherExpectation, otherValue, negated, unthrown, failing]) {
    for (const one of telling.length > 0 ? telling : own) {
      const edits = way(code, words, one);
      if (edits !== undefined && edits.length > 0) return edits;
    }
  }
  return [];
}

const EQUAL: ReadonlySet<AssertionForm> = new Set(['exact', 'close', 'partial']);

/** Every literal of the side that is written down. */
const otherExpectation: Way = (code, _words, one) => {
  for (const side of expectations(code, one)) {
    if (code.callsIn(side).length > 0 && !isMadeAlike(code, one)) continue;
    const edits = literalsOf(code, side, one.form === 'close');
    if (edits.length > 0) return edits;
  }
  return undefined;
};

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

function literalsOf({ view }: Code, node: SyntaxNode, isNear: boolean): Replacement[] {
  const found: Replacement[] = [];
  for (const one of walk(node)) {
    if (found.some((edit) => one.start >= edit.start && one.end <= edit.end)) continue;
    const text = otherLiteral(one, view.text(one), isNear);
    if (text !== undefined) found.push({ start: one.start, end: one.end, text });
  }
  return found;
}

const otherValue: Way = ({ view, callsIn }, { wrapped }, { form, operands }) => {
  if (wrapped === undefined || !EQUAL.has(form)) return undefined;
  const [first, second = first] = operands;
  const expected = [second, first].find((side) => side && callsIn(side).length === 0) ?? second;
  return expected && [{ ...placeOf(expected), text: wrapped(view.text(expected)) }];
};

const negated: Way = ({ table, view }, words, { form, operands: [first] }) => {
  if (words.negated === undefined || form !== 'truth' || first === undefined) return undefined;
  // With the brackets and `await` around it.
  let whole = first;
  for (let up = view.parent(whole); up && table.unwrapped(up) === first; up = view.parent(whole)) {
    whole = up;
  }
  return [{ ...placeOf(whole), text: words.negated(view.text(whole)) }];
};

const unthrown: Way = (_code, words, { form, matcher, operands: [first] }) => {
  if (words.unthrown === undefined || form !== 'throws' || first === undefined) return undefined;
  return [{ ...placeOf(first), text: words.unthrown(matcher) }];
};

/** One under a condition may never be reached, and then it would fail nothing. */
const failing: Way = ({ view }, words, { node, matcher }) => {
  if (words.failing === undefined || matcher.startsWith('if ')) return undefined;
  return [{ ...placeOf(node), text: words.failing(view, node) }];
};

function placeOf({ start, end }: SyntaxNode) {
  return { start, end };
}
