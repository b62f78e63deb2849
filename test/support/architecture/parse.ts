// Turns one source text into a syntax tree with the two things every rule needs: all nodes in
// order with their parents, and the line of an offset. Reads no files and knows no rule.
import { type Node, parseSync, visitorKeys } from 'oxc-parser';

export type SourceFile = { path: string; text: string };

export type ParsedFile = {
  path: string;
  /** Every node, parents before children. */
  nodes: readonly Node[];
  parentOf: ReadonlyMap<Node, Node>;
  lineCount: number;
  lineAt: (offset: number) => number;
};

export function parseFile(file: SourceFile): ParsedFile {
  const { program, errors } = parseSync(file.path, file.text, {
    sourceType: 'module',
    preserveParens: false,
  });
  const starts = lineStarts(file.text);
  const nodes: Node[] = [];
  const parentOf = new Map<Node, Node>();
  // What does not parse is tsc's to say.
  if (errors.length === 0) collect(program, { nodes, parentOf });
  return {
    path: file.path,
    nodes,
    parentOf,
    lineCount: file.text.endsWith('\n') ? starts.length - 1 : starts.length,
    lineAt: (offset) => Math.max(1, starts.findLastIndex((start) => start <= offset) + 1),
  };
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    value.type in visitorKeys
  );
}

/** The text of an expression that is a constant string, else undefined. */
export function constantText(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

type Collected = { nodes: Node[]; parentOf: Map<Node, Node> };

function collect(node: Node, into: Collected): void {
  into.nodes.push(node);
  for (const child of childrenOf(node)) {
    into.parentOf.set(child, node);
    collect(child, into);
  }
}

function childrenOf(node: Node): Node[] {
  const values = (visitorKeys[node.type] ?? []).map((key): unknown => Reflect.get(node, key));
  return values.flat().filter(isNode);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
