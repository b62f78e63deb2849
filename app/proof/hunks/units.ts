// Of a hunk that nobody misses when it is undone: each thing it says, altered alone. Where a test
// notices every one of them, all of it runs and matters, and what it does is what was there before:
// code that only got faster or better shaped. Pure.
import { languageOf } from '../../../sandbox/languages/languages.ts';
import { type Code, readCode } from '../../../sandbox/syntax/code/code.ts';
import type { Dice } from '../../../sandbox/syntax/code/dice.ts';
import { named } from '../../../sandbox/syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../../sandbox/syntax/tree.ts';
import { type Replacement, replaced } from '../replaced.ts';
import { type ChangedFile, type HunkPlan, tableOf } from './hunk.ts';
import { unitName } from './judge-hunk.ts';

/** More are not asked: then it stays unguarded. */
const MOST_UNITS = 16;

type UnitVariant = { name: string; content: string };
/** Each way alters the same thing; it is enough that one is noticed. */
type Unit = readonly Replacement[];
type Way = (code: Code, node: SyntaxNode, dice: Dice) => Unit;

/** Empty: nothing in it can be altered, or there is too much of it. */
export function planUnits(
  file: ChangedFile,
  { startLine, endLine }: Pick<HunkPlan, 'startLine' | 'endLine'>,
  dice: Dice,
): UnitVariant[] {
  const table = tableOf(file);
  const { head, path } = file;
  if (table === undefined || head?.tree === undefined) return [];
  if (languageOf(path)?.perturb === undefined) return [];
  const code = readCode(table, head.tree);
  const { line } = code.view;
  const own = code.view.nodes.filter(
    ({ start, end }) => line(start) <= endLine && line(Math.max(start, end - 1)) >= startLine,
  );
  const units = own
    .filter((node) => !table.isErased(node))
    .flatMap((node) => WAYS.map((way) => way(code, node, dice)))
    .filter((unit) => unit.length > 0);
  if (units.length > MOST_UNITS) return [];
  return units.flatMap((unit, index) =>
    unit.map((edit, at) => ({
      name: unitName({ number: index + 1, of: units.length, way: at + 1 }),
      content: replaced(head.text, [edit]),
    })),
  );
}

/** What is given back, in statements and in functions that are one expression. */
const exit: Way = (code, node, dice) => {
  const isBody = code.functions.some(({ body, isExpression }) => isExpression && body === node);
  if (isBody) return otherValues(code, node, dice).slice(0, 1);
  if (!/^(?:return_statement|yield|yield_expression)$/.test(node.type)) return [];
  const [value] = named(node);
  return value === undefined ? [] : otherValues(code, value, dice).slice(0, 1);
};

/** What a name stands for, what is gone through, what is taken where nothing is given. */
const value: Way = (code, node, dice) => {
  const { bindings, functionTypes } = code.table;
  const binding = bindings.find(({ type, right }) => type === node.type && right !== 'body');
  const mark = /(?:assignment_pattern|parameter)$/.test(node.type)
    ? node.children.findIndex(({ type }) => type === '=')
    : -1;
  const one = mark === -1 ? binding && childOf(node, binding.right) : node.children[mark + 1];
  return one === undefined || functionTypes.has(one.type) ? [] : otherValues(code, one, dice);
};

const condition: Way = ({ table, view }, node, dice) => {
  const asked = node.children.find(({ field, isNamed }) => field === 'condition' && isNamed);
  const inner = asked?.type === 'parenthesized_expression' ? named(asked)[0] : asked;
  const text = inner && table.twin.negated?.(view.text(inner), dice);
  return inner === undefined || text === undefined ? [] : [{ ...placeOf(inner), text }];
};

const consequence: Way = (code, node, dice) =>
  armOf(code, node, { dice, field: 'consequence', index: 0 });
const alternative: Way = (code, node, dice) =>
  armOf(code, node, { dice, field: 'alternative', index: 2 });

function armOf(
  code: Code,
  node: SyntaxNode,
  { dice, field, index }: { dice: Dice; field: string; index: number },
): Unit {
  if (!/^(?:ternary|conditional)_expression$/.test(node.type)) return [];
  const one = childOf(node, field) ?? named(node)[index];
  return one === undefined ? [] : otherValues(code, one, dice).slice(0, 1);
}

const LOGICAL = /^(?:&&|\|\||\?\?|and|or)$/;

const operand: Way = (code, node, dice) => {
  const [, mark, right] = node.children;
  if (mark === undefined || right === undefined || !LOGICAL.test(mark.type)) return [];
  const { yes } = code.table.writes;
  return [...otherValues(code, right, dice), { ...placeOf(right), text: yes }];
};

const STATEMENT =
  /^(?:expression_statement|throw_statement|raise_statement|break_statement|continue_statement|delete_statement)$/;

/** What is done and not kept. */
const act: Way = ({ table }, node) => {
  if (!STATEMENT.test(node.type)) return [];
  const [first] = named(node);
  const isValue =
    first !== undefined &&
    (table.bindings.some(({ type }) => type === first.type) || first.type.startsWith('yield'));
  return isValue ? [] : [{ ...placeOf(node), text: table.writes.nothing }];
};

const WAYS: readonly Way[] = [exit, value, condition, consequence, alternative, operand, act];

function otherValues({ table, view }: Code, node: SyntaxNode, dice: Dice): Unit {
  const text = table.twin.wrapped?.(view.text(node), dice);
  if (text === undefined) return [];
  return [
    { ...placeOf(node), text },
    { ...placeOf(node), text: table.writes.no },
  ];
}

function placeOf({ start, end }: SyntaxNode) {
  return { start, end };
}
