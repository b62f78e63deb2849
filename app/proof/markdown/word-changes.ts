// What a text has become: what went is struck out, what came is bold. Word by word, and line by line
// where there are several. Pure.
import { inline, type Redact, visible } from './filter.ts';

/** More would be slow to compare and no shorter to read. */
const MOST_COMPARED = 400_000;
/** With less in common, the old text and the new one are read more easily apart. */
const LEAST_KEPT = 1 / 3;

type Part = { kind: 'kept' | 'gone' | 'new'; items: string[] };

/** One line of Markdown. */
export function wordChanges(before: string, after: string, redact: Redact): string {
  const old = words(before, redact);
  const now = words(after, redact);
  const parts = compare(old, now);
  const kept = parts.flatMap(({ kind, items }) => (kind === 'kept' ? items : [])).length;
  if (kept < LEAST_KEPT * Math.max(old.length, now.length)) return apart(old, now);
  return parts.map(({ kind, items }) => marked(kind, items.join(' '))).join(' ');
}

/** How much of both texts is the same: 1 when all is. */
export function likeness(before: string, after: string): number {
  const [old, now] = [before, after].map((text) => text.split(/\s+/).filter(Boolean));
  if (old === undefined || now === undefined) return 0;
  const parts = compare(old, now);
  const kept = parts.flatMap(({ kind, items }) => (kind === 'kept' ? items : [])).length;
  return (2 * kept) / Math.max(1, old.length + now.length);
}

/** Only the lines that differ, each as one item of a list. */
export function lineChanges(before: string, after: string, redact: Redact): string[] {
  const [old, now] = [before, after].map((text) => lines(text, redact));
  const parts = compare(old ?? [], now ?? []);
  return parts.flatMap(({ kind, items }, index) => {
    if (kind === 'kept') return [];
    const next = parts[index + 1];
    const previous = parts[index - 1];
    // Told with the part before it.
    if (kind === 'new' && previous?.kind === 'gone') return [];
    if (kind === 'gone' && next?.kind === 'new') return paired(items, next.items);
    return items.map((item) => marked(kind, item));
  });
}

function paired(gone: readonly string[], come: readonly string[]): string[] {
  const same = (text: string) => text;
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => {
    const [old, now] = [gone[index], come[index]];
    if (old === undefined) return marked('new', now ?? '');
    return now === undefined ? marked('gone', old) : wordChanges(old, now, same);
  });
}

function words(text: string, redact: Redact): string[] {
  return visible(text, redact).split(/\s+/).filter(Boolean);
}

function lines(text: string, redact: Redact): string[] {
  const all = visible(text, redact).split('\n');
  return all.map((line) => line.trim().replace(/^[-*]\s+/, '')).filter((line) => line !== '');
}

function apart(old: readonly string[], now: readonly string[]): string {
  return [marked('gone', old.join(' ')), marked('new', now.join(' '))]
    .filter((part) => part !== '')
    .join(' → ');
}

/** Already visible and without secrets. */
function marked(kind: Part['kind'], text: string): string {
  const shown = inline(text, (one) => one);
  if (shown === '' || kind === 'kept') return shown;
  return kind === 'gone' ? `~~${shown}~~` : `**${shown}**`;
}

/** The longest common subsequence; what differs comes as gone, then new. */
function compare(old: readonly string[], now: readonly string[]): Part[] {
  if (old.length * now.length > MOST_COMPARED) {
    return [partOf('gone', old), partOf('new', now)].filter(({ items }) => items.length > 0);
  }
  const lengths = commonLengths(old, now);
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const parts: Part[] = [];
  const add = (kind: Part['kind'], item: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.items.push(item);
    else parts.push(partOf(kind, [item]));
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [one, other] = [old[i], now[j]];
    if (one !== undefined && one === other) {
      add('kept', one);
      [i, j] = [i + 1, j + 1];
    } else if (one !== undefined && (other === undefined || at(i + 1, j) >= at(i, j + 1))) {
      add('gone', one);
      i += 1;
    } else if (other !== undefined) {
      add('new', other);
      j += 1;
    }
  }
  return parts;
}

function partOf(kind: Part['kind'], items: readonly string[]): Part {
  return { kind, items: [...items] };
}

/** Of what follows each pair of places. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const [row, below] = [lengths[i], lengths[i + 1]];
    if (row === undefined || below === undefined) continue;
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const isSame = old[i] === now[j];
      row[j] = isSame ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
