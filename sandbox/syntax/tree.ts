// A syntax tree as plain data: whoever judges it stays pure, and nothing has to be freed.

export type SyntaxNode = {
  /** The grammar's name of it, e.g. `command`, `call_expression`; a token's is its text. */
  type: string;
  /** What it is to its parent, e.g. `name`, `body`. */
  field?: string;
  /** In UTF-16 units of the text parsed; `end` is the first one after it. */
  start: number;
  end: number;
  /** False for tokens such as `(` or `&&`. */
  isNamed: boolean;
  /** The parser put it there, or could not make sense of what is there. */
  isError: boolean;
  children: readonly SyntaxNode[];
};

export type SyntaxTree = {
  text: string;
  root: SyntaxNode;
  /** Somewhere in it the parser could not make sense of the text. */
  hasError: boolean;
};

export function textOf({ text }: SyntaxTree, { start, end }: SyntaxNode): string {
  return text.slice(start, end);
}

export function childOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field);
}

/** The node and everything below it, parents first. Without recursion: see parsers.ts. */
export function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  const left = [node];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    yield next;
    for (let at = next.children.length - 1; at >= 0; at -= 1) {
      const child = next.children[at];
      if (child !== undefined) left.push(child);
    }
  }
}

/** Nothing of it is known: beyond the limits, or too much for the parser. */
export function isUnread({ root, text }: SyntaxTree): boolean {
  return root.isError && root.children.length === 0 && text.trim() !== '';
}
