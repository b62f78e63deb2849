// Glob patterns as regular expressions over paths with forward slashes. Pure.

/**
 * `*` and `?` stay inside a name, `**` crosses directories, `{a,b}` chooses, `[a-z]` is a class,
 * a backslash makes the next character itself. Names that begin with a dot are matched too.
 */
export function compileGlob(glob: string): RegExp {
  return new RegExp(`^(?:${toSource(glob)})$`, 'su');
}

/** As ripgrep reads --glob: a pattern without a slash is about names at any depth. */
export function compilePathGlob(glob: string): RegExp {
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
