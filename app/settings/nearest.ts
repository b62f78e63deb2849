// Which setting was probably meant by a key that there is not. Pure.

/** A leaf such as `budget.usd`, and how the page calls it. */
type Known = { leaf: string; label: string };

/** In words, to stand behind the key. */
export function unknownKey(at: string, rows: readonly Known[]): string {
  const dotted = rows.find(({ leaf }) => leaf === at && leaf.includes('.'))?.leaf;
  if (dotted !== undefined) {
    const [group, name] = dotted.split('.');
    return `is one key with a dot; write \`${name}\` as a key of \`${group}\``;
  }
  const near = nearest(at, rows);
  if (near !== undefined) return `is an unknown key; did you mean \`${near}\`?`;
  return `is an unknown key; there are ${beside(at, rows).join(', ')}`;
}

/** What may stand where the key stands. */
function beside(at: string, rows: readonly Known[]): string[] {
  const group = groupOf(at, rows);
  const names = rows.flatMap(({ leaf }) => {
    if (group === '') return leaf.split('.', 1);
    return leaf.startsWith(`${group}.`) ? [leaf.slice(group.length + 1)] : [];
  });
  return [...new Set(names)];
}

/** First by the way it is written there, then by its name alone wherever it belongs. */
function nearest(at: string, rows: readonly Known[]): string | undefined {
  const group = groupOf(at, rows);
  const name = group === '' ? at : lastOf(at);
  const here = beside(at, rows).map((one) => ({ word: one, meant: joined(group, one) }));
  const named = rows.map(({ leaf }) => ({ word: lastOf(leaf), meant: leaf }));
  const whole = rows.map(({ leaf }) => ({ word: leaf, meant: leaf }));
  const labelled = rows.map(({ leaf, label }) => ({ word: label, meant: leaf }));
  return (
    closest(name, here) ??
    closest(at, whole) ??
    closest(name, named) ??
    closest(
      name,
      labelled.filter(({ meant }) => groupOf(meant, rows) === group),
    ) ??
    closest(name, labelled)
  );
}

type Candidate = { word: string; meant: string };

/** At most one letter in three may be wrong. */
function closest(said: string, candidates: readonly Candidate[]): string | undefined {
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

/** Empty: it stands at the top, whatever it has of dots. */
function groupOf(at: string, rows: readonly Known[]): string {
  const group = at.split('.', 1).join('');
  return group !== at && rows.some(({ leaf }) => leaf.startsWith(`${group}.`)) ? group : '';
}

function lastOf(at: string): string {
  return at.split('.').at(-1) ?? '';
}

function joined(group: string, name: string): string {
  return group === '' ? name : `${group}.${name}`;
}
