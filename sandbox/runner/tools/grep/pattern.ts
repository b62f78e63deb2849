// A regular expression as ripgrep's users write it, made into one of JavaScript's. Pure.
import { type Alphabet, literal, type Piece, readClass, readEscape, wordClass } from './class.ts';

type PatternOptions = { ignoresCase: boolean; spansLines: boolean };

/** `line` is for one line, or for all at once when matches span lines. */
type Form = {
  line: RegExp;
  /** Finds nothing in a whole text only when no line of it matches: most files end here. */
  text?: RegExp;
};
/** Of texts in ASCII only, which is quicker, and of all others. */
export type Pattern = { ascii: Form; any: Form };

/** Throws a SyntaxError. */
export function compilePattern(pattern: string, options: PatternOptions): Pattern {
  return { ascii: compileForm(pattern, options, true), any: compileForm(pattern, options, false) };
}

export function formFor(pattern: Pattern, text: string): Form {
  // oxlint-disable-next-line no-control-regex -- ASCII begins with them
  return /[^\0-\x7f]/.test(text) ? pattern.any : pattern.ascii;
}

function compileForm(pattern: string, options: PatternOptions, isAscii: boolean): Form {
  const flags = `gsv${options.ignoresCase ? 'i' : ''}`;
  const subject = options.spansLines ? 'lines' : 'line';
  const line = new RegExp(translate(pattern, { isAscii, subject }), flags);
  // What looks around sees more in a text than in a line.
  const looksAround = /\(\?<?[=!]|\\[Az]/.test(pattern);
  if (options.spansLines || looksAround) return { line };
  return { line, text: new RegExp(translate(pattern, { isAscii, subject: 'text' }), flags) };
}

/** `text`: matches stay inside a line, though the subject has many. */
type Dialect = Alphabet & { subject: 'line' | 'lines' | 'text' };

function translate(pattern: string, dialect: Dialect): string {
  // For each open group, the flags that hold from somewhere inside it to its end.
  const groups: string[][] = [[]];
  let source = '';
  let at = 0;
  while (at < pattern.length) {
    const flags = /^\(\?([a-zA-Z]*(?:-[a-zA-Z]+)?)\)/.exec(pattern.slice(at, at + 20));
    const held = groups.at(-1) ?? [];
    if (flags !== null) {
      const opening = `(?${readFlags(flags[1] ?? '')}:`;
      held.push(opening);
      source += opening;
      at += flags[0].length;
      continue;
    }
    if (pattern[at] === '|') {
      source += `${')'.repeat(held.length)}|${held.join('')}`;
      at += 1;
      continue;
    }
    if (pattern[at] === ')') {
      source += ')'.repeat(held.length);
      groups.pop();
    }
    if (pattern[at] === '(') groups.push([]);
    const piece = readPiece(pattern, at, dialect);
    source += piece.source;
    at = piece.next;
  }
  return source + ')'.repeat(groups.flat().length);
}

/** Lines are told apart before, and letters are never bytes: m and u change nothing. */
function readFlags(flags: string): string {
  if (/[^imsu-]/.test(flags)) throw new SyntaxError(`unknown flag in (?${flags})`);
  return flags.replaceAll(/[mu]/g, '').replace(/-$/, '');
}

function readPiece(pattern: string, at: number, dialect: Dialect): Piece {
  const rest = pattern.slice(at, at + 80);
  switch (rest.charAt(0)) {
    case '[':
      return readClass(pattern, at, dialect);
    case '\\':
      return readAssertion(rest, at, dialect) ?? readEscape(pattern, at, dialect);
    case '(':
      return readGroup(rest, at);
    case '{':
    case '}':
    case ']':
      return readBrace(rest, at);
    case '^':
      return { source: dialect.subject === 'line' ? '^' : '(?<![^\\n])', next: at + 1 };
    case '$':
      return { source: dialect.subject === 'line' ? '$' : '(?![^\\n])', next: at + 1 };
    case '.':
      return { source: dialect.subject === 'text' ? '[^\\n]' : '.', next: at + 1 };
    case ')':
    case '*':
    case '+':
    case '?':
      return { source: rest.charAt(0), next: at + 1 };
    default: {
      const letter = String.fromCodePoint(rest.codePointAt(0) ?? 0);
      return { source: literal(letter), next: at + letter.length };
    }
  }
}

function readGroup(rest: string, at: number): Piece {
  const named = /^\(\?P?(<\w+>)/.exec(rest);
  if (named !== null) return { source: `(?${named[1]}`, next: at + named[0].length };
  const flagged = /^\(\?([a-zA-Z]+(?:-[a-zA-Z]+)?|-[a-zA-Z]+):/.exec(rest);
  if (flagged !== null) {
    return { source: `(?${readFlags(flagged[1] ?? '')}:`, next: at + flagged[0].length };
  }
  const plain = /^\((?:\?(?:[:=!]|<[=!]))?/.exec(rest)?.[0] ?? '(';
  return { source: plain, next: at + plain.length };
}

/** A brace that counts nothing means itself. */
function readBrace(rest: string, at: number): Piece {
  const counted = /^\{\d+(?:,\d*)?\}/.exec(rest)?.[0];
  if (counted !== undefined) return { source: counted, next: at + counted.length };
  return { source: literal(rest.charAt(0)), next: at + 1 };
}

function readAssertion(rest: string, at: number, dialect: Dialect): Piece | undefined {
  const back = /^\\(?:[1-9]\d?|k<\w+>)/.exec(rest)?.[0];
  if (back !== undefined) return { source: back, next: at + back.length };
  const word = wordClass(dialect);
  const [begins, ends] = [`(?<!${word})(?=${word})`, `(?<=${word})(?!${word})`];
  const sources: Readonly<Record<string, string>> = {
    A: '(?<![\\s\\S])',
    z: '(?![\\s\\S])',
    b: dialect.isAscii ? '\\b' : `(?:${begins}|${ends})`,
    B: dialect.isAscii ? '\\B' : `(?!${begins}|${ends})`,
    '<': begins,
    '>': ends,
  };
  const source = sources[rest.charAt(1)];
  return source === undefined ? undefined : { source, next: at + 2 };
}
