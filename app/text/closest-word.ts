// Which of some words was probably meant by one that is not among them. Pure.

type Candidate<T extends string> = { word: string; meant: T };

/** At most one letter in three may be wrong. */
export function closestWord<T extends string>(
  said: string,
  candidates: readonly Candidate<T>[],
): T | undefined {
  const plain = plainOf(said);
  const found = candidates
    .map(({ word, meant }) => ({ meant, far: distance(plain, plainOf(word)), word }))
    .filter(({ far, word }) => far <= Math.floor(Math.max(plain.length, word.length) / 3))
    .sort((one, other) => one.far - other.far);
  return found[0]?.meant;
}

/** `testCommand`, `test-command` and `Test command` are one. */
function plainOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** How many letters are missing, too many, wrong, or in the place of their neighbour. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isTurned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isTurned ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
