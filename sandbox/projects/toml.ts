// As much of TOML as manifests need: tables, keys, texts and lists of texts. Numbers, dates and
// booleans come out as they are written. Not a validator: it reads what is right and gives up on
// what it cannot follow. Pure.

type TomlValue = string | string[];
/** By the table's dotted name; keys before the first table are in ''. */
export type Toml = ReadonlyMap<string, ReadonlyMap<string, TomlValue>>;

const PART = String.raw`(?:[\w-]+|"[^"\n]*"|'[^'\n]*')`;
const KEY = String.raw`${PART}(?:[ \t]*\.[ \t]*${PART})*`;
const HEADER = new RegExp(String.raw`\[\[?[ \t]*(${KEY})[ \t]*\]\]?`, 'y');
const ASSIGNMENT = new RegExp(String.raw`(${KEY})[ \t]*=[ \t]*`, 'y');
const BLANK = /(?:[ \t\r\n]|#[^\n]*)+/y;
const LINE_END = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const BASIC = /"((?:[^"\\\n]|\\.)*)"/y;
const LITERAL = /'([^'\n]*)'/y;
const LONG = /"""([\s\S]*?)"""|'''([\s\S]*?)'''/y;
const BARE = /[^\s,\]}#"'[{][^,\]}#\n]*/y;
const DEEPEST = 20;

/** Undefined: it is broken. */
export function readToml(text: string): Toml | undefined {
  const reader = createReader(text);
  const tables = new Map<string, Map<string, TomlValue>>([['', new Map()]]);
  let table = '';
  reader.take(BLANK);
  while (!reader.isAtEnd()) {
    const header = reader.take(HEADER);
    if (header === undefined) {
      const key = reader.take(ASSIGNMENT)?.[1];
      const value = key === undefined ? undefined : readValue(reader, 0);
      if (key === undefined || value === undefined) return undefined;
      keep(tables, [...plainKey(table), ...plainKey(key)], value);
    } else {
      table = header[1] ?? '';
      const name = plainKey(table).join('.');
      if (!tables.has(name)) tables.set(name, new Map());
    }
    if (reader.take(LINE_END) === undefined) return undefined;
    reader.take(BLANK);
  }
  return tables;
}

type Reader = {
  isAtEnd(): boolean;
  /** Moves on past the pattern if it is here. */
  take(pattern: RegExp): RegExpExecArray | undefined;
};

function createReader(text: string): Reader {
  let at = 0;
  return {
    isAtEnd: () => at >= text.length,
    take(pattern) {
      const sticky = new RegExp(pattern);
      sticky.lastIndex = at;
      const match = sticky.exec(text) ?? undefined;
      if (match !== undefined) at = sticky.lastIndex;
      return match;
    },
  };
}

function readValue(reader: Reader, depth: number): TomlValue | undefined {
  if (depth > DEEPEST) return undefined;
  const long = reader.take(LONG);
  if (long !== undefined) return long[1] ?? long[2] ?? '';
  const text = reader.take(BASIC) ?? reader.take(LITERAL);
  if (text !== undefined) return (text[1] ?? '').replaceAll(/\\(["\\])/g, '$1');
  if (reader.take(/\[/y) !== undefined) return readList(reader, /\]/y, depth);
  // Of an inline table only its texts are of interest.
  if (reader.take(/\{/y) !== undefined) return readList(reader, /\}/y, depth);
  return reader.take(BARE)?.[0].trim();
}

function readList(reader: Reader, end: RegExp, depth: number): string[] | undefined {
  const values: string[] = [];
  reader.take(BLANK);
  while (reader.take(end) === undefined) {
    if (end.source === String.raw`\}`) reader.take(ASSIGNMENT);
    const value = readValue(reader, depth + 1);
    if (value === undefined) return undefined;
    values.push(...(typeof value === 'string' ? [value] : value));
    reader.take(BLANK);
    if (reader.take(/,/y) === undefined) {
      return reader.take(end) === undefined ? undefined : values;
    }
    reader.take(BLANK);
  }
  return values;
}

function keep(
  tables: Map<string, Map<string, TomlValue>>,
  key: readonly string[],
  value: TomlValue,
): void {
  const name = key.slice(0, -1).join('.');
  const table = tables.get(name) ?? new Map<string, TomlValue>();
  table.set(key.at(-1) ?? '', value);
  tables.set(name, table);
}

function plainKey(key: string): string[] {
  if (key === '') return [];
  const parts = key.match(/"[^"\n]*"|'[^'\n]*'|[\w-]+/g) ?? [];
  return parts.map((part) => part.replaceAll(/^["']|["']$/g, ''));
}

export function listOf(value: TomlValue | undefined): string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
