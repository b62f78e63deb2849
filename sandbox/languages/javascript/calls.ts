// Calls of JavaScript and the paths they are named by. Pure.
import { unwrapping } from '../../syntax/code/frames.ts';
import type { Call } from '../../syntax/code/table.ts';
import { named, type PathStep, pathOf, type View } from '../../syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../syntax/tree.ts';

/** Without brackets, `await`, `!` after it and types. */
export const unwrapped = unwrapping(
  'await_expression',
  'parenthesized_expression',
  'non_null_expression',
  'as_expression',
  'satisfies_expression',
);

export function jsPath(view: View, node: SyntaxNode | undefined): string {
  return pathOf(node, (wrapped): PathStep => {
    const at = unwrapped(wrapped);
    const object = childOf(at, 'object');
    if (at.type === 'member_expression' && object !== undefined) {
      return { suffix: `.${view.text(childOf(at, 'property'))}`, rest: object };
    }
    const index = childOf(at, 'index');
    if (at.type === 'subscript_expression' && object !== undefined) {
      const name = index?.type === 'string' ? `.${view.text(index).slice(1, -1)}` : '[]';
      return { suffix: name, rest: object };
    }
    const callee = childOf(at, 'function');
    if (at.type === 'call_expression' && callee !== undefined) {
      return { suffix: '()', rest: callee };
    }
    return /^(?:identifier|this|super|import)$/.test(at.type) ? view.text(at) : '?';
  });
}

export function callOf(view: View, node: SyntaxNode): Call | undefined {
  const list = childOf(node, 'arguments');
  const args = list?.type === 'arguments' ? named(list) : list === undefined ? [] : [list];
  if (node.type === 'new_expression') {
    return { node, path: `new ${jsPath(view, childOf(node, 'constructor'))}`, args };
  }
  if (node.type !== 'call_expression') return undefined;
  const callee = childOf(node, 'function');
  const receiver = callee && childOf(unwrapped(callee), 'object');
  return { node, path: jsPath(view, callee), args, ...(receiver !== undefined && { receiver }) };
}
