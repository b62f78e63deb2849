// What a twin needs to write in shell: a failure, which an `if` or a `!` around it turns around. Pure.
import type { Dice } from '../../syntax/code/dice.ts';
import { otherLiteral } from '../../syntax/code/other-literal.ts';
import type { TwinWords } from '../../syntax/code/table.ts';
import { ancestors, isInside, named, type View } from '../../syntax/code/view.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

export const TWIN: TwinWords = {
  negated: undefined,
  wrapped: undefined,
  unthrown: undefined,
  failing: (view, node, dice) =>
    ancestors(view, node).filter((up) => turnsAround(view, up, node)).length % 2 === 1
      ? 'true'
      : (otherEquality(view, node, dice) ?? 'false'),
  isEach: true,
};

const FAILS = /\b(?:exit|return)\s+[1-9]/;

/** Whether what goes well below here is a failure above. */
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

/** `test a = 3` with another number in it. */
function otherEquality(view: View, node: SyntaxNode, dice: Dice): string | undefined {
  const [first] = named(node);
  const parts = first?.type === 'binary_expression' ? first.children : named(node).slice(1);
  const [left, mark, right] = parts;
  if (parts.length !== 3 || !left || !mark || !right) return undefined;
  if (!/^(?:==?|-eq)$/.test(view.text(mark))) return undefined;
  const literal = [right, left].find((side) => !view.text(side).includes('$'));
  const text =
    literal &&
    otherLiteral(literal, view.text(literal), { dice, compared: 'exact', beside: new Set() });
  if (literal === undefined || text === undefined) return undefined;
  const whole = view.text(node);
  return whole.slice(0, literal.start - node.start) + text + whole.slice(literal.end - node.start);
}
