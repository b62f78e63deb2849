// What most languages do alike: the frames that a table fills in with its own node types and marks.
// Pure.
import { childOf, type SyntaxNode } from '../tree.ts';
import type { Comparison, Found, FunctionPart } from './table.ts';
import { named, quoted, type View } from './view.ts';

/** Takes off what stands around an expression and says nothing: brackets, `await`. */
export function unwrapping(...types: readonly string[]): (node: SyntaxNode) => SyntaxNode {
  const wrappers = new Set(types);
  return (node) => {
    let at = node;
    while (wrappers.has(at.type)) {
      // Of Rust's `&mut x`.
      const inner = named(at).find(({ type }) => type !== 'mutable_specifier');
      if (inner === undefined) return at;
      at = inner;
    }
    return at;
  };
}

/** The marks between two sides that mean each kind of comparison. */
type Marks = Readonly<Record<Comparison['kind'], RegExp>>;

export const USUAL_MARKS: Marks = { same: /^==$/, different: /^!=$/, other: /^[<>]=?$/ };

export function comparing(type: string, marks: Marks = USUAL_MARKS) {
  return (_view: View, node: SyntaxNode): Comparison | undefined => {
    const left = childOf(node, 'left');
    const right = childOf(node, 'right');
    if (node.type !== type || left === undefined || right === undefined) return undefined;
    return comparedBy(marks, childOf(node, 'operator')?.type, { left, right });
  };
}

export function comparedBy(
  marks: Marks,
  mark: string | undefined,
  sides: Pick<Comparison, 'left' | 'right'>,
): Comparison | undefined {
  const kinds = ['same', 'different', 'other'] as const;
  const kind = kinds.find((one) => marks[one].test(mark ?? ''));
  return kind === undefined ? undefined : { kind, ...sides };
}

/** `!x`: the field that holds what is negated. */
export function negating(type: string, field: string, mark = /^!$/) {
  return (node: SyntaxNode): SyntaxNode | undefined =>
    node.type === type && mark.test(node.children[0]?.type ?? '')
      ? childOf(node, field)
      : undefined;
}

/** A call or statement that ends the process well, whatever the tests have found. */
export function forged(view: View, node: SyntaxNode): Found {
  return { node, message: `\`${quoted(view, node)}\` reports success whatever happened` };
}

/** The first argument of a function that may return it: the types are the same. */
export function passedOn(view: View, part: FunctionPart): string | undefined {
  const { firstArgument, firstArgumentType, returns } = part;
  if (firstArgument === undefined || returns === undefined) return undefined;
  return view.text(firstArgumentType) === view.text(returns) ? firstArgument : undefined;
}
