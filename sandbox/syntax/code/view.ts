// A syntax tree with the way up: what a table asks about nodes, whatever the language. Pure.
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../tree.ts';

export type View = {
  tree: SyntaxTree;
  /** Every node, parents before children, in the order of the text. */
  nodes: readonly SyntaxNode[];
  text(node: SyntaxNode | undefined): string;
  parent(node: SyntaxNode): SyntaxNode | undefined;
  /** The first line is 1. */
  line(at: number): number;
  ofType(...types: readonly string[]): SyntaxNode[];
};

export function createView(tree: SyntaxTree): View {
  const nodes = [...walk(tree.root)];
  const parents = new Map<SyntaxNode, SyntaxNode>();
  const breaks = Array.from(tree.text.matchAll(/\n/g), ({ index }) => index);
  for (const node of nodes) for (const child of node.children) parents.set(child, node);
  return {
    tree,
    nodes,
    text: (node) => (node === undefined ? '' : textOf(tree, node)),
    parent: (node) => parents.get(node),
    line: (at) => countBelow(breaks, at) + 1,
    ofType: (...types) => nodes.filter(({ type }) => types.includes(type)),
  };
}

/** How many of the sorted numbers are below it. */
export function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nodes above it, the nearest first. */
export function ancestors(view: View, node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let up = view.parent(node); up !== undefined; up = view.parent(up)) found.push(up);
  return found;
}

export function isInside(inner: SyntaxNode, outer: SyntaxNode): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

export function named(node: SyntaxNode | undefined): SyntaxNode[] {
  return (node?.children ?? []).filter(({ isNamed, type }) => isNamed && !COMMENTS.has(type));
}

export const COMMENTS: ReadonlySet<string> = new Set(['comment', 'line_comment', 'block_comment']);

/** Tokens of it, comments left out: the same for what differs in layout only. */
export function tokens(node: SyntaxNode): SyntaxNode[] {
  return [...walk(node)].filter(
    ({ children, type, start, end }) => children.length === 0 && end > start && !COMMENTS.has(type),
  );
}

export function plainText(view: View, node: SyntaxNode): string {
  return tokens(node)
    .map((token) => view.text(token))
    .join(' ');
}

/** At most so much of it, on one line, as it is quoted to people. */
export function quoted(view: View, node: SyntaxNode, longest = 80): string {
  const text = view.text(node).replaceAll(/\s+/g, ' ').trim();
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

const LONGEST_PATH = 30;

/** One step of a path such as `expect().not.toBe`, from its end; undefined where it begins. */
export type PathStep = { suffix: string; rest: SyntaxNode } | string;

export function pathOf(node: SyntaxNode | undefined, step: (node: SyntaxNode) => PathStep): string {
  let suffix = '';
  let at = node;
  for (let taken = 0; at !== undefined && taken < LONGEST_PATH; taken += 1) {
    const next = step(at);
    if (typeof next === 'string') return next + suffix;
    suffix = next.suffix + suffix;
    at = next.rest;
  }
  return `?${suffix}`;
}
