// Values as a test writes them down, the same however they are dressed: quotes, spellings of numbers,
// texts in pieces, the order of keys. What is not known is not guessed. Pure.

export type Value = string | number | boolean | null | readonly Value[] | Entries | Other;
type Entries = { kind: 'record'; entries: ReadonlyMap<string, Value> };
/** Known only by how it is made. */
type Other = { kind: 'other'; text: string };

export function other(text: string): Other {
  return { kind: 'other', text };
}

export function record(entries: Iterable<readonly [string, Value]>): Entries {
  return { kind: 'record', entries: new Map(entries) };
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

export function isRecord(value: Value | undefined): value is Entries {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'record';
}

/** The same text for the same value. */
export function keyOf(value: Value): string {
  if (isList(value)) return `[${value.map(keyOf).join(',')}]`;
  if (isRecord(value)) {
    const entries = [...value.entries].map(
      ([name, one]) => `${JSON.stringify(name)}:${keyOf(one)}`,
    );
    return `{${entries.sort().join(',')}}`;
  }
  return typeof value === 'object' && value !== null ? `<${value.text}>` : JSON.stringify(value);
}

/** As it becomes part of a text. */
export function asText(value: Value): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : keyOf(value);
}

export function combined(operator: string, left: Value, right: Value): Value | undefined {
  if (operator === '+' || operator === '.') return added(left, right);
  if (typeof right !== 'number') return undefined;
  if (operator === '*' && right >= 0 && right <= 1_000) {
    if (typeof left === 'string') return left.repeat(right);
    if (isList(left)) return Array.from({ length: right }, () => left).flat();
  }
  if (typeof left !== 'number') return undefined;
  const made = ARITHMETIC.get(operator)?.(left, right);
  return made !== undefined && Number.isFinite(made) ? made : undefined;
}

type Calculate = (left: number, right: number) => number;

const ARITHMETIC: ReadonlyMap<string, Calculate> = new Map<string, Calculate>([
  ['-', (left, right) => left - right],
  ['*', (left, right) => left * right],
  ['/', (left, right) => left / right],
  ['//', (left, right) => Math.floor(left / right)],
  ['%', (left, right) => left % right],
  ['**', (left, right) => left ** right],
]);

function added(left: Value, right: Value): Value | undefined {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (isList(left) && isList(right)) return [...left, ...right];
  return typeof left === 'string' || typeof right === 'string'
    ? asText(left) + asText(right)
    : undefined;
}

type Method = (value: string, args: readonly Value[]) => Value | undefined;

const TEXT_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['toUpperCase', (value) => value.toUpperCase()],
  ['upper', (value) => value.toUpperCase()],
  ['upcase', (value) => value.toUpperCase()],
  ['toLowerCase', (value) => value.toLowerCase()],
  ['lower', (value) => value.toLowerCase()],
  ['downcase', (value) => value.toLowerCase()],
  ['trim', (value) => value.trim()],
  ['strip', (value) => value.trim()],
  ['toString', (value) => value],
  ['valueOf', (value) => value],
  ['concat', (value, args) => value + args.map(asText).join('')],
  [
    'repeat',
    (value, [times]) =>
      typeof times === 'number' && times <= 1_000 ? value.repeat(times) : undefined,
  ],
  [
    'slice',
    (value, [from, to]) =>
      typeof from === 'number'
        ? value.slice(from, typeof to === 'number' ? to : undefined)
        : undefined,
  ],
  ['join', (value, [list]) => (isList(list) ? list.map(asText).join(value) : undefined)],
  ['split', (value, [by]) => (typeof by === 'string' ? value.split(by) : undefined)],
]);

/** What a method of texts or lists makes of it. */
export function asked(value: Value, method: string, args: readonly Value[]): Value | undefined {
  if (typeof value === 'string') return TEXT_METHODS.get(method)?.(value, args);
  if (typeof value === 'number') return method === 'toString' ? String(value) : undefined;
  if (!isList(value)) return undefined;
  if (method === 'join')
    return value.map(asText).join(args[0] === undefined ? ',' : asText(args[0]));
  if (method === 'concat') return [...value, ...args.flat()];
  return /^(?:slice|flat|copy|toSorted)$/.test(method) && args.length === 0 ? value : undefined;
}
