// Paths and globs as plans write them: `*` and `?` inside one segment, `**` over any number of
// them. A pattern without a wildcard at its end also names everything below it. Pure, and bounded
// by the product of both lengths whatever the pattern.

export function matchesPath(pattern: string, path: string): boolean {
  const wanted = segments(pattern);
  const last = wanted.at(-1);
  if (last === undefined) return false;
  const parts = segments(path);
  if (matches(wanted, parts, matchesSegment)) return true;
  return !isWild(last) && matches([...wanted, '**'], parts, matchesSegment);
}

export function matchesAny(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) => matchesPath(pattern, path));
}

/** Without `./` in front and `/` behind. */
export function plainPath(path: string): string {
  return segments(path).join('/');
}

function segments(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

function isWild(segment: string): boolean {
  return /[*?]/.test(segment);
}

function matchesSegment(pattern: string, text: string): boolean {
  if (!isWild(pattern)) return pattern === text;
  const isSame = (wanted: string, found: string) => wanted === '?' || wanted === found;
  // One star more means nothing inside a segment.
  const marks = Array.from(pattern.replaceAll(/\*+/g, '*'), (mark) => (mark === '*' ? '**' : mark));
  return matches(marks, Array.from(text), isSame);
}

/** Greedy with one way back: a later `**` never needs an earlier one to have taken more. */
function matches(
  pattern: readonly string[],
  items: readonly string[],
  isSame: (wanted: string, found: string) => boolean,
): boolean {
  let at = 0;
  let item = 0;
  let star: { at: number; item: number } | undefined;
  while (item < items.length) {
    const wanted = pattern[at];
    if (wanted === '**') {
      star = { at, item };
      at += 1;
    } else if (wanted !== undefined && isSame(wanted, items[item] ?? '')) {
      at += 1;
      item += 1;
    } else if (star === undefined) {
      return false;
    } else {
      star.item += 1;
      at = star.at + 1;
      item = star.item;
    }
  }
  return pattern.slice(at).every((rest) => rest === '**');
}
