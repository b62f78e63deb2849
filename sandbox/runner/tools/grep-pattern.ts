// A regular expression as ripgrep's users write it, made into one of JavaScript's. Pure.

export type PatternOptions = { ignoresCase: boolean; spansLines: boolean };

const CLASSES: Readonly<Record<string, string>> = {
  alnum: '\\p{L}\\p{N}',
  alpha: '\\p{L}',
  ascii: '\\x00-\\x7f',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: '\\p{Ll}',
  print: '\\x20-\\x7e',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\s',
  upper: '\\p{Lu}',
  word: '\\w',
  xdigit: '0-9A-Fa-f',
};

/** Throws a SyntaxError. */
export function compilePattern(pattern: string, options: PatternOptions): RegExp {
  const { body, flags } = takeFlags(pattern);
  const source = translate(body);
  const all = new Set(['g', ...flags]);
  if (options.ignoresCase) all.add('i');
  if (options.spansLines) all.add('m').add('s');
  try {
    return new RegExp(source, [...all, 'u'].join(''));
  } catch {
    // Escapes that mean nothing, such as \- or \", are refused only in Unicode mode.
    return new RegExp(source, [...all].join(''));
  }
}

/** `(?i)` and the like at the beginning hold for the whole pattern. */
function takeFlags(pattern: string): { body: string; flags: string[] } {
  const match = /^\(\?([imsu]+)\)/.exec(pattern);
  if (match === null) return { body: pattern, flags: [] };
  const flags = (match[1] ?? '').split('').filter((flag) => flag !== 'u');
  return { body: pattern.slice(match[0].length), flags };
}

function translate(pattern: string): string {
  return pattern.replaceAll(
    /\\\\|\\A|\\z|\\x\{([0-9A-Fa-f]+)\}|\(\?P<|\[:(\^?)(\w+):\]/g,
    (whole, code: string | undefined, negation: string | undefined, name: string | undefined) => {
      if (whole === '\\A') return '(?<![\\s\\S])';
      if (whole === '\\z') return '(?![\\s\\S])';
      if (whole === '(?P<') return '(?<';
      if (code !== undefined) return `\\u{${code}}`;
      const known = name === undefined ? undefined : CLASSES[name];
      return known === undefined || negation === '^' ? whole : known;
    },
  );
}
