// Where in a JSON text the elements of an array lie, so that one can be changed and the rest kept
// byte for byte. The text must be valid JSON. Pure.

/** `end` is the place after it. */
export type JsonSpan = { start: number; end: number };

type JsonArray = {
  /** The places of its brackets. */
  open: number;
  close: number;
  spans: JsonSpan[];
};

/** Of the array that the object at the top has at `key`. Throws when there is none. */
export function elementSpans(text: string, key: string): JsonArray {
  let found: JsonArray | undefined;
  let at = skipBlanks(text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const nameEnd = skipValue(text, at);
    const name: unknown = JSON.parse(text.slice(at, nameEnd));
    const start = skipBlanks(text, skipBlanks(text, nameEnd) + 1);
    // Of a key that comes twice the last one counts, as for JSON.parse.
    if (name === key && text[start] === '[') found = readArray(text, start);
    at = skipComma(text, skipValue(text, start));
  }
  if (found === undefined) throw new Error(`no array at ${key}`);
  return found;
}

function readArray(text: string, open: number): JsonArray {
  const spans: JsonSpan[] = [];
  let at = skipBlanks(text, open + 1);
  while (at < text.length && text[at] !== ']') {
    const end = skipValue(text, at);
    spans.push({ start: at, end });
    at = skipComma(text, end);
  }
  return { open, close: at, spans };
}

function skipComma(text: string, from: number): number {
  const at = skipBlanks(text, from);
  return text[at] === ',' ? skipBlanks(text, at + 1) : at;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (/[\s\ufeff]/.test(text[at] ?? 'x')) at += 1;
  return at;
}

/** The place after the value that begins at `from`. */
function skipValue(text: string, from: number): number {
  const token = /"(?:[^"\\]|\\.)*"|[[\]{}]|[^\s[\]{},:"]+|[\s,:]+/gsy;
  token.lastIndex = from;
  let depth = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [piece] = match;
    if (piece === '{' || piece === '[') depth += 1;
    if (piece === '}' || piece === ']') depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return text.length;
}
