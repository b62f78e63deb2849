// Where values come from: whether an expression can depend on the code under test, or only on what
// the test itself wrote down. By names, over the whole file, and in doubt for the test. Pure.
import { childOf, type SyntaxNode } from '../tree.ts';
import type { Code } from './code.ts';
import { readParameters } from './parameters.ts';
import type { Call, ImportPart } from './table.ts';
import { named } from './view.ts';

export type Origins = {
  /** False: whatever the code under test does, this stays what it is. */
  isLive(node: SyntaxNode): boolean;
  isLiveName(name: string): boolean;
  /** The plain text a name always stands for, as written. */
  literalOf(name: string): SyntaxNode | undefined;
};

/** A name gets what the sources have. */
type Flow = { names: readonly string[]; from: readonly string[] };

/** Live only if something live is put into it. */
const ITSELF = /^(?:this|self|cls)$/;

/** A library is loaded by another file, which says itself what it hands to its functions. */
export function traceOrigins(
  code: Code,
  isInert: (one: ImportPart) => boolean,
  isLibrary = false,
): Origins {
  const bound = bindings(code);
  const given = readParameters(code, isLibrary);
  const fixed = literals(code, bound, new Set(given.all));
  const inert = code.imports.filter(isInert).flatMap(({ names }) => names);
  const others = code.imports.filter((one) => !isInert(one)).flatMap(({ names }) => names);
  const closed = new Set([...code.table.builtins, ...inert]).difference(new Set(others));
  const imported = code.imports.flatMap(({ names }) => names);
  const known = new Set([...bound.flatMap(({ names }) => names), ...imported, ...given.all]);
  const free = code.mentions(code.view.tree.root).filter((name) => !known.has(name));
  const live = new Set(
    [...imported, ...free, ...given.open, ...updated(code)].filter(
      (name) => !closed.has(name) && !ITSELF.test(name),
    ),
  );
  const fed = given.fed.map(({ names, from }) => ({ names, from: from.flatMap(code.mentions) }));
  spread([...bound.map(toFlow(code)), ...callFlows(code, fixed), ...fed], live, closed);
  return {
    isLive: (node) => code.mentions(node).some((name) => live.has(name)),
    isLiveName: (name) => live.has(name),
    literalOf: (name) => fixed.get(name),
  };
}

/** Each name is followed once. */
function spread(flows: readonly Flow[], live: Set<string>, closed: ReadonlySet<string>): void {
  const after = new Map<string, Flow[]>();
  for (const flow of flows) {
    for (const name of new Set(flow.from)) pushTo(after, name, flow);
  }
  const left = [...live];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const reached = (after.get(name) ?? []).flatMap(({ names }) => names);
    for (const one of new Set(reached)) {
      if (closed.has(one) || live.has(one)) continue;
      live.add(one);
      left.push(one);
    }
  }
}

function pushTo(map: Map<string, Flow[]>, name: string, flow: Flow): void {
  const known = map.get(name);
  if (known === undefined) map.set(name, [flow]);
  else known.push(flow);
}

type Binding = { type: string; names: readonly string[]; value: SyntaxNode | undefined };

export function bindings(code: Code): Binding[] {
  const { table, view, mentions, functions } = code;
  const kinds = new Map(table.bindings.map((one) => [one.type, one]));
  const given = view.nodes.flatMap((node): Binding[] => {
    const kind = kinds.get(node.type);
    if (kind === undefined) return [];
    const left = node.children.filter(({ field }) => field === kind.left);
    const value = kind.right === '' ? named(node)[0] : childOf(node, kind.right);
    return [
      {
        type: node.type,
        names: left.flatMap((one) => mentions(one).concat(patterns(view.text(one)))),
        value,
      },
    ];
  });
  return [
    ...given,
    ...functions.map(({ name, node, body }) => ({ type: node.type, names: [name], value: body })),
    ...decorated(code),
  ];
}

/** A decorator may make anything of a function, with whatever it stands for. */
export function decorated({ view, functions }: Pick<Code, 'view' | 'functions'>): Binding[] {
  return view.ofType('decorated_definition').flatMap((node) => {
    const names = functions
      .filter((one) => one.node === childOf(node, 'definition'))
      .map(({ name }) => name);
    const makers = node.children.filter(({ type }) => type === 'decorator');
    return makers.map((value): Binding => ({ type: node.type, names, value }));
  });
}

/** Names in a pattern are of types of their own: `{ a, b: c }`. */
function patterns(text: string): string[] {
  return text.match(/[A-Za-z_$@][\w$]*/g) ?? [];
}

function toFlow({ mentions }: Code) {
  return ({ names, value }: Binding): Flow => ({
    names,
    from: value === undefined ? [] : mentions(value),
  });
}

/** Names that are given a plain text or number once and never changed. */
function literals(
  code: Code,
  bound: readonly Binding[],
  given: ReadonlySet<string>,
): Map<string, SyntaxNode> {
  const counts = new Map<string, number>();
  for (const name of bound.flatMap(({ names }) => [...new Set(names)])) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const imported = code.imports.flatMap(({ names }) => names);
  const changed = new Set([...updated(code), ...imported, ...given]);
  const found = new Map<string, SyntaxNode>();
  for (const { names, value } of bound) {
    const [name = ''] = names;
    const isOne = new Set(names).size === 1 && counts.get(name) === 1 && !changed.has(name);
    if (!isOne || value === undefined || code.mentions(value).length > 0) continue;
    const only =
      named(value).length === 1 && value.type.endsWith('_list') ? named(value)[0] : value;
    if (only !== undefined && isPlain(only, code)) found.set(name, only);
  }
  return found;
}

function isPlain({ type, children }: SyntaxNode, { table }: Code): boolean {
  return table.stringTypes.has(type) || children.length === 0;
}

function updated({ view, mentions }: Code): string[] {
  return view
    .ofType('update_expression', 'inc_statement', 'dec_statement')
    .flatMap((node) => mentions(node));
}

/** What is handed to live code may come back changed; what is told something live keeps it. */
function callFlows({ calls, mentions }: Code, fixed: ReadonlyMap<string, unknown>): Flow[] {
  return calls.flatMap((call): Flow[] => {
    const { receiver, block, node } = call;
    const parts = [...call.args, ...(block === undefined ? [] : [block])];
    const args = parts.flatMap((one) => mentions(one)).filter((name) => !fixed.has(name));
    const callee = { start: node.start, end: parts[0]?.start ?? node.end };
    const asked = mentions({ ...node, ...callee });
    const told = receiver === undefined ? [] : mentions(receiver);
    return [
      { names: isDeclaring(call) ? [] : args, from: asked },
      { names: told.filter((name) => !fixed.has(name)), from: args },
    ];
  });
}

/** `describe(greet, …)`: its block is not handed to what is described. */
function isDeclaring({ path }: Call): boolean {
  return /^(?:RSpec\.)?(?:describe|context|it|test|suite|specify)\b/.test(path);
}
