// Whether two texts of one file are the same program for whoever runs it: layout, comments, a comma
// before a closing bracket and what the language erases say nothing. Pure.
import type { LanguageTable } from '../../../sandbox/syntax/code/table.ts';
import { COMMENTS } from '../../../sandbox/syntax/code/view.ts';
import type { SyntaxNode, SyntaxTree } from '../../../sandbox/syntax/tree.ts';

export function isSameCode(table: LanguageTable, one: SyntaxTree, other: SyntaxTree): boolean {
  if (one.hasError || other.hasError) return false;
  const mine = spoken(table, one);
  const theirs = spoken(table, other);
  for (;;) {
    const [a, b] = [mine.next(), theirs.next()];
    if (a.done === true || b.done === true) return a.done === b.done;
    if (a.value !== b.value) return false;
  }
}

/** Node by node, parents first: its kind, how many it holds, and of a leaf its text. */
function* spoken(table: LanguageTable, { text, root }: SyntaxTree): Generator<string> {
  const left: SyntaxNode[] = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const inner = tellingChildren(table, node);
    const isLeaf = node.children.length === 0;
    yield `${node.type} ${inner.length} ${isLeaf ? text.slice(node.start, node.end) : ''}`;
    left.push(...inner.toReversed());
  }
}

function tellingChildren(table: LanguageTable, { children }: SyntaxNode): SyntaxNode[] {
  const telling = children.filter((node) => !COMMENTS.has(node.type) && !table.isErased(node));
  return telling.filter((node, at) => !isTrailingComma(telling, node, at));
}

/** Behind an element: one more comma in a list with holes is one more hole. */
function isTrailingComma(all: readonly SyntaxNode[], { type }: SyntaxNode, at: number): boolean {
  const [before, after] = [all[at - 1], all[at + 1]];
  return type === ',' && before?.isNamed === true && /^[)\]}]$/.test(after?.type ?? '');
}
