// A text with some of its parts replaced. Pure.

export type Replacement = { start: number; end: number; text: string };

/** Parts do not overlap. */
export function replaced(text: string, parts: readonly Replacement[]): string {
  let whole = '';
  let at = 0;
  // Added up from slices: each character is copied at most once, however many parts there are.
  for (const part of parts.toSorted((one, other) => one.start - other.start)) {
    whole += text.slice(at, part.start) + part.text;
    at = part.end;
  }
  return whole + text.slice(at);
}
