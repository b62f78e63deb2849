// What parameters stand for: of a function that the file calls itself, what it is called with; of a
// callback, what the list holds; of anything else, whatever a caller likes. Pure.
import type { SyntaxNode } from '../tree.ts';
import { lastName } from './assertions.ts';
import type { Code } from './code.ts';
import type { Call, FunctionPart } from './table.ts';
import { isInside } from './view.ts';

type Parameters = {
  all: string[];
  /** May be anything. */
  open: string[];
  /** Get what these have. */
  fed: { names: readonly string[]; from: readonly SyntaxNode[] }[];
};

export function readParameters(code: Code, isLibrary: boolean): Parameters {
  const found: Parameters = { all: [], open: [], fed: [] };
  const uses = usesOf(code);
  for (const list of listsOf(code)) {
    const names = namesIn(code, list);
    found.all.push(...names);
    const owner = ownerOf(code, list);
    const feeds = owner === undefined ? undefined : feedsOf(uses, owner, isLibrary);
    if (feeds === undefined) found.open.push(...names);
    else found.fed.push({ names, from: feeds });
  }
  return found;
}

type Uses = {
  code: Code;
  names: ReadonlyMap<SyntaxNode, string>;
  called: ReadonlyMap<string, Call[]>;
  handed: ReadonlyMap<string, Call[]>;
  taking: ReadonlyMap<SyntaxNode, Call>;
};

/** Looked up once: files can be long. */
function usesOf(code: Code): Uses {
  const { calls, functions, view } = code;
  const parts = calls.flatMap((call) =>
    [...call.args, ...(call.block === undefined ? [] : [call.block])].map((part) => ({
      call,
      part,
    })),
  );
  const plain = parts.filter(({ part }) => part.type === 'identifier');
  return {
    code,
    names: new Map(functions.map((one) => [one.node, calledName(one)])),
    called: Map.groupBy(calls, ({ path }) => lastName(path)),
    handed: new Map(
      [...Map.groupBy(plain, ({ part }) => view.text(part))].map(([name, some]) => [
        name,
        some.map(({ call }) => call),
      ]),
    ),
    taking: new Map(parts.map(({ call, part }) => [part, call])),
  };
}

/** A single parameter without brackets is a list of its own. */
function listsOf({ table, view }: Code): SyntaxNode[] {
  return view.nodes.filter(
    ({ type, field }) => table.parameterLists.has(type) || field === 'parameter',
  );
}

function namesIn({ view, mentions }: Code, list: SyntaxNode): string[] {
  return mentions(list).concat(view.text(list).match(/[A-Za-z_$@][\w$]*/g) ?? []);
}

function ownerOf({ view, table }: Code, list: SyntaxNode): SyntaxNode | undefined {
  const up = view.parent(list);
  return up !== undefined && table.functionTypes.has(up.type) ? up : undefined;
}

const ITERATIONS = /\.(?:forEach|map|filter|reduce|some|every|flatMap|find|each|each_with_index)$/;

/** A constructor is called by the name of its class. */
function calledName({ name, symbol, kind }: FunctionPart): string {
  return kind === 'constructor' ? (symbol.split(/[.:]+/).at(-2) ?? name) : name;
}

/** Undefined: nobody knows who calls it. */
function feedsOf(uses: Uses, owner: SyntaxNode, isLibrary: boolean): SyntaxNode[] | undefined {
  const over = uses.taking.get(owner);
  if (over?.receiver !== undefined && ITERATIONS.test(over.path)) return [over.receiver];
  const name = nameOf(uses, owner);
  if (name === undefined || uses.code.tests.some(({ node }) => node === owner)) return undefined;
  const handed = uses.handed.get(name) ?? [];
  if (handed.some(({ path }) => !ITERATIONS.test(path))) return undefined;
  const called = (uses.called.get(name) ?? []).filter(({ node }) => !isInside(node, owner));
  if (called.length + handed.length === 0) return isLibrary ? [] : undefined;
  return [
    ...called.flatMap(({ args, block }) => args.concat(block ?? [])),
    ...handed.flatMap(({ receiver }) => receiver ?? []),
  ];
}

/** Its own, or that of what it is given to. */
function nameOf({ names, code: { table, view } }: Uses, owner: SyntaxNode): string | undefined {
  const own = names.get(owner);
  if (own !== undefined) return own;
  const up = view.parent(owner);
  const kind = up && table.bindings.find(({ type }) => type === up.type);
  const left = kind && up?.children.find(({ field }) => field === kind.left);
  const text = view.text(left);
  return /^[\w$]+$/.test(text) ? text : undefined;
}
