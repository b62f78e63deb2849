// What the shell makes of the literal parts of a word. Pure.
import { ANY } from './line.ts';

/**
 * A word's text beside its shape: the same length, with `q` for each character that was quoted and
 * `x` for each that only the shell knows.
 */
export type Piece = { text: string; shape: string };

export const UNKNOWN: Piece = { text: ANY, shape: 'x' };

export function quoted(text: string): Piece {
  return { text, shape: 'q'.repeat(text.length) };
}

export function unquotedPiece(raw: string): Piece {
  let text = '';
  let shape = '';
  for (let at = 0; at < raw.length; at += 1) {
    const isEscape = raw[at] === '\\' && at + 1 < raw.length;
    if (isEscape) at += 1;
    const character = raw[at] ?? '';
    if (isEscape && character === '\n') continue;
    text += character;
    shape += isEscape ? 'q' : character;
  }
  return { text, shape };
}

/** Between double quotes a backslash is special before these only. */
export function doubleQuotedPiece(raw: string): Piece {
  return quoted(raw.replaceAll(/\\([$`"\\\n])/g, (_, one: string) => (one === '\n' ? '' : one)));
}

/** Patterns, braces and `~` at the beginning become something else: see ANY. */
export function joinPieces(pieces: readonly Piece[]): string {
  const text = pieces.map((piece) => piece.text).join('');
  const shape = pieces.map((piece) => piece.shape).join('');
  if (/,|\.\./.test(shape.slice(indexFrom(shape, '{'), shape.lastIndexOf('}') + 1))) return ANY;
  const hasClass = indexFrom(shape, '[') < shape.lastIndexOf(']');
  let resolved = '';
  for (let at = 0; at < text.length; at += 1) {
    const mark = shape[at] ?? '';
    const isPattern = mark === '*' || mark === '?' || (mark === '[' && hasClass);
    resolved += isPattern || (mark === '~' && at === 0) ? ANY : (text[at] ?? '');
  }
  return resolved;
}

function indexFrom(shape: string, opening: string): number {
  const at = shape.indexOf(opening);
  return at === -1 ? shape.length : at;
}

const SINGLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const ESCAPE =
  /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c([\s\S])|([\s\S]))/g;

/** `$'…'` without its quotes. Undefined: bytes that make no text, or a NUL, which cuts the word. */
export function decodeAnsiC(raw: string): string | undefined {
  let isReadable = !raw.includes('\\x{');
  const numeric = (digits: string, radix: number): string => {
    const code = Number.parseInt(digits, radix) & (radix === 8 ? 0xff : -1);
    if (code === 0 || code > 0x10ffff || code < 0) isReadable = false;
    return isReadable ? String.fromCodePoint(code) : '';
  };
  const text = raw.replaceAll(ESCAPE, (...groups) => {
    const [, octal, hex, short, long, control, one] = groups.map((group: unknown) =>
      typeof group === 'string' ? group : undefined,
    );
    if (octal !== undefined) return asAscii(numeric(octal, 8));
    if (hex !== undefined) return asAscii(numeric(hex, 16));
    const point = short ?? long;
    if (point !== undefined) return asAscii(numeric(point, 16));
    if (control !== undefined) return String.fromCodePoint((control.codePointAt(0) ?? 0) & 0x1f);
    return SINGLE[one ?? ''] ?? (/['"?\\]/.test(one ?? '') ? (one ?? '') : `\\${one}`);
  });
  return isReadable && !text.includes(ANY) ? text : undefined;

  function asAscii(character: string): string {
    // Above that, a byte is part of a character, and a number becomes what the locale has.
    if (character > '\x7f') isReadable = false;
    return character;
  }
}
