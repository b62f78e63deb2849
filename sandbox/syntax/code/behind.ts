// What stands behind an expression of a test: the texts it is put together from, in their order, the
// calls it is made by, and the names that come from elsewhere. Names are followed through the file:
// what they are given, what own functions do, what parameters are called with. Pure.
import { type SyntaxNode, walk } from '../tree.ts';
import type { Code } from './code.ts';
import { bindings } from './origins.ts';
import { readParameters } from './parameters.ts';
import type { Call } from './table.ts';

export type Behind = {
  texts: string[];
  /** Names that this file gives no value to: imports, the platform, parameters of anybody. */
  leaves: Set<string>;
  calls: Call[];
};

/** A hostile file could be put together from itself again and again. */
const MOST_PARTS = 5_000;
const MOST_NAMES = 200;

export function createBehind(code: Code): (node: SyntaxNode) => Behind {
  const sources = new Map<string, SyntaxNode[]>();
  const give = (names: readonly string[], nodes: readonly SyntaxNode[]) => {
    for (const name of new Set(names)) sources.set(name, [...(sources.get(name) ?? []), ...nodes]);
  };
  for (const { names, value } of bindings(code)) give(names, value === undefined ? [] : [value]);
  for (const { names, from } of readParameters(code, false).fed) give(names, from);
  return (node) => {
    const found: Behind = { texts: [], leaves: new Set(), calls: [] };
    collect(code, { node, sources, found, open: new Set() });
    return found;
  };
}

type Asked = {
  node: SyntaxNode;
  sources: ReadonlyMap<string, readonly SyntaxNode[]>;
  found: Behind;
  /** Names that are being followed. */
  open: Set<string>;
};

function collect(code: Code, { node, sources, found, open }: Asked): void {
  const { table, view } = code;
  found.calls.push(...code.callsIn(node));
  // What a command inside a text is given is no part of the text: only its names count.
  let inner = node.start;
  for (const part of walk(node)) {
    if (found.texts.length + found.calls.length > MOST_PARTS) return;
    if (/^command_(?:substitution|name)$/.test(part.type)) inner = Math.max(inner, part.end);
    if (part.start >= inner) found.texts.push(...textsAt(code, part));
    if (!table.isMention(view, part)) continue;
    const name = view.text(part);
    const behind = sources.get(name);
    if (behind === undefined) found.leaves.add(name);
    else if (!open.has(name) && open.size < MOST_NAMES) {
      open.add(name);
      for (const value of behind) collect(code, { node: value, sources, found, open });
    }
  }
}

function textsAt({ table, view }: Code, part: SyntaxNode): string[] {
  if (table.stringTypes.has(part.type) && !isComposed(part)) return [plainString(view.text(part))];
  return PIECES.test(part.type) && isComposed(view.parent(part)) ? [view.text(part)] : [];
}

const PIECES = /^(?:string_fragment|string_content|template_chars|string_literal_content)$/;

const PUT_IN =
  /^(?:template_substitution|interpolation|simple_expansion|expansion|command_substitution)$/;

/** A text with something put in. */
function isComposed(node: SyntaxNode | undefined): boolean {
  return node?.children.some(({ type }) => PUT_IN.test(type)) ?? false;
}

/** Without its quotes and what stands before them. */
export function plainString(text: string): string {
  return text.replaceAll(/^\w{0,2}['"`]+|['"`]+$/g, '');
}
