// What an expression of a test is, as far as the file says so: literals, names that are given a value
// once, what texts and lists are put together from. Undefined where something else decides. Pure.
import type { Code } from '../../../../sandbox/syntax/code/code.ts';
import { bindings } from '../../../../sandbox/syntax/code/origins.ts';
import { readParameters } from '../../../../sandbox/syntax/code/parameters.ts';
import { named, plainText } from '../../../../sandbox/syntax/code/view.ts';
import { childOf, type SyntaxNode } from '../../../../sandbox/syntax/tree.ts';
import {
  asked,
  asText,
  combined,
  isList,
  isRecord,
  keyOf,
  other,
  record,
  type Value,
} from './value.ts';

/** Names whose value depends on where one stands: of loops and parameters. */
export type Scope = ReadonlyMap<string, Value>;
export type Evaluate = (node: SyntaxNode, scope: Scope) => Value | undefined;

const DEEPEST = 60;

/** `isSubject`: a call of it is known by what it is called with. */
export function createEvaluate(code: Code, isSubject: (root: string) => boolean): Evaluate {
  const values = fixedValues(code);
  const { table, view } = code;
  const evaluate = (wrapped: SyntaxNode, scope: Scope, depth: number): Value | undefined => {
    if (depth > DEEPEST) return undefined;
    const node = table.unwrapped(wrapped);
    const of = (one: SyntaxNode | undefined) =>
      one === undefined ? undefined : evaluate(one, scope, depth + 1);
    const text = view.text(node);
    if (NUMBERS.test(node.type)) return numberOf(text);
    const constant = CONSTANTS.get(text);
    if (constant !== undefined) return constant;
    if (TEXTS.test(node.type) || table.stringTypes.has(node.type)) return textOf(code, node, of);
    if (isName(node) || node.type === 'simple_expansion') {
      const name = text.replace(/^\$/, '');
      const value = values.get(name);
      return (
        scope.get(name) ?? (value === undefined ? undefined : evaluate(value, new Map(), depth + 1))
      );
    }
    if (LISTS.test(node.type)) return listOf(named(node), of);
    if (RECORDS.test(node.type)) return recordOf(code, node, of);
    if (table.functionTypes.has(node.type)) return other(plainText(view, node));
    return computed(code, node, of) ?? made({ code, node, of, isSubject });
  };
  return (node, scope) => evaluate(node, scope, 0);
}

type Of = (node: SyntaxNode | undefined) => Value | undefined;

const NUMBERS = /^(?:number|integer|float|\w+_literal)$/;
const TEXTS = /^(?:concatenated_string|concatenation|string_content|string_fragment|word)$/;
const LISTS = /^(?:array|list|tuple|array_expression|expression_list|set|literal_value)$/;
const RECORDS = /^(?:object|dictionary|hash)$/;
const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['true', true],
  ['True', true],
  ['!0', true],
  ['false', false],
  ['False', false],
  ['!1', false],
  ['null', null],
  ['None', null],
  ['nil', null],
  ['undefined', other('undefined')],
  ['void 0', other('undefined')],
]);

function isName({ type }: SyntaxNode): boolean {
  return /^(?:identifier|shorthand_property_identifier|variable_name|constant)$/.test(type);
}

function numberOf(text: string): Value | undefined {
  if (/^['"`]/.test(text)) return text.replaceAll(/^['"`]|['"`]$/g, '');
  const plain = text
    .replaceAll('_', '')
    .replace(/(?:n|[uif](?:8|16|32|64|128|size)|[lLfFdD])$/, (end) =>
      /^0x/i.test(text) ? end : '',
    );
  const value = Number(plain);
  return Number.isNaN(value) ? other(text) : value;
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
]);

function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gi,
    (_all, ...codes: string[]) => {
      const [long, four, two, plain = ''] = codes;
      const hex = long ?? four ?? two;
      if (hex === undefined) return ESCAPES.get(plain) ?? plain;
      return String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
    },
  );
}

const PUT_IN = /^(?:template_substitution|interpolation|simple_expansion|expansion)$/;

/** A text, also in pieces, with what is put into it. */
function textOf(code: Code, node: SyntaxNode, of: Of): Value | undefined {
  const { view, table } = code;
  const parts = named(node).filter(({ type }) => !/^(?:string_start|string_end)$/.test(type));
  const isWhole = parts.every(({ type }) => type === 'escape_sequence');
  if (parts.length === 0 || (isWhole && table.stringTypes.has(node.type))) {
    return unescaped(
      view.text(node).replaceAll(/^[a-zA-Z]{0,2}(?:"""|'''|['"`])|(?:"""|'''|['"`])$/g, ''),
    );
  }
  const texts = parts.map((part) => {
    if (part.type === 'escape_sequence') return unescaped(view.text(part));
    if (/_?content$|fragment$/.test(part.type)) return unescaped(view.text(part));
    const isPutIn = PUT_IN.test(part.type) && part.type !== 'simple_expansion';
    const value = of(isPutIn ? named(part)[0] : part);
    return value === undefined ? undefined : asText(value);
  });
  return texts.includes(undefined) ? undefined : texts.join('');
}

const SPREADS =
  /^(?:spread_element|list_splat|splat_argument|dictionary_splat|hash_splat_argument)$/;

/** In their order, with what is spread among them. */
export function listOf(parts: readonly SyntaxNode[], of: Of): readonly Value[] | undefined {
  const found: Value[] = [];
  for (const part of parts) {
    const isSpread = SPREADS.test(part.type);
    const inner = part.type === 'literal_element' || isSpread ? named(part)[0] : part;
    const value = of(inner);
    if (value === undefined || (isSpread && !isList(value))) return undefined;
    if (isSpread && isList(value)) found.push(...value);
    else found.push(value);
  }
  return found;
}

function recordOf(code: Code, node: SyntaxNode, of: Of): Value | undefined {
  const { view } = code;
  const entries: [string, Value][] = [];
  for (const part of named(node)) {
    if (SPREADS.test(part.type)) {
      const value = of(named(part)[0]);
      if (!isRecord(value)) return undefined;
      entries.push(...value.entries);
      continue;
    }
    const key = childOf(part, 'key');
    const value = of(key === undefined ? part : childOf(part, 'value'));
    if (value === undefined) return undefined;
    entries.push([view.text(key ?? part).replaceAll(/^[[:'"`]+|[\]'"`]+$/g, ''), value]);
  }
  return record(entries);
}

function computed({ view }: Code, node: SyntaxNode, of: Of): Value | undefined {
  const [left, right] = [of(childOf(node, 'left')), of(childOf(node, 'right'))];
  const operator = view.text(childOf(node, 'operator'));
  if (left !== undefined && right !== undefined) return combined(operator, left, right);
  const inner = of(childOf(node, 'argument') ?? childOf(node, 'operand'));
  if (typeof inner === 'number' && /^[-+]$/.test(operator))
    return operator === '-' ? -inner : inner;
  if (node.type === 'composite_literal') return of(childOf(node, 'body'));
  const object = of(childOf(node, 'object') ?? childOf(node, 'value'));
  const index = childOf(node, 'index') ?? childOf(node, 'subscript') ?? childOf(node, 'property');
  if (object === undefined || index === undefined) return undefined;
  const key = index.type === 'property_identifier' ? view.text(index) : of(index);
  if (isList(object) && typeof key === 'number') return object.at(key);
  if (isRecord(object) && typeof key === 'string') return object.entries.get(key);
  return isList(object) || isRecord(object) || key === undefined
    ? undefined
    : other(`${keyOf(object)}.${asText(key)}`);
}

type Making = { code: Code; node: SyntaxNode; of: Of; isSubject(root: string): boolean };

const CONVERSIONS =
  /^(?:String|str|Number|int|float|Object\.freeze|structuredClone|Array\.from|list|tuple|Object)$/;
const PURE =
  /^(?:new )?(?:Promise\.\w+|\w*Error|Map|Set|Date|URL|RegExp|Buffer\.from|Decimal|Fraction|date|datetime|set|dict|bytes|Uint8Array)(?:\.\w+)?$/;

function made({ code, node, of, isSubject }: Making): Value | undefined {
  const { view } = code;
  const call = code.callAt(node);
  if (call === undefined) {
    return /^(?:process\.execPath|sys\.executable|process\.argv\[0\])$/.test(view.text(node))
      ? other('interpreter')
      : undefined;
  }
  const args = call.args.map(of);
  if (args.some((one) => one === undefined)) return undefined;
  const known = args.filter((one) => one !== undefined);
  const [first] = known;
  if (CONVERSIONS.test(call.path) && first !== undefined) return converted(call.path, first);
  const method = /[\w$]+$/.exec(call.path)?.[0] ?? '';
  const receiver = of(call.receiver);
  const answer = receiver === undefined ? undefined : asked(receiver, method, known);
  if (answer !== undefined) return answer;
  const root = /^(?:new )?([\w$]+)/.exec(call.path)?.[1] ?? '';
  const isKnown = isSubject(root) || PURE.test(call.path);
  return isKnown ? other(`${method}(${known.map(keyOf).join(',')})`) : undefined;
}

function converted(path: string, value: Value): Value {
  if (/^(?:String|str)$/.test(path)) return asText(value);
  const isNumber = /^(?:Number|int|float)$/.test(path) && typeof value === 'string';
  return isNumber ? Number(value) : value;
}

const GIVING = /declarator|assignment|declaration|_spec|named_expression|let_/;

/** Names that are given a value once, and nobody changes it afterwards. */
function fixedValues(code: Code): Map<string, SyntaxNode> {
  const { view, calls, mentions } = code;
  const counts = new Map<string, number>();
  const bound = bindings(code);
  const given = readParameters(code, false).all;
  for (const name of bound.flatMap(({ names }) => [...new Set(names)])) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const told = calls
    .filter(({ path }) =>
      /\.(?:push|add|append|set|unshift|pop|insert|extend|update|sort|reverse|delete|clear)$/.test(
        path,
      ),
    )
    .flatMap(({ receiver }) => (receiver === undefined ? [] : mentions(receiver)));
  const changed = view
    .ofType(
      'update_expression',
      'augmented_assignment',
      'augmented_assignment_expression',
      'operator_assignment',
    )
    .flatMap((node) => mentions(node).slice(0, 1));
  const moving = new Set([...told, ...changed, ...given]);
  const found = new Map<string, SyntaxNode>();
  for (const { names, value, type } of bound) {
    const [name = ''] = names;
    const isOne = new Set(names).size === 1 && counts.get(name) === 1 && !moving.has(name);
    if (isOne && value !== undefined && GIVING.test(type)) found.set(name, value);
  }
  return found;
}
