// A source read with its language's table: everything the proof asks, in the words of no language
// in particular. Pure.
import type { SyntaxNode, SyntaxTree } from '../tree.ts';
import { readAssertions } from './assertions.ts';
import type {
  Assertion,
  Call,
  FunctionPart,
  ImportPart,
  LanguageTable,
  TestPart,
} from './table.ts';
import { countBelow, createView, type View } from './view.ts';

export type Code = {
  table: LanguageTable;
  view: View;
  calls: readonly Call[];
  functions: readonly FunctionPart[];
  imports: readonly ImportPart[];
  tests: readonly TestPart[];
  assertions: readonly Assertion[];
  /** The names that stand for things in it, each as often as it is there. */
  mentions(node: SyntaxNode): string[];
  callAt(node: SyntaxNode): Call | undefined;
  callsIn(node: SyntaxNode): Call[];
  assertionsIn(node: SyntaxNode): Assertion[];
};

export function readCode(table: LanguageTable, tree: SyntaxTree): Code {
  const view = createView(tree);
  const calls = view.nodes.flatMap((node) => table.callOf(view, node) ?? []);
  const names = view.nodes
    .filter((node) => table.isMention(view, node))
    .map((node) => ({ node, name: view.text(node) }));
  const functions = table.functions(view);
  const own = new Set(functions.map(({ name }) => name));
  const callAt = new Map(calls.map((call) => [call.node, call]));
  const assertions = readAssertions({ table, view, calls, own, callAt });
  const namesIn = createFinder(names);
  return {
    table,
    view,
    calls,
    functions,
    imports: table.imports(view),
    tests: table.tests(view, calls),
    assertions,
    mentions: (node) => namesIn(node).map(({ name }) => name),
    callAt: (node) => callAt.get(node),
    callsIn: createFinder(calls),
    assertionsIn: createFinder(assertions),
  };
}

/** All that lie inside a node; the list is in the order of the text. */
function createFinder<T extends { node: SyntaxNode }>(all: readonly T[]) {
  const starts = all.map(({ node }) => node.start);
  return ({ start, end }: SyntaxNode): T[] =>
    all
      .slice(countBelow(starts, start), countBelow(starts, end))
      .filter(({ node }) => node.end <= end);
}
