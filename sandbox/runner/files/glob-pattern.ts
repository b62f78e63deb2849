// Glob patterns as regular expressions over paths with forward slashes. Pure.
import { createLimiter } from '../limited.ts';

/** `test` throws TookTooLong where many stars would make it try without end. */
export type Glob = { test(path: string): boolean };

/** Up to here even the longest name takes no time worth limiting. */
const MAX_QUICK_STARS = 3;
const MATCH_MS = 500;

/**
 * `*` and `?` stay inside a name, `**` crosses directories, `{a,b}` chooses, `[a-z]` is a class,
 * a backslash makes the next character itself. Names that begin with a dot are matched too.
 */
export function compileGlob(glob: string): Glob {
  const pattern = new RegExp(`^(?:${toSource(glob)})$`, 'su');
  if (countStars(glob) <= MAX_QUICK_STARS) return pattern;
  const limited = createLimiter(MATCH_MS);
  return { test: (path) => limited(() => pattern.test(path)) };
}

/** Those inside a name, or those that cross directories; of a choice, the richest option's. */
function countStars(glob: string): number {
  const option = glob.replaceAll(/\{([^{}]*)\}/g, (_, options: string) => {
    const [richest = ''] = options.split(',').sort((a, b) => countStars(b) - countStars(a));
    return richest;
  });
  const inside = option.match(/(?<!\*)\*(?!\*)/g) ?? [];
  const crossing = option.match(/\*{2,}/g) ?? [];
  return Math.max(inside.length, crossing.length);
}

/** As ripgrep reads --glob: a pattern without a slash is about names at any depth. */
export function compilePathGlob(glob: string): Glob {
  const isNameOnly = !glob.replace(/\/$/, '').includes('/');
  return compileGlob(isNameOnly ? `**/${glob}` : glob.replace(/^\.?\//, ''));
}

type Piece = { source: string; length: number };

function toSource(glob: string): string {
  let source = '';
  let at = 0;
  while (at < glob.length) {
    const piece = nextPiece(glob, at);
    source += piece.source;
    at += piece.length;
  }
  return source;
}

function nextPiece(glob: string, at: number): Piece {
  const rest = glob.slice(at);
  const isAtBeginning = at === 0 || glob[at - 1] === '/';
  if (isAtBeginning && rest.startsWith('**/')) return { source: '(?:.*/)?', length: 3 };
  if (rest.startsWith('**')) return { source: '.*', length: 2 };
  const first = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  switch (first) {
    case '*':
      return { source: '[^/]*', length: 1 };
    case '?':
      return { source: '[^/]', length: 1 };
    case '[':
      return classPiece(rest) ?? literal('[', 1);
    case '{':
      return choicePiece(rest) ?? literal('{', 1);
    case '\\':
      return literal(rest[1] ?? '\\', 2);
    default:
      return literal(first);
  }
}

function literal(text: string, length = text.length): Piece {
  return { source: text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), length };
}

function classPiece(rest: string): Piece | undefined {
  const match = /^\[([!^]?)(\]?(?:\\.|[^\]\\])*)\]/su.exec(rest);
  if (match === null || match[2] === '') return undefined;
  const inner = (match[2] ?? '').replaceAll(
    /\\(.)|([\][^&|{}()/$.*+?\\])/gsu,
    (_, escaped, plain) => String(escaped ?? plain).replace(/[^\p{L}\p{N}_\s]/u, '\\$&'),
  );
  const negation = match[1] === '' ? '' : '^';
  return { source: `(?!/)[${negation}${inner}]`, length: match[0].length };
}

/** Undefined when the brace is not closed or offers no choice: then it means itself. */
function choicePiece(rest: string): Piece | undefined {
  const options: string[] = [''];
  let depth = 0;
  for (let at = 0; at < rest.length; at += 1) {
    const character = rest[at] ?? '';
    const isEscape = character === '\\';
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0 && !isEscape) {
      const choice = `(?:${options.map(toSource).join('|')})`;
      return { source: choice, length: at + 1 };
    }
    if (depth === 1 && character === ',') options.push('');
    else if (at > 0) options[options.length - 1] += isEscape ? rest.slice(at, at + 2) : character;
    if (isEscape) at += 1;
  }
  return undefined;
}
