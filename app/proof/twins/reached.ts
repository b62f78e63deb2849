// Whether an assertion runs whenever its test does: nothing around it may leave it out, and nothing
// before it ends the test. Where this is not sure, the answer is no. Pure.
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import { ancestors, isInside } from '../../../sandbox/syntax/code/view.ts';
import type { SyntaxNode } from '../../../sandbox/syntax/tree.ts';

const PERHAPS =
  /(?:^|_)(?:if|elif|else|unless|for|foreach|while|until|loop|switch|match|case|when|select|try|catch|except|rescue|ensure|finally|ternary|conditional|comprehension|generator|boolean_operator)(?:_|$)/;

export function isReached({ view, table }: Code, holder: SyntaxNode, node: SyntaxNode): boolean {
  const above = ancestors(view, node).filter((up) => up !== holder && isInside(up, holder));
  const inner = above.filter(({ type }) => table.functionTypes.has(type));
  // A test that is a call has its function inside.
  if (inner.length > (table.functionTypes.has(holder.type) ? 0 : 1)) return false;
  if (above.some(({ type }) => PERHAPS.test(type))) return false;
  const ends = view.ofType('return_statement', 'return', 'return_expression');
  return !ends.some((one) => one.start < node.start && isInside(one, holder));
}
