// Calls of Python and the paths they are named by. Pure.
import { unwrapping } from '../../syntax/code/frames.ts';
import type { Call } from '../../syntax/code/table.ts';
import { named, type PathStep, pathOf, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';

export const unwrapped = unwrapping('parenthesized_expression', 'await');

export function pythonPath(view: View, node: SyntaxNode | undefined): string {
  return pathOf(node, (wrapped): PathStep => {
    const at = unwrapped(wrapped);
    const object = childOf(at, 'object');
    if (at.type === 'attribute' && object !== undefined) {
      return { suffix: `.${view.text(childOf(at, 'attribute'))}`, rest: object };
    }
    const callee = childOf(at, 'function');
    if (at.type === 'call' && callee !== undefined) return { suffix: '()', rest: callee };
    return at.type === 'identifier' ? view.text(at) : '?';
  });
}

export function pythonCall(view: View, node: SyntaxNode): Call | undefined {
  if (node.type !== 'call') return undefined;
  const callee = childOf(node, 'function');
  const receiver = callee && childOf(unwrapped(callee), 'object');
  return {
    node,
    path: pythonPath(view, callee),
    args: named(childOf(node, 'arguments')),
    ...(receiver !== undefined && { receiver }),
  };
}
