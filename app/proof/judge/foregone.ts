// Assertions about a call of the subject whose outcome is clear before it is made: the same call on
// both sides, also by way of a file, the size or the keys of a list the test wrote itself, or only
// that something that is no yes or no is not nothing. Pure.
import { createBehind } from '../../../sandbox/syntax/code/behind.ts';
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import { bindings } from '../../../sandbox/syntax/code/origins.ts';
import type { Assertion } from '../../../sandbox/syntax/code/table.ts';
import { isInside, plainText } from '../../../sandbox/syntax/code/view.ts';
import type { SyntaxNode } from '../../../sandbox/syntax/tree.ts';

/** `ours`: names that stand for code of the project. */
export function createForegoneCheck(
  code: Code,
  ours: ReadonlySet<string>,
): (one: Assertion) => boolean {
  const { table, view } = code;
  const given = givenOnce(code);
  const valueOf = (node: SyntaxNode) => {
    const own = table.unwrapped(node);
    const value = given.get(view.text(own));
    return value === undefined ? own : table.unwrapped(value);
  };
  const isUndisturbed = (value: SyntaxNode, until: SyntaxNode) =>
    !code.calls.some(({ node }) => node.start >= value.end && node.end <= until.start);
  const isTwice = ({ node, operands: [first, second] }: Assertion) => {
    if (first === undefined || second === undefined) return false;
    // What is the same word for word is refused as a tautology.
    if (plainText(view, first) === plainText(view, second)) return false;
    const values = [valueOf(first), valueOf(second)];
    const [one = '', other = ''] = values.map((value) => plainText(view, value));
    // Something may have happened between two calls that read the same.
    return one === other && values.every((value) => isUndisturbed(value, node));
  };
  const isKept = createKeptCheck(code, ours);
  const isTruth = ({ matcher, operands: [first] }: Assertion) => {
    const call = first === undefined ? undefined : code.callAt(valueOf(first));
    const [root = '', ...rest] = call?.path.split('.') ?? [];
    if (!ours.has(root) || REFUSING.test(matcher)) return false;
    return !PREDICATE.test(rest.at(-1) ?? root);
  };
  return (one) => {
    if (one.form === 'truth') return isTruth(one);
    if (one.form !== 'exact' && one.form !== 'partial') return false;
    return (
      isTwice(one) ||
      isKept(one) ||
      one.operands.some((node) => isOwnShape(view.text(valueOf(node)), one))
    );
  };
}

const WRITES = /(?:^|\.)(?:(?:write|append)File(?:Sync)?|write(?:_text|_bytes|lines)?|dump)$/;

/** What the subject said is written to a file, and that very answer has to be what is read from it. */
function createKeptCheck(code: Code, ours: ReadonlySet<string>): (one: Assertion) => boolean {
  const behind = createBehind(code);
  const said = (node: SyntaxNode) =>
    behind(node)
      .calls.filter(({ path }) => ours.has(path.split(/[.(]/, 1)[0] ?? ''))
      .map((call) => call.node);
  const isRead = (node: SyntaxNode) =>
    behind(node).calls.some(({ path }) => code.table.reads.test(path));
  const testAt = (inner: SyntaxNode) => code.tests.find(({ node }) => isInside(inner, node));
  const writes = code.calls.filter(({ path }) => WRITES.test(path));
  return ({ node: asserted, operands }) => {
    const own = writes.filter(({ node }) => testAt(node) === testAt(asserted));
    const kept = new Set(own.flatMap(({ args }) => args.flatMap(said)));
    if (kept.size === 0 || !operands.some(isRead)) return false;
    return operands.some((node) => !isRead(node) && said(node).some((one) => kept.has(one)));
  };
}

const REFUSING = /(?:False|false|notOk|falsy|Falsy|refute)$|^if /;
const PREDICATE =
  /^_?(?:is|has|have|can|should|are|was|does|did|needs?|allows?|accepts?|match(?:es)?|contains?|includes?|starts?|ends?|equals?|same|supports?|exists?|every|some|any|all|validate|valid|verify|check|test|ok)(?![a-z])/;

/** How many things it has put into a list, or that a name it wrote down is there. */
function isOwnShape(text: string, { form }: Assertion): boolean {
  if (/\.\.\.|\*|\bfor\b/.test(text)) return false;
  return form === 'exact'
    ? /^len\([[{(].*[\]})]\)$|^\[.*\]\.length$|^Object\.keys\(\{.*\}\)(?:\.length)?$/s.test(text)
    : /^\{\s*['"]?\w+['"]?\s*:.*\}$|^Object\.keys\(\{.*\}\)$/s.test(text);
}

/** Names that are given a value in one place only. */
function givenOnce(code: Code): Map<string, SyntaxNode> {
  const all = bindings(code).filter(({ type }) => !/^for|range/.test(type));
  const counts = Map.groupBy(
    all.flatMap(({ names }) => [...new Set(names)]),
    (name) => name,
  );
  const own = new Set(code.functions.map(({ name }) => name));
  return new Map(
    all.flatMap(({ names, value }) => {
      const [name = '', ...more] = new Set(names);
      const isOnce = more.length === 0 && counts.get(name)?.length === 1 && !own.has(name);
      return isOnce && value !== undefined ? [[name, value] as const] : [];
    }),
  );
}
