// A source file read as text: the same characters with comments blanked, and once more with the
// contents of strings blanked too, so that rules do not trip over words. An approximation of a
// tokenizer until syntax trees replace it; every place keeps its index. Pure.

export type Syntax = {
  lineComment: string;
  blockComment?: readonly [open: string, close: string];
  /** Longest first. */
  quotes: readonly string[];
  /** Quotes that may hold line breaks. */
  multiline: readonly string[];
  hasRegexLiterals: boolean;
};

export type Source = {
  path: string;
  /** Without comments. */
  text: string;
  /** Without comments and without what strings hold. */
  bare: string;
};

export function readSource(path: string, raw: string, syntax: Syntax): Source {
  const text = [...splitUnits(raw)];
  const bare = [...text];
  let at = 0;
  while (at < raw.length) {
    const piece = pieceAt(raw, at, syntax);
    if (piece.kind === 'comment') blank(text, at, piece.end);
    if (piece.kind !== 'code') blank(bare, at + piece.edge, piece.end - piece.edge);
    at = piece.end;
  }
  return { path, text: text.join(''), bare: bare.join('') };
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

type Piece = { kind: 'code' | 'comment' | 'string'; end: number; edge: number };

/** `edge` is how much of a string's beginning and end stays visible: its quotes. */
function pieceAt(raw: string, at: number, syntax: Syntax): Piece {
  const { blockComment } = syntax;
  if (raw.startsWith(syntax.lineComment, at) && isCommentPlace(raw, at, syntax)) {
    return { kind: 'comment', end: endOf(raw, '\n', at), edge: 0 };
  }
  if (blockComment !== undefined && raw.startsWith(blockComment[0], at)) {
    const close = raw.indexOf(blockComment[1], at + blockComment[0].length);
    const end = close === -1 ? raw.length : close + blockComment[1].length;
    return { kind: 'comment', end, edge: 0 };
  }
  const quote = syntax.quotes.find((one) => raw.startsWith(one, at));
  if (quote !== undefined) {
    return { kind: 'string', end: stringEnd(raw, at, quote, syntax), edge: quote.length };
  }
  if (syntax.hasRegexLiterals && raw[at] === '/' && isRegexPlace(raw, at)) {
    const end = regexEnd(raw, at);
    if (end !== undefined) return { kind: 'string', end, edge: 1 };
  }
  return { kind: 'code', end: at + 1, edge: 0 };
}

/** In a shell `$#` and `a#b` are no comments. */
function isCommentPlace(raw: string, at: number, { lineComment, hasRegexLiterals }: Syntax) {
  return lineComment !== '#' || hasRegexLiterals || at === 0 || /[\s;(]/.test(raw[at - 1] ?? '');
}

function stringEnd(raw: string, at: number, quote: string, { multiline }: Syntax): number {
  for (let next = at + quote.length; next < raw.length; next += 1) {
    if (raw[next] === '\\') next += 1;
    else if (raw.startsWith(quote, next)) return next + quote.length;
    else if (raw[next] === '\n' && !multiline.includes(quote)) return next;
  }
  return raw.length;
}

/** A slash after an operator, an opening bracket or `return` begins a regular expression. */
function isRegexPlace(raw: string, at: number): boolean {
  const before = raw.slice(Math.max(0, at - 40), at).trimEnd();
  return before === '' || /[(,=:[!&|?{};+*%~^<>-]$|\b(?:return|typeof|case)$/.test(before);
}

function regexEnd(raw: string, at: number): number | undefined {
  let isInClass = false;
  for (let next = at + 1; next < raw.length; next += 1) {
    const mark = raw[next];
    if (mark === '\n') return undefined;
    if (mark === '\\') next += 1;
    else if (mark === '[') isInClass = true;
    else if (mark === ']') isInClass = false;
    else if (mark === '/' && !isInClass) return next + 1;
  }
  return undefined;
}

/** Line breaks stay, so that line numbers do. */
function blank(units: string[], from: number, to: number): void {
  for (let at = from; at < to; at += 1) if (units[at] !== '\n') units[at] = ' ';
}

function splitUnits(raw: string): string[] {
  return raw.split('');
}

function endOf(raw: string, mark: string, from: number): number {
  const found = raw.indexOf(mark, from);
  return found === -1 ? raw.length : found;
}
