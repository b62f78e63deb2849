// What the cases of a criterion hand to the subject: a withheld case that hands over nothing but what
// shown cases do would be passed by whoever has learnt those by heart. Where the file does not say
// what is handed over, nothing is said. Pure.
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import type { Call } from '../../../sandbox/syntax/code/table.ts';
import { isInside } from '../../../sandbox/syntax/code/view.ts';
import type { SyntaxNode } from '../../../sandbox/syntax/tree.ts';
import { isInContract } from '../contract.ts';
import { spawnsIn } from './commands.ts';
import { withAliases } from './shapes.ts';
import { createEvaluate, listOf } from './values/evaluate.ts';
import { createScopes } from './values/scopes.ts';
import { asText, isList, isRecord, keyOf, type Value } from './values/value.ts';

/** One call of the subject, the same for the same inputs. */
export type Input = {
  key: string;
  name: string;
  isState: boolean;
  hasValues: boolean;
  /** Nobody looks at its answer. */
  isIdle: boolean;
};

type Subject = {
  /** Names that stand for code of the project. */
  ours: ReadonlySet<string>;
  contract: readonly string[];
};

/** Undefined: of some call it is not known what it is given. */
export function inputsOf(code: Code, { ours, contract }: Subject): Input[] | undefined {
  const names = withAliases(code, ours);
  const evaluate = createEvaluate(code, (root) => names.has(root));
  const scopesAt = createScopes(code, evaluate);
  const original = originals(code);
  const spawns = new Set(spawnsIn(code).map(({ node }) => node));
  const isShell = code.table.isCommandLine;
  const held = holders(code, names);
  const found: Input[] = [];
  for (const call of code.calls) {
    const { node, path } = call;
    const root = /^(?:new )?([\w$]+)/.exec(path)?.[1] ?? '';
    const isCommand = spawns.has(node) && (!isShell || isOfContract(code, contract, call));
    const isState = held.has(root) && !names.has(root);
    const isAsked = code.table.network.calls.test(path) || names.has(root) || isState;
    const isAnswer = OF_RESULTS.test(path) && (isState || path.includes('()'));
    if (!isCommand && (!isAsked || isShell || isAnswer)) continue;
    const scopes = scopesAt(node);
    if (scopes === undefined) return undefined;
    for (const scope of scopes) {
      const of = (one: SyntaxNode | undefined) =>
        one === undefined ? undefined : evaluate(one, scope);
      const values = isCommand ? commandValues(code, call, of) : argumentValues(code, call, of);
      if (values === undefined) return undefined;
      const name = isCommand ? '$' : nameOf(original, path);
      const key = `${name}(${values.join(', ')})`;
      const isIdle = isThrownAway(code, node);
      found.push({ key, name, isState, hasValues: values.length > 0, isIdle });
    }
  }
  return found;
}

/** Without idle calls of functions whose answer is looked at elsewhere. */
export function withoutIdle(inputs: readonly Input[]): Input[] {
  const asked = new Set(inputs.filter(({ isIdle }) => !isIdle).map(({ name }) => name));
  return inputs.filter(({ name, isIdle }) => !isIdle || !asked.has(name));
}

function isThrownAway({ view }: Code, node: SyntaxNode): boolean {
  const up = view.parent(node);
  const whole = up?.type.startsWith('await') ? view.parent(up) : up;
  return whole?.type === 'expression_statement';
}

/** What a name was called where it comes from. */
function originals({ imports, table, view }: Code): Map<string, string> {
  const found = new Map<string, string>();
  for (const { node } of imports) {
    for (const [, from = '', to = ''] of view.text(node).matchAll(/([\w$]+)\s+as\s+([\w$]+)/g)) {
      found.set(to, from);
    }
  }
  const kinds = new Map(table.bindings.map((one) => [one.type, one]));
  for (const node of view.nodes) {
    const kind = kinds.get(node.type);
    const left = view.text(node.children.find(({ field }) => field === kind?.left));
    const right = view.text(node.children.find(({ field }) => field === kind?.right));
    const from = /^[\w$.]*?([\w$]+)$/.exec(right)?.[1];
    if (kind !== undefined && from !== undefined && /^[\w$]+$/.test(left)) {
      found.set(left, found.get(from) ?? from);
    }
  }
  return found;
}

function nameOf(original: ReadonlyMap<string, string>, path: string): string {
  const name = /[\w$]+$/.exec(path)?.[0] ?? '';
  return original.get(name) ?? name;
}

/** What is asked of an answer says what is expected, not what is handed over. */
const OF_RESULTS =
  /\.(?:includes|startsWith|endsWith|trim|toUpperCase|toLowerCase|split|slice|match|matchAll|map|filter|join|toString|replace|replaceAll|indexOf|at|find|some|every|sort|toSorted|keys|values|entries|json|text|then|catch|strip|lower|upper|startswith|endswith|decode|splitlines|count|index|close|kill|toFixed|valueOf|test|exec|unref)$/;

/** Names that hold what the subject made. */
function holders({ table, view, mentions }: Code, names: ReadonlySet<string>): Set<string> {
  const held = new Set<string>();
  const kinds = new Map(table.bindings.map((one) => [one.type, one]));
  for (const node of view.nodes) {
    const kind = kinds.get(node.type);
    const left = node.children.find(({ field }) => field === kind?.left);
    const right = node.children.find(({ field }) => field === kind?.right);
    if (kind === undefined || left === undefined || right === undefined) continue;
    if (table.functionTypes.has(right.type) || /^(?:class_body|block)$/.test(right.type)) continue;
    const isHeld = mentions(right).some((name) => names.has(name) || held.has(name));
    if (isHeld) for (const name of mentions(left)) held.add(name);
  }
  return held;
}

type Of = (node: SyntaxNode | undefined) => Value | undefined;

/** By position and by name; what is left out at the end is `undefined`. */
function argumentValues({ view }: Code, { args }: Call, of: Of): string[] | undefined {
  const plain: SyntaxNode[] = [];
  const named: string[] = [];
  for (const one of args) {
    if (one.type === 'keyword_argument') {
      const value = of(one.children.find(({ field }) => field === 'value'));
      if (value === undefined) return undefined;
      const name = view.text(one.children.find(({ field }) => field === 'name'));
      named.push(`${name}=${keyOf(value)}`);
    } else if (one.type === 'dictionary_splat') {
      const value = of(one.children.find(({ isNamed }) => isNamed));
      if (!isRecord(value)) return undefined;
      named.push(...[...value.entries].map(([name, each]) => `${name}=${keyOf(each)}`));
    } else plain.push(one);
  }
  const values = listOf(plain, of);
  if (values === undefined) return undefined;
  const keys = values.map(keyOf);
  while (keys.at(-1) === '<undefined>') keys.pop();
  return [...keys, ...named.sort()];
}

const INTERPRETERS = /^(?:(?:\S*\/)?(?:node|nodejs|python[\d.]*|sh|bash|env)|<interpreter>)$/;
const OPTIONS = /^(?:input|stdin|env|cwd)$/;

/** The words of a command line, and what it reads. */
function commandValues(code: Code, call: Call, of: Of): string[] | undefined {
  if (code.table.isCommandLine) return shellValues(code, call, of);
  const given = argumentsOf(call);
  const values = given.map(of);
  if (values.includes(undefined)) return undefined;
  const options = values.filter(isRecord).flatMap(({ entries }) => Array.from(entries));
  const words = values
    .flatMap((one) => (one === undefined || isRecord(one) ? [] : isList(one) ? one : [one]))
    .flatMap((one) => asText(one).split(/\s+/))
    .filter((word) => word !== '' && !INTERPRETERS.test(word));
  const read = options
    .filter(([name]) => OPTIONS.test(name))
    .map(([name, one]) => `${name}=${keyOf(one)}`);
  return [...words, ...read.sort()];
}

/** Of options by name only those that the program sees. */
function argumentsOf({ args }: Call): SyntaxNode[] {
  return args.filter(({ type }) => type !== 'keyword_argument');
}

function isOfContract({ view }: Code, contract: readonly string[], { path, args }: Call): boolean {
  const words = [path, ...args.map((one) => view.text(one))].map((word) =>
    word.replace(/^\.\//, ''),
  );
  return words.some((word) => isInContract(contract, word));
}

/** With what stands before it in a pipe, and what is redirected into it. */
function shellValues({ view, calls }: Code, { node }: Call, of: Of): string[] | undefined {
  let whole = node;
  for (let up = view.parent(node); up !== undefined; up = view.parent(up)) {
    if (!/^(?:pipeline|redirected_statement)$/.test(up.type)) break;
    whole = up;
  }
  if (/\bheredoc/.test(whole.children.map(({ type }) => type).join(' '))) return undefined;
  const inside = calls.filter((one) => isInside(one.node, whole) && one.path !== '[');
  const values = inside.flatMap(({ path, args }) => args.map(of).toSpliced(0, 0, path));
  return values.includes(undefined)
    ? undefined
    : values.flatMap((one) => (one === undefined ? [] : [asText(one)]));
}

/** Whether everything the withheld case hands over is handed over by a shown one too. */
export function isKnownFrom(
  withheld: readonly Input[],
  shown: readonly (readonly Input[])[],
): boolean {
  if (!withheld.some(({ hasValues }) => hasValues)) return false;
  if (withheld.some(({ isState }) => isState)) {
    const order = (inputs: readonly Input[]) => inputs.map(({ key }) => key).join('\n');
    return shown.some((inputs) => order(inputs) === order(withheld));
  }
  const known = new Set(shown.flat().map(({ key }) => key));
  return withheld.every(({ key }) => known.has(key));
}
