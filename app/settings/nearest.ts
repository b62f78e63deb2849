// Which setting was probably meant by a key that there is not. Pure.
import { closestWord } from '../text/closest-word.ts';

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
    closestWord(name, here) ??
    closestWord(at, whole) ??
    closestWord(name, named) ??
    closestWord(
      name,
      labelled.filter(({ meant }) => groupOf(meant, rows) === group),
    ) ??
    closestWord(name, labelled)
  );
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
