// Checks and calls that a change took out of a function which is still there, each put back alone:
// where no test notices, nobody asked for it to go. What the head says elsewhere is not gone. Pure.
import { type Code, readCode } from '../../../sandbox/syntax/code/code.ts';
import type { FunctionPart, LanguageTable } from '../../../sandbox/syntax/code/table.ts';
import { isInside, named } from '../../../sandbox/syntax/code/view.ts';
import type { SyntaxNode, SyntaxTree } from '../../../sandbox/syntax/tree.ts';
import { type Other, partsOf } from './parts.ts';

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
  other: Other,
): GonePart[] {
  const before = readCode(table, base);
  const after = functionsOf(readCode(table, head));
  const telling = partsOf(table, base, other).map(({ node }) => node);
  return before.functions.flatMap(({ symbol, body }) => {
    const now = after.get(symbol);
    const places = now === undefined || now.isExpression ? [] : named(now.body);
    if (places.length === 0 || !other.isTouched(body)) return [];
    return named(body).flatMap((node, index): GonePart[] => {
      const place = places[Math.min(index, places.length - 1)];
      if (place === undefined || !other.isChanged(node) || !isCheckOrCall(before, node)) return [];
      const isTelling = telling.some((one) => isInside(one, node));
      const at = startOfLine(head.text, place.start);
      return isTelling ? [{ node, at, text: wholeLines(base.text, node) }] : [];
    });
  });
}

/** The first of each symbol. */
function functionsOf({ functions }: Code): Map<string, FunctionPart> {
  return new Map(functions.toReversed().map((one) => [one.symbol, one]));
}

function isCheckOrCall({ table, callAt }: Code, node: SyntaxNode): boolean {
  if (table.conditionals.has(node.type)) return true;
  const [inner] = named(node);
  return node.type === 'expression_statement' && inner !== undefined && callAt(inner) !== undefined;
}

function startOfLine(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function wholeLines(text: string, { start, end }: SyntaxNode): string {
  const last = text.indexOf('\n', end - 1);
  const lines = text.slice(startOfLine(text, start), last === -1 ? undefined : last + 1);
  return lines.endsWith('\n') ? lines : `${lines}\n`;
}
