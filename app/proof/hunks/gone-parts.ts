// Checks and calls that a change took out of a function which is still there, each put back alone:
// where no test notices, nobody asked for it to go. What the head says elsewhere is not gone. Pure.
import { type Code, readCode } from '../../../sandbox/syntax/code/code.ts';
import type { LanguageTable } from '../../../sandbox/syntax/code/table.ts';
import { named } from '../../../sandbox/syntax/code/view.ts';
import type { SyntaxNode, SyntaxTree } from '../../../sandbox/syntax/tree.ts';
import { partsOf } from './parts.ts';

type GonePart = {
  /** Where it stood on the base. */
  node: SyntaxNode;
  /** Where it would stand on the head, and the lines that come back. */
  at: number;
  text: string;
};

export function goneParts(
  table: LanguageTable,
  { base, head }: { base: SyntaxTree; head: SyntaxTree },
  known: ReadonlySet<string>,
): GonePart[] {
  const before = readCode(table, base);
  const after = readCode(table, head);
  const telling = partsOf(table, base, known).map(({ node }) => node);
  return before.functions.flatMap(({ symbol, body }) => {
    const now = after.functions.find((one) => one.symbol === symbol);
    const places = now === undefined || now.isExpression ? [] : named(now.body);
    return named(body).flatMap((node, index): GonePart[] => {
      const place = places[Math.min(index, places.length - 1)];
      const isTelling = telling.some((one) => one.start >= node.start && one.end <= node.end);
      if (place === undefined || !isTelling || !isCheckOrCall(before, node)) return [];
      const at = startOfLine(head.text, place.start);
      return [{ node, at, text: wholeLines(base.text, node) }];
    });
  });
}

function isCheckOrCall({ table, calls }: Code, node: SyntaxNode): boolean {
  if (table.conditionals.has(node.type)) return true;
  const [inner] = named(node);
  return node.type === 'expression_statement' && calls.some((call) => call.node === inner);
}

function startOfLine(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function wholeLines(text: string, { start, end }: SyntaxNode): string {
  const last = text.indexOf('\n', end - 1);
  const lines = text.slice(startOfLine(text, start), last === -1 ? undefined : last + 1);
  return lines.endsWith('\n') ? lines : `${lines}\n`;
}
