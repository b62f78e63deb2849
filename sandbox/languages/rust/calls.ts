// Calls and macros of Rust. A macro's arguments are tokens; they are put together here. Pure.

import type { Call } from '../../syntax/code/table.ts';
import { named, type PathStep, pathOf, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';

function rustPath(view: View, node: SyntaxNode | undefined): string {
  return pathOf(node, (at): PathStep => {
    const value = childOf(at, 'value');
    if (at.type === 'field_expression' && value !== undefined) {
      return { suffix: `.${view.text(childOf(at, 'field'))}`, rest: value };
    }
    const callee = childOf(at, 'function');
    if (callee !== undefined) {
      return { suffix: at.type === 'generic_function' ? '' : '()', rest: callee };
    }
    return /^(?:identifier|scoped_identifier|self)$/.test(at.type) ? view.text(at) : '?';
  });
}

export function rustCall(view: View, node: SyntaxNode): Call | undefined {
  if (node.type === 'macro_invocation') {
    const tree = named(node).find(({ type }) => type === 'token_tree');
    const path = `${view.text(childOf(node, 'macro')).replace(/^.*::/, '')}!`;
    return { node, path, args: tree === undefined ? [] : groups(tree, ',') };
  }
  if (node.type === 'identifier') return tokenCall(view, node);
  if (node.type !== 'call_expression') return undefined;
  const callee = childOf(node, 'function');
  const receiver = callee && childOf(callee, 'value');
  return {
    node,
    path: rustPath(view, callee),
    args: named(childOf(node, 'arguments')),
    ...(receiver !== undefined && { receiver }),
  };
}

/** Inside a macro: `read("x")`, `include_str!("x")`. */
function tokenCall(view: View, node: SyntaxNode): Call | undefined {
  const around = view.parent(node);
  if (around?.type !== 'token_tree') return undefined;
  const at = around.children.indexOf(node);
  const isMacro = around.children[at + 1]?.type === '!';
  const tree = around.children[at + (isMacro ? 2 : 1)];
  if (tree?.type !== 'token_tree') return undefined;
  const whole = { ...node, end: tree.end, children: [node, tree] };
  return { node: whole, path: `${view.text(node)}${isMacro ? '!' : ''}`, args: groups(tree, ',') };
}

/** What stands between the marks; one token stays itself. */
export function groups(tree: SyntaxNode, mark: string): SyntaxNode[] {
  const isWrapped = tree.type === 'token_tree';
  const inner = isWrapped ? tree.children.slice(1, -1) : tree.children;
  const found: SyntaxNode[][] = [[]];
  for (const token of inner) {
    if (token.type === mark) found.push([]);
    else found.at(-1)?.push(token);
  }
  return found.flatMap((children) => {
    const [first] = children;
    const last = children.at(-1);
    if (first === undefined || last === undefined) return [];
    if (first === last) return [first];
    const { start } = first;
    return [{ type: 'tokens', start, end: last.end, isNamed: true, isError: false, children }];
  });
}
