// How what leaves a function is altered: its exits are handed to a helper, which is put into the same
// file under a name that nobody knows beforehand. Types, and the edits that all languages share. Pure.
import type { SyntaxNode } from '../tree.ts';
import type { FunctionPart } from './table.ts';
import type { View } from './view.ts';

/**
 * `plain` alters nothing and notes what could be. `other`: everything in a value is another of its
 * type. `one`: one thing in it. `more`: one thing more, or another order. `once`: as `other`, but of
 * each function only what it gives first. `first`: what was given the first time. `nothing`: nothing
 * at all.
 */
export type Alteration = 'plain' | 'other' | 'one' | 'more' | 'once' | 'first' | 'nothing';

export type Helper = {
  /** A name in the language, of letters and digits only. */
  name: string;
  /** The file in which it notes what it did: one word a line. */
  marks: string;
  alteration: Alteration;
  /** What functions below others of the change give back is altered too. */
  isDeep: boolean;
  /** How far letters and digits are moved on in their row, from 1 to 9. */
  turn: number;
};

export type Edit = { start: number; end: number; text: string };

/** Of all files that are changed: their functions, by the lines of the altered text. */
export type ChangedLines = readonly {
  path: string;
  lines: readonly (readonly [number, number])[];
}[];

export type Perturbing = {
  /** None: nothing leaves these functions that could be altered. */
  edits(view: View, parts: readonly FunctionPart[], name: string): Edit[];
  /** Where the helper stands, and whether its line pushes others down. */
  place(view: View): { at: number; addsLine: boolean };
  helper(helper: Helper, changed: ChangedLines): string;
  /** Before it runs it is built: where that fails nothing is known of the code. */
  isBuilt?: boolean;
};

export type Wrap = { start: number; end: number; open: string; close: string };

/** What is put around parts of a text: one may lie in another, and may end where that ends. */
export function wrapping(wraps: readonly Wrap[]): Edit[] {
  const closes = wraps.toSorted((one, other) => other.start - one.start);
  const opens = wraps.toSorted((one, other) => other.end - one.end);
  return [
    ...closes.map(({ end, close }) => ({ start: end, end, text: close })),
    ...opens.map(({ start, open }) => ({ start, end: start, text: open })),
  ];
}

/** Below a function's body, but not in functions of its own. */
export function ownNodes(body: SyntaxNode, isApart: (node: SyntaxNode) => boolean): SyntaxNode[] {
  const left = [body];
  const found: SyntaxNode[] = [];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    found.push(next);
    left.push(...next.children.filter((child) => !isApart(child)));
  }
  return found;
}
