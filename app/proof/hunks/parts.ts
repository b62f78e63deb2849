// What a change brings in beside what it was made for: a branch, an arm, a default, a call for its
// effect. Each with the text that would be there without it. Only what says something that the other
// side says nowhere is a part: old words in a new place are no new behaviour. Pure.
import { type Code, readCode } from '../../../sandbox/syntax/code/code.ts';
import type { LanguageTable } from '../../../sandbox/syntax/code/table.ts';
import { named } from '../../../sandbox/syntax/code/view.ts';
import {
  childOf,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../../sandbox/syntax/tree.ts';
import type { Replacement } from '../replaced.ts';

type Part = Replacement & {
  /** Where it stands. */
  node: SyntaxNode;
};

/** What the other side says, and whether it has none, or not all, of a node's lines. */
export type Other = {
  known: ReadonlySet<string>;
  isChanged(node: SyntaxNode): boolean;
  isTouched(node: SyntaxNode): boolean;
};

export function partsOf(table: LanguageTable, tree: SyntaxTree, other: Other): Part[] {
  return partsBy([branch, operand, defaultValue, effect, arm], { table, tree, other });
}

/** Conditions that are turned around, whatever they say. */
export function conditionsOf(table: LanguageTable, tree: SyntaxTree, other: Other): Part[] {
  return partsBy([turned], { table, tree, other });
}

type Asked = { table: LanguageTable; tree: SyntaxTree; other: Other };

function partsBy(ways: readonly Way[], { table, tree, other }: Asked): Part[] {
  const code = readCode(table, tree);
  const says = createSays(code, other.known);
  // Of a long file most was there before.
  const nodes = code.view.nodes.filter(other.isTouched);
  const parts = nodes.flatMap((node) => ways.flatMap((way) => way(code, node, says)));
  return parts.filter(({ node }) => other.isChanged(node));
}

/** The texts, numbers, calls and conditions of a tree. */
export function wordsOf(table: LanguageTable, tree: SyntaxTree): string[] {
  const { calls, view } = readCode(table, tree);
  return [
    ...literals(tree, view.tree.root),
    ...calls.map(({ path }) => lastName(path)),
    ...view.nodes.filter((node) => node.type === 'identifier').map((node) => view.text(node)),
    ...view.nodes.flatMap((node) => wordOf(view.text(askedIn(table, node))) ?? []),
  ];
}

/** A condition, which is more than the words in it. */
function wordOf(condition: string): string | undefined {
  return condition === '' ? undefined : `if ${condition}`;
}

type Says = {
  literal(node: SyntaxNode): boolean;
  anything(node: SyntaxNode): boolean;
  isKnown(text: string): boolean;
};
type Way = (code: Code, node: SyntaxNode, says: Says) => Part[];

function createSays({ view, callsIn }: Code, known: ReadonlySet<string>): Says {
  const literal = (node: SyntaxNode) => literals(view.tree, node).some((word) => !known.has(word));
  const anything = (node: SyntaxNode) =>
    literal(node) || callsIn(node).some(({ path }) => !known.has(lastName(path)));
  return { literal, anything, isKnown: (text) => known.has(wordOf(text) ?? '') };
}

const LITERAL =
  /^(?:string_fragment|string_content|string_literal_content|raw_string|word|regex_pattern|number|integer|float|(?:int|float|integer|decimal\w*)_literal|interpreted_string_literal(?:_content)?)$/;
/** What every program says. */
const TRIVIAL =
  /^(?:[^\p{L}\p{N}]*|[012]|string|number|object|function|undefined|boolean|bigint|utf-?8)$/u;

function literals(tree: SyntaxTree, node: SyntaxNode): string[] {
  return [...walk(node)]
    .filter(({ type, children }) => children.length === 0 && LITERAL.test(type))
    .map((one) => textOf(tree, one))
    .filter((text) => !TRIVIAL.test(text));
}

function lastName(path: string): string {
  return /[\w$]+(?=[^\w$]*$)/.exec(path)?.[0] ?? path;
}

type Arms = {
  condition: SyntaxNode;
  taken: readonly SyntaxNode[];
  otherwise: readonly SyntaxNode[];
};

/** A branch that is never taken, or the other one always. */
const branch: Way = ({ table, view }, node, says) => {
  const arms = table.conditionals.has(node.type) ? armsOf(node) : undefined;
  if (arms === undefined) return [];
  const { condition, taken, otherwise } = arms;
  const forced = (value: boolean, at: SyntaxNode): Part => {
    const text = value ? table.writes.yes : table.writes.no;
    const isBracketed = condition.type === 'parenthesized_expression';
    return { ...placeOf(condition), text: isBracketed ? `(${text})` : text, node: at };
  };
  const own = otherwise.filter(({ type }) => !/^el(?:se_?|s)?if/.test(type));
  const found = [
    ...taken.filter(says.anything).map((one) => forced(false, one)),
    ...own.filter(says.anything).map((one) => forced(true, one)),
  ];
  if (found.length > 0) return found.slice(0, 1).concat(found.slice(-1)).filter(isFirst);
  const isNegated = /^\(?\s*(?:!|not\b)|!==?|\bis not\b/.test(view.text(condition));
  return says.anything(condition) ? [forced(isNegated, condition)] : [];
};

/**
 * A condition turned around, whatever it says: where nobody notices that, it is never asked, or it does
 * not matter. One that was there before is not new.
 */
const turned: Way = (code, node, says) => {
  const { table, view } = code;
  const asked = askedIn(table, node);
  if (asked === undefined || branch(code, node, says).length > 0) return [];
  const text = says.isKnown(view.text(asked)) ? undefined : negate(table, view.text(asked));
  return text === undefined ? [] : [{ ...placeOf(asked), text, node: asked }];
};

function negate({ twin }: LanguageTable, text: string): string | undefined {
  return twin.negated?.(text, () => 0);
}

/** Without the brackets around it. */
function askedIn({ conditionals }: LanguageTable, node: SyntaxNode): SyntaxNode | undefined {
  const isLoop = /^while(?:_|$)/.test(node.type) && node.isNamed;
  if (!isLoop && !conditionals.has(node.type)) return undefined;
  const asked = isLoop ? childOf(node, 'condition') : armsOf(node)?.condition;
  return asked?.type === 'parenthesized_expression' ? named(asked)[0] : asked;
}

function isFirst(one: Part, index: number, all: readonly Part[]): boolean {
  return all.findIndex(({ text }) => text === one.text) === index;
}

function armsOf(node: SyntaxNode): Arms | undefined {
  const condition = node.children.find(({ field, isNamed }) => field === 'condition' && isNamed);
  if (condition === undefined) {
    // Python's `a if b else c` names none of them.
    const [first, asked, last] = named(node);
    if (node.type !== 'conditional_expression' || !first || !asked || !last) return undefined;
    return { condition: asked, taken: [first], otherwise: [last] };
  }
  const mark = node.children.findIndex(({ type }) => type === 'then');
  const isElse = ({ type, field }: SyntaxNode) =>
    field === 'alternative' || /^(?:else|elif|elsif)_clause$/.test(type);
  const after = mark === -1 ? [] : node.children.slice(mark + 1).filter(({ isNamed }) => isNamed);
  const body = childOf(node, 'consequence') ?? childOf(node, 'body');
  return {
    condition,
    taken: body === undefined ? after.filter((one) => !isElse(one)) : [body],
    otherwise: node.children.filter(isElse),
  };
}

const LOGICAL = /^(?:&&|\|\||\?\?|and|or)$/;

/** `a && b` without one of them. */
const operand: Way = ({ view }, node, says) => {
  const [left, mark, right, ...more] = node.children;
  if (left === undefined || mark === undefined || right === undefined) return [];
  if (more.length > 0 || !LOGICAL.test(mark.type)) return [];
  const isCommand = node.type === 'list';
  return [
    { one: left, other: right },
    { one: right, other: left },
  ]
    .filter(({ one }) => (isCommand ? one === right && says.anything(one) : says.literal(one)))
    .map(({ one, other }) => {
      const { start, end } = node;
      return { start, end, text: view.text(other), node: one };
    });
};

const DEFAULTS =
  /^(?:assignment_pattern|object_assignment_pattern|(?:required|optional|default|typed_default|keyword)_parameter)$/;

const defaultValue: Way = (_code, node, says) => {
  const mark = node.children.findIndex(({ type }) => type === '=');
  const value = node.children[mark + 1];
  const before = node.children[mark - 1];
  if (!DEFAULTS.test(node.type) || mark < 1 || !value || !before) return [];
  return says.literal(value) ? [{ start: before.end, end: value.end, text: '', node }] : [];
};

/** Tidying up and settings of the shell: nobody notices for a while that they are missing. */
const TIDY =
  /^(?:clear\w*|close\w*|end|dispose\w*|unref|release\w*|destroy\w*|abort|cancel\w*|cleanup|off|join|set|shopt|trap|unset|local|readonly|shift|__init__|super)$/;
const BLOCKS =
  /^(?:program|if_statement|(?:else|elif)_clause|do_group|compound_statement|case_item)$/;

/** A call that is made for what it does, not for its value. */
const effect: Way = ({ table, view, callsIn }, node, says) => {
  const up = view.parent(node);
  const isStatement =
    node.type === 'expression_statement' ||
    (node.type === 'command' && up !== undefined && BLOCKS.test(up.type));
  const [call] = isStatement ? callsIn(node) : [];
  const inner = node.type === 'command' ? node : named(node)[0];
  const whole = inner && (inner.type.startsWith('await') ? named(inner)[0] : inner);
  if (call === undefined || whole !== call.node || !says.anything(node)) return [];
  if (TIDY.test(lastName(call.path))) return [];
  return [{ ...placeOf(node), text: table.writes.nothing, node }];
};

const ARMS = /^(?:switch_case|case_clause|case_item|when|expression_case)$/;

/** One case of several. */
const arm: Way = ({ view }, node, says) => {
  if (!ARMS.test(node.type) || !says.anything(node)) return [];
  const around = view.parent(node)?.children ?? [];
  const hasOther = around.some((one) => one !== node && one.type === node.type);
  // Python has no match without a case.
  return node.type === 'case_clause' && !hasOther ? [] : [{ ...placeOf(node), text: '', node }];
};

function placeOf({ start, end }: SyntaxNode) {
  return { start, end };
}
