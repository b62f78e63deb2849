// Which lines of a text match, and how they are shown: as ripgrep does. Pure.

/** Numbers of lines, from 1, both included. */
export type Span = { first: number; last: number };

/** Stands between groups of lines that do not touch. */
export const SEPARATOR = '--';

/** The lines that match, in order, overlapping ones joined. */
export function findSpans(lines: readonly string[], pattern: RegExp, spansLines: boolean): Span[] {
  if (spansLines) return findAcross(lines, pattern);
  return lines.flatMap((line, index) => {
    pattern.lastIndex = 0;
    return pattern.test(line) ? [{ first: index + 1, last: index + 1 }] : [];
  });
}

function findAcross(lines: readonly string[], pattern: RegExp): Span[] {
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.length + 1;
  }
  const spans: Span[] = [];
  let at = 0;
  const lineAt = (position: number): number => {
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) <= position) at += 1;
    return at + 1;
  };
  for (const match of lines.join('\n').matchAll(pattern)) {
    const first = lineAt(match.index);
    const last = lineAt(match.index + Math.max(0, match[0].length - 1));
    const previous = spans.at(-1);
    if (previous !== undefined && first <= previous.last) previous.last = last;
    else spans.push({ first, last });
  }
  return spans;
}

type ShowOptions = { before: number; after: number; hasNumbers: boolean };

const MAX_SHOWN_LENGTH = 500;

/** `:3:text` for a match, `-2-text` for its surroundings, `--` where lines are left out. */
export function showSpans(
  lines: readonly string[],
  spans: readonly Span[],
  { before, after, hasNumbers }: ShowOptions,
): string[] {
  const matching = new Set(spans.flatMap(({ first, last }) => numbersOf(first, last)));
  const groups = widen(spans, { before, after, count: lines.length }).map(({ first, last }) =>
    numbersOf(first, last).map((number) => {
      const mark = matching.has(number) ? ':' : '-';
      const text = lines[number - 1] ?? '';
      const cut = text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
      return `${mark}${hasNumbers ? `${number}${mark}` : ''}${cut}`;
    }),
  );
  if (before + after === 0) return groups.flat();
  return groups.flatMap((group, index) => (index === 0 ? group : [SEPARATOR].concat(group)));
}

function numbersOf(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function widen(
  spans: readonly Span[],
  { before, after, count }: { before: number; after: number; count: number },
): Span[] {
  const wide: Span[] = [];
  for (const span of spans) {
    const first = Math.max(1, span.first - before);
    const last = Math.min(count, span.last + after);
    const previous = wide.at(-1);
    if (previous !== undefined && first <= previous.last + 1) previous.last = last;
    else wide.push({ first, last });
  }
  return wide;
}
