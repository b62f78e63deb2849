// What a test does, without what it is called: two that have the same essence are one test with the
// same inputs. Pure.
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import { tokens } from '../../../sandbox/syntax/code/view.ts';
import type { SyntaxNode } from '../../../sandbox/syntax/tree.ts';

/** Titles and messages are left out; names the file gives itself are numbered as they come. */
export function essenceOf(code: Code): string {
  const { view } = code;
  const left = new Set([...titles(code), ...messages(code)].flatMap((one) => tokens(one)));
  const own = new Map<string, string>();
  for (const name of ownNames(code)) own.set(name, `$${own.size}`);
  return tokens(view.tree.root)
    .filter((token) => !left.has(token) && !/^[;,]$/.test(token.type))
    .map((token) => {
      const text = view.text(token);
      return own.get(text) ?? text.replaceAll(/^['"`]|['"`]$/g, '"');
    })
    .join(' ');
}

function titles({ tests, calls, view, table }: Code): SyntaxNode[] {
  const suites = calls
    .filter(({ path }) => /^(?:RSpec\.)?(?:describe|context|suite)\b/.test(path))
    .flatMap(({ args: [first] }) =>
      first !== undefined && table.stringTypes.has(first.type) ? [first] : [],
    );
  const classes = view
    .ofType('class_definition', 'class_declaration', 'class')
    .flatMap(({ children }) => children.filter(({ field }) => field === 'name'));
  return [...tests.flatMap(({ title }) => title ?? []), ...suites, ...classes];
}

/** The words an assertion ends with. */
function messages({ assertions, callAt, table }: Code): SyntaxNode[] {
  return assertions.flatMap(({ node, operands }) => {
    const args = callAt(node)?.args ?? [];
    const last = args.at(-1);
    const isMessage =
      last !== undefined && args.length > operands.length && !operands.includes(last);
    return isMessage && table.stringTypes.has(last.type) ? [last] : [];
  });
}

/** In the order of their first appearance. */
function ownNames({ table, view, functions }: Code): string[] {
  const kinds = new Map(table.bindings.map((one) => [one.type, one.left]));
  const given = view.nodes.flatMap(({ type, children }) => {
    const left = kinds.get(type);
    return left === undefined ? [] : children.filter(({ field }) => field === left);
  });
  const plain = given.map((node) => view.text(node)).filter((text) => /^[\w$]+$/.test(text));
  return [...plain, ...functions.map(({ name }) => name)];
}
