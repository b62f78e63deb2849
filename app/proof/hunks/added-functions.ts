// Functions and methods that the head has and the base has not, and the head with their bodies made
// hollow. A constructor is never hollowed: without it nothing of its class would work. Pure.

import type { FunctionPart, Hollow, LanguageTable } from '../../../sandbox/syntax/code/table.ts';
import { createView, type View } from '../../../sandbox/syntax/code/view.ts';
import type { SyntaxNode } from '../../../sandbox/syntax/tree.ts';
import { replaced } from '../replaced.ts';
import { type ChangedFile, tableOf } from './hunk.ts';

export type AddedFunction = {
  part: FunctionPart;
  /** With all that belongs to it: decorators, comments before it, `export const f =`. */
  start: number;
  end: number;
  hollow(how: Hollow): string | undefined;
};

export function addedFunctions(file: ChangedFile): AddedFunction[] {
  const { base, head } = file;
  const table = tableOf(file);
  if (table?.hollow === undefined || head?.tree === undefined) return [];
  const view = createView(head.tree);
  const known = new Map<string, number>();
  const before = base?.tree === undefined ? [] : table.functions(createView(base.tree));
  for (const { symbol } of before) known.set(symbol, (known.get(symbol) ?? 0) + 1);
  const added = table.functions(view).filter(({ symbol }) => {
    const left = known.get(symbol) ?? 0;
    known.set(symbol, left - 1);
    return left <= 0;
  });
  const whole = added.filter(({ kind }) => kind !== 'constructor');
  return outermost(whole).map((part) => toAdded(table, view, part));
}

function outermost(parts: readonly FunctionPart[]): FunctionPart[] {
  const before = ({ node: one }: FunctionPart, { node: other }: FunctionPart) =>
    one.start - other.start || other.end - one.end;
  const inner = new Set<FunctionPart>();
  let end = -1;
  for (const part of parts.toSorted(before)) {
    if (part.node.end <= end) inner.add(part);
    else end = part.node.end;
  }
  return parts.filter((part) => !inner.has(part));
}

function toAdded(table: LanguageTable, view: View, part: FunctionPart): AddedFunction {
  return {
    part,
    ...reach(view, part.node),
    hollow: (how) => {
      const body = table.hollow?.(view, part, how);
      const core = coreOf(said(table, view, part));
      const isSame = NOTHING.test(core) || core === body?.value.replaceAll(/\s+/g, '');
      return body === undefined || isSame ? undefined : body.text;
    },
  };
}

/** The body without what nobody gets the value of, such as its documentation. */
function said({ isErased }: LanguageTable, view: View, { body }: FunctionPart): string {
  const silent = body.children.filter(isErased).map(({ start, end }) => {
    return { start: start - body.start, end: end - body.start, text: '' };
  });
  return replaced(view.text(body), silent);
}

function coreOf(body: string): string {
  return body.replaceAll(/[{};\s]+|\breturn\b|\bpass\b/g, '');
}

/** An abstract method, a hook that is there for others: there is nothing to miss. */
const NOTHING = /^(?:\.\.\.)?$/;

const HOLDERS: ReadonlySet<string> = new Set(
  `variable_declarator lexical_declaration variable_declaration export_statement decorated_definition
   public_field_definition field_definition pair assignment_expression expression_statement`.split(
    /\s+/,
  ),
);
const BEFORE = /^(?:decorator|attribute_item|(?:line_|block_)?comment)$/;

function reach(view: View, node: SyntaxNode): { start: number; end: number } {
  let whole = node;
  for (
    let up = view.parent(whole);
    up !== undefined && HOLDERS.has(up.type);
    up = view.parent(up)
  ) {
    whole = up;
  }
  const siblings = view.parent(whole)?.children ?? [];
  let at = siblings.indexOf(whole);
  while (at > 0 && BEFORE.test(siblings[at - 1]?.type ?? '')) at -= 1;
  return { start: siblings[at]?.start ?? whole.start, end: whole.end };
}

/** The files of the head that change when every added function returns nothing. */
export function hollowAll(files: readonly ChangedFile[]): { path: string; content: string }[] {
  return files.flatMap((file) => {
    const parts = addedFunctions(file).flatMap(({ part, hollow }) => {
      const text = hollow('returns-nothing');
      return text === undefined ? [] : [{ start: part.body.start, end: part.body.end, text }];
    });
    if (parts.length === 0 || file.head === undefined) return [];
    return [{ path: file.path, content: replaced(file.head.text, parts) }];
  });
}
