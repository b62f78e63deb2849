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
};

export function readCode(table: LanguageTable, tree: SyntaxTree): Code {
  const view = createView(tree);
  const calls = view.nodes.flatMap((node) => table.callOf(view, node) ?? []);
  const names = view.nodes.filter((node) => table.isMention(view, node));
  const starts = names.map(({ start }) => start);
  const functions = table.functions(view);
  const own = new Set(functions.map(({ name }) => name));
  return {
    table,
    view,
    calls,
    functions,
    imports: table.imports(view),
    tests: table.tests(view, calls),
    assertions: readAssertions({ table, view, calls, own }),
    mentions: ({ start, end }) =>
      names
        .slice(countBelow(starts, start), countBelow(starts, end))
        .map((name) => view.text(name)),
  };
}
