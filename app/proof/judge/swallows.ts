// Failures that nobody sees: an assertion inside a `try` whose handler goes on as if nothing was,
// and an assertion that is not waited for. Pure.
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import type { Found } from '../../../sandbox/syntax/code/table.ts';
import { isInside, quoted } from '../../../sandbox/syntax/code/view.ts';
import type { SyntaxNode } from '../../../sandbox/syntax/tree.ts';

export function judgeSwallows(code: Code): Found[] {
  const { table, view, calls, assertions } = code;
  const isIn = (part: SyntaxNode) => assertions.some(({ node }) => isInside(node, part));
  const caught = table
    .swallows(view, calls)
    .filter(({ guarded, handler }) => {
      const inside = assertions.filter(
        ({ node }) =>
          isInside(node, guarded) &&
          (handler === node || !isInside(node, handler) || isInside(guarded, handler)),
      );
      const speaks = isInside(guarded, handler) ? false : isIn(handler);
      return inside.length > 0 && !speaks;
    })
    .map(({ handler }) => ({
      node: handler,
      message: `\`${quoted(view, handler, 40)}\` swallows the failure of an assertion`,
    }));
  const late = calls
    .filter((call) => table.isUnawaited?.(view, call) === true)
    .map(({ node }) => ({
      node,
      message: `\`${quoted(view, node)}\` is not awaited, so nobody sees it fail`,
    }));
  return [...caught, ...late];
}
