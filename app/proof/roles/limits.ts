// Numbers that something is compared with, wherever they stand: in code, in a query, in a pattern, in
// a language that nobody here reads. Each with the texts in which nothing reaches it, or everything
// does; a limit that no test misses is one that no test knows of. Pure.
import { countBelow, tokens } from '../../../sandbox/syntax/code/view.ts';
import { diffLines } from '../hunks/diff.ts';
import type { ChangedFile, HunkPlan, Side } from '../hunks/hunk.ts';
import { createTextLines, range } from '../hunks/text-lines.ts';
import { replaced } from '../replaced.ts';
import type { Roles } from './roles.ts';

const NUMBER = String.raw`\d[\d_]*(?:\.\d+)?`;
/** Before and after it there is no further part of a word, a number or an operator. */
const ALONE = String.raw`(?![\w.%])`;
const WAYS: readonly RegExp[] = [
  // `x < 20`, `x >= 20`, `x == 20`; no arrows, shifts, tags or redirections.
  new RegExp(
    String.raw`(?<![<>=!\-&|\d])(?:<=?|>=?|[!=]==?)\s*(${NUMBER})${ALONE}(?!\s*<\/)`,
    'dg',
  ),
  // `20 < x`
  new RegExp(String.raw`(?<![\w.<>])(${NUMBER})\s+(?:<=?|>=?|[!=]==?)(?![<>&])`, 'dg'),
  // `.{1,20}`
  new RegExp(String.raw`\{\d*,\s*(${NUMBER})\}`, 'dg'),
  // `[ "$n" -lt 20 ]`, `head -n 40`
  new RegExp(String.raw`\s-(?:lt|le|gt|ge|eq|ne|n|c)\s*(${NUMBER})${ALONE}`, 'dg'),
  new RegExp(String.raw`\blimit\s+(${NUMBER})${ALONE}`, 'dgi'),
];

/** What every program says. */
const TRIVIAL = new Set(['0', '1', '2']);
const BEYOND = '999999999';

type Draft = Omit<HunkPlan, 'id'>;

/** Of files that cases read: on lines that the other side has not, numbers that it does not say. */
export function planLimits(files: readonly ChangedFile[], roles: Roles): Draft[] {
  const known = new Set(files.flatMap(({ base }) => base?.text.match(/\d[\d_]*/g) ?? []));
  return files
    .filter(({ path }) => roles.get(path) === 'code')
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap((file) => limitsOf(file, known));
}

function limitsOf({ path, base, head }: ChangedFile, known: ReadonlySet<string>): Draft[] {
  if (head === undefined) return [];
  const lines = createTextLines(head.text);
  const hunks = diffLines(createTextLines(base?.text ?? '').lines, lines.lines);
  const changed = hunks.flatMap(({ headStart, headEnd }) => range(headStart, headEnd));
  const isChanged = (line: number) => countBelow(changed, line + 1) > countBelow(changed, line);
  return numbersIn(head)
    .filter(({ start, text }) => isChanged(lines.lineOf(start)) && isTelling(text, known))
    .map(({ start, end }) => {
      const line = lines.lineOf(start) + 1;
      const put = (text: string) => replaced(head.text, [{ start, end, text }]);
      return {
        path,
        startLine: line,
        endLine: line,
        kind: 'added-lines',
        variants: [
          { name: 'limit-out-of-reach', content: put(BEYOND) },
          { name: 'limit-passed', content: put('0') },
        ],
      };
    });
}

function isTelling(text: string, known: ReadonlySet<string>): boolean {
  return !TRIVIAL.has(text) && !known.has(text) && text.length < BEYOND.length;
}

type Found = { start: number; end: number; text: string };

function numbersIn(side: Side): Found[] {
  const text = withoutComments(side);
  const found = WAYS.flatMap((way) =>
    Array.from(text.matchAll(way), ({ indices, 1: number = '' }): Found => {
      const [start, end] = indices?.[1] ?? [0, 0];
      return { start, end, text: number };
    }),
  );
  const first = new Map(found.map((one) => [one.start, one]));
  return [...first.values()].sort((one, other) => one.start - other.start);
}

/** Of the same length: blanks where nothing is said to a machine. */
function withoutComments({ text, tree }: Side): string {
  if (tree === undefined) return text;
  let out = '';
  for (const { start, end } of tokens(tree.root)) {
    if (start < out.length) continue;
    out += text.slice(out.length, start).replaceAll(/[^\n]/g, ' ') + text.slice(start, end);
  }
  return out;
}
