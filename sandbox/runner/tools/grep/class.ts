// The character classes of ripgrep's regular expressions in JavaScript's words (flag v). Pure.

/** `isAscii`: the text to search has no other letters, so the quick classes will do. */
export type Alphabet = { isAscii: boolean };

/** A piece of a pattern and where the next one begins. */
export type Piece = { source: string; next: number };

const WORD = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}';

/** These are about ASCII only, whatever the text is. */
const NAMED: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7f',
  blank: '\\t\\x20',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: 'a-z',
  print: '\\x20-\\x7e',
  punct: '\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e',
  space: '\\t\\n\\v\\f\\r\\x20',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};

export function literal(letter: string): string {
  return /^[\p{L}\p{N}_ ]$/u.test(letter)
    ? letter
    : `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;
}

export function wordClass({ isAscii }: Alphabet): string {
  return isAscii ? '\\w' : `[${WORD}]`;
}

/** `[…]` that begins at `from`. Throws a SyntaxError. */
export function readClass(pattern: string, from: number, alphabet: Alphabet): Piece {
  const isNegated = pattern[from + 1] === '^';
  const first = from + (isNegated ? 2 : 1);
  const operands: string[] = [];
  let union = '';
  let operator = '';
  let at = first;
  while (at < pattern.length) {
    if (pattern[at] === ']' && at > first) {
      const inner = operator === '' ? union : [...operands, `[${union}]`].join(operator);
      return { source: `[${isNegated ? '^' : ''}${inner}]`, next: at + 1 };
    }
    const found = /^(?:&&|--)/.exec(pattern.slice(at, at + 2))?.[0];
    if (found !== undefined && union !== '') {
      if (operator !== '' && operator !== found) throw new SyntaxError('mixed class operators');
      operands.push(`[${union}]`);
      [operator, union, at] = [found, '', at + 2];
      continue;
    }
    const item = readItem(pattern, at, alphabet);
    union += item.source;
    at = item.next;
  }
  throw new SyntaxError('unclosed character class');
}

function readItem(pattern: string, at: number, alphabet: Alphabet): Piece {
  const named = /^\[:(\^?)(\w+):\]/.exec(pattern.slice(at, at + 12));
  const inner = named === null ? undefined : NAMED[named[2] ?? ''];
  if (named !== null && inner !== undefined) {
    return { source: `[${named[1]}${inner}]`, next: at + named[0].length };
  }
  // A closing bracket at the beginning means itself; an opening one begins a class inside.
  if (pattern[at] === '[') return readClass(pattern, at, alphabet);
  const first = readLetter(pattern, at, alphabet);
  if (!first.isLetter || pattern[first.next] !== '-') return first;
  const after = pattern[first.next + 1];
  if (after === undefined || after === ']' || after === '-' || after === '[') return first;
  const last = readLetter(pattern, first.next + 1, alphabet);
  if (!last.isLetter) throw new SyntaxError('a range needs two letters');
  return { source: `${first.source}-${last.source}`, next: last.next };
}

function readLetter(
  pattern: string,
  at: number,
  alphabet: Alphabet,
): Piece & { isLetter: boolean } {
  if (pattern[at] === '\\') return readEscape(pattern, at, alphabet);
  const letter = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  return { source: literal(letter), next: at + letter.length, isLetter: true };
}

/** A backslash and what belongs to it, where it means letters. Throws a SyntaxError. */
export function readEscape(
  pattern: string,
  at: number,
  alphabet: Alphabet,
): Piece & { isLetter: boolean } {
  const rest = pattern.slice(at, at + 80);
  const code = /^\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|[xuU]\{([\da-f]{1,6})\})/i.exec(
    rest,
  );
  if (code !== null) {
    const digits = code.slice(1).find((group) => group !== undefined) ?? '';
    return { source: `\\u{${digits}}`, next: at + code[0].length, isLetter: true };
  }
  const property = /^\\([pP])(?:([A-Z])|\{(\^?)([\w=:& ]+)\})/.exec(rest);
  if (property !== null) {
    const isNegated = (property[1] === 'P') !== (property[3] === '^');
    const name = property[2] ?? property[4] ?? '';
    const source = propertyClass(name, isNegated);
    return { source, next: at + property[0].length, isLetter: false };
  }
  const name = rest[1];
  if (name === undefined) throw new SyntaxError('a backslash at the end');
  const known = classEscape(name, alphabet);
  if (known !== undefined) return { source: known, next: at + 2, isLetter: false };
  if (/[tnrfv]/.test(name)) return { source: `\\${name}`, next: at + 2, isLetter: true };
  if (name === 'a') return { source: '\\x07', next: at + 2, isLetter: true };
  if (/[\p{L}\p{N}]/u.test(name)) throw new SyntaxError(`unknown escape \\${name}`);
  const letter = String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0);
  return { source: literal(letter), next: at + 1 + letter.length, isLetter: true };
}

function classEscape(name: string, { isAscii }: Alphabet): string | undefined {
  if (!/[wWdDsS]/.test(name)) return undefined;
  if (isAscii) return `\\${name}`;
  if (name === 'w') return `[${WORD}]`;
  if (name === 'W') return `[^${WORD}]`;
  const property = name.toLowerCase() === 'd' ? 'Nd' : 'White_Space';
  return `\\${name === name.toLowerCase() ? 'p' : 'P'}{${property}}`;
}

/** Scripts are named without saying so. */
function propertyClass(name: string, isNegated: boolean): string {
  const begin = isNegated ? '\\P' : '\\p';
  const full = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const choices = [name, full, `Script=${full}`].map((choice) => `${begin}{${choice}}`);
  const source = choices.find(isPattern);
  if (source === undefined) throw new SyntaxError(`unknown property ${name}`);
  return source;
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'v').source !== '';
  } catch {
    return false;
  }
}
