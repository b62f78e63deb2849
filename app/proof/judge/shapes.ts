// Looking at how a function is written instead of calling it: its text, its name, how many arguments
// it takes, what a module is made of. Constants of the contract may be compared as they are. Pure.
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import type { Found } from '../../../sandbox/syntax/code/table.ts';
import { quoted } from '../../../sandbox/syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../../sandbox/syntax/tree.ts';

/** `subjects`: names that stand for code of the project. */
export function judgeShapes(code: Code, subjects: ReadonlySet<string>): Found[] {
  const { view } = code;
  const names = withAliases(code, subjects);
  const nodes = [...members(code, names), ...readers(code, names), ...taken(code, names)];
  return nodes.map((node) => ({
    node,
    message: `\`${quoted(view, node)}\` looks at how code is written, not at what it does; call it`,
  }));
}

const CONSTANT = /^[A-Z][A-Z0-9_]+$/;
const PATH = /^([\w$]+)((?:\.[\w$]+|\?\.[\w$]+|\[['"][\w$]+['"]\])*)$/;

/** A subject itself or a part of it, without a call in between. */
function isBare({ view }: Code, names: ReadonlySet<string>, node: SyntaxNode): boolean {
  const [, root, rest = ''] = PATH.exec(view.text(node)) ?? [];
  if (root === undefined || !names.has(root)) return false;
  return ![root, ...(rest.match(/[\w$]+/g) ?? [])].some((part) => CONSTANT.test(part));
}

/** Names that are given a subject or a part of one. */
export function withAliases(code: Code, subjects: ReadonlySet<string>): Set<string> {
  const { table, view } = code;
  const names = new Set(subjects);
  const given = table.bindings.filter(({ type }) => !/^for|range/.test(type));
  const kinds = new Map(given.map((one) => [one.type, one]));
  for (const node of view.nodes) {
    const kind = kinds.get(node.type);
    const left = kind && childOf(node, kind.left);
    const right = kind && childOf(node, kind.right);
    if (left === undefined || right === undefined) continue;
    const root = PATH.exec(view.text(table.unwrapped(right)))?.[1] ?? '';
    if (names.has(root) && /^[\w$]+$/.test(view.text(left))) names.add(view.text(left));
  }
  return names;
}

const MEMBERS = ['member_expression', 'subscript_expression', 'attribute'];
/** These say something about data too, so it has to be clear that it is asked of a function. */
const OF_DATA = /^(?:length|name)$/;

function members(code: Code, names: ReadonlySet<string>): SyntaxNode[] {
  const { table, view, calls } = code;
  const called = new Set(calls.map(({ path }) => path.replace(/^new /, '')));
  const modules = namespaces(code);
  return view.ofType(...MEMBERS).filter((node) => {
    const [, root = '', rest = ''] = PATH.exec(view.text(node)) ?? [];
    const parts = rest.match(/[\w$]+/g) ?? [];
    const last = parts.at(-1) ?? '';
    if (!names.has(root) || CONSTANT.test(root) || !table.shapes.members.test(last)) return false;
    if (!OF_DATA.test(last)) return !isPrototypeCall(code, node);
    const of = [root, ...parts.slice(0, -1)].join('.');
    const isFunction = called.has(of) || (modules.has(root) && parts.length === 2);
    return isFunction || (parts.length === 1 && isNamedImport(code, root, last));
  });
}

/** `import * as cart`. */
function namespaces({ imports, view }: Code): Set<string> {
  const whole = imports.filter(({ node }) => /\*\s+as\s/.test(view.text(node)));
  return new Set(whole.flatMap((one) => one.names));
}

/** `Cart.prototype.total.call(…)` calls it. */
function isPrototypeCall({ view }: Code, node: SyntaxNode): boolean {
  return view.text(node).endsWith('.prototype') && view.parent(node)?.type === 'member_expression';
}

/** What is imported whole may be data with a name of its own. */
function isNamedImport({ imports, view }: Code, name: string, asked: string): boolean {
  const one = imports.find(({ names }) => names.includes(name));
  return one === undefined || asked === 'length' || /[{]/.test(view.text(one.node));
}

function readers(code: Code, names: ReadonlySet<string>): SyntaxNode[] {
  const { table, calls, imports } = code;
  const modules = new Set([...namespaces(code)].filter((name) => names.has(name)));
  const reflecting = new Set(
    imports
      .filter(({ module }) => /^(?:inspect|dis|ast)(?:\.|$)/.test(module))
      .flatMap((one) => one.names),
  );
  return calls.flatMap(({ path, node, args }) => {
    const root = path.split('.', 1)[0] ?? '';
    if (reflecting.has(root)) return [node];
    if (!table.shapes.readers.test(path)) return [];
    // Keys are something about data too.
    const asked = path.startsWith('Object.') ? modules : names;
    return table.shapes.always.test(path) || args.some((one) => isBare(code, asked, one))
      ? [node]
      : [];
  });
}

/** `const { length } = greet`. */
function taken(code: Code, names: ReadonlySet<string>): SyntaxNode[] {
  const { view, table } = code;
  return view.ofType('variable_declarator').filter((node) => {
    const pattern = childOf(node, 'name');
    const value = childOf(node, 'value');
    if (pattern?.type !== 'object_pattern' || value === undefined) return false;
    const keys = view.text(pattern).match(/[\w$]+/g) ?? [];
    return (
      isBare(code, names, value) &&
      keys.some((key) => table.shapes.members.test(key) && key !== 'name')
    );
  });
}
