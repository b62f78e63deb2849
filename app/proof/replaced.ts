// A text with some of its parts replaced. Pure.

export type Replacement = { start: number; end: number; text: string };

/** Parts do not overlap. */
export function replaced(text: string, parts: readonly Replacement[]): string {
  return [...parts]
    .sort((one, other) => other.start - one.start)
    .reduce((whole, part) => whole.slice(0, part.start) + part.text + whole.slice(part.end), text);
}
