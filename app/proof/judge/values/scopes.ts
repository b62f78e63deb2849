// Where names have several values in turn: in loops over written lists, and in functions of the file
// that it calls itself. Pure.
import { lastName } from '../../../../sandbox/syntax/code/assertions.ts';
import type { Code } from '../../../../sandbox/syntax/code/code.ts';
import { ancestors, isInside, named } from '../../../../sandbox/syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../../../sandbox/syntax/tree.ts';
import type { Evaluate, Scope } from './evaluate.ts';
import { isList, isRecord, type Value } from './value.ts';

const MOST = 100;

/** All values that names have at a node, each at its turn; undefined where that is not written down. */
export function createScopes(
  code: Code,
  evaluate: Evaluate,
): (node: SyntaxNode) => Scope[] | undefined {
  const at = (node: SyntaxNode, depth: number): Scope[] | undefined => {
    let scopes: Scope[] = [new Map()];
    for (const up of ancestors(code.view, node).toReversed()) {
      const next = scopes.flatMap((scope) => turns(up, scope, depth));
      if (next.includes(undefined) || next.length > MOST) return undefined;
      scopes = next.filter((one) => one !== undefined);
    }
    return scopes;
  };
  /** Outer names with those of this node added, once for every turn. */
  const turns = (up: SyntaxNode, scope: Scope, depth: number): (Scope | undefined)[] => {
    const isLoop = /^(?:for_in_statement|for_statement)$/.test(up.type);
    const left = childOf(up, 'left');
    const right = childOf(up, 'right');
    if (isLoop && left !== undefined && right !== undefined) {
      const list = evaluate(right, scope);
      return isList(list) ? list.map((one) => bind(code, scope, [[left, one]])) : [scope];
    }
    const name = code.functions.find((one) => one.node === up)?.name;
    const isTest = code.tests.some(({ node }) => node === up);
    const list = childOf(up, 'parameters');
    if (name === undefined || isTest || list === undefined) return [scope];
    const calls = code.calls.filter(
      (call) => lastName(call.path) === name && !isInside(call.node, up),
    );
    if (calls.length === 0 || depth > 3) return [scope];
    return calls.flatMap(({ node, args }) =>
      (at(node, depth + 1) ?? []).map((outer) => {
        const own = named(list).filter((one) => !/^(?:self|cls)$/.test(code.view.text(one)));
        const values = own.map((one, index) => [one, valueOf(args[index], outer)] as const);
        return bind(code, scope, values);
      }),
    );
  };
  const valueOf = (node: SyntaxNode | undefined, scope: Scope) =>
    node === undefined ? undefined : evaluate(node, scope);
  return (node) => at(node, 0);
}

type Pair = readonly [pattern: SyntaxNode, value: Value | undefined];

function bind(code: Code, scope: Scope, pairs: readonly Pair[]): Scope {
  const found = new Map(scope);
  const left: Pair[] = [...pairs];
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    const [pattern, value] = pair;
    if (value === undefined) continue;
    const inner = named(pattern);
    if (inner.length === 0) found.set(code.view.text(pattern), value);
    else if (isList(value)) left.push(...inner.map((one, index) => [one, value[index]] as const));
    else if (isRecord(value)) {
      left.push(...inner.map((one) => [one, value.entries.get(code.view.text(one))] as const));
    } else if (inner[0] !== undefined) left.push([inner[0], value]);
  }
  return found;
}
