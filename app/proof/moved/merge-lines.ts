// Three versions of one text made into one, where nobody could do it otherwise: what both sides keep
// beyond doubt stands between what the one changed and what the other did. Never more eager than git:
// lines that touch are a conflict, and so is whatever hangs on how lines are laid side by side. On
// bytes, so that line breaks and a missing last one stay as they are. Pure.
import type { Allowance } from './firm-lines.ts';
import { type LineChange, lineChanges } from './line-changes.ts';

export type MergedText =
  | { ok: true; bytes: Buffer }
  | { ok: false; why: 'binary' | 'large' | 'moved' }
  /** Of the text that both began with, from 1. */
  | { ok: false; why: 'lines'; first: number; last: number };

type Three<T> = { base: T; ours: T; theirs: T };

const MOST_BYTES = 1_048_576;
/** As long as it takes to read one. */
const CELLS_A_LINE = 10;
const LINE_BREAK = 10;

export function mergeLines(
  { base, ours, theirs }: Three<Buffer>,
  allowance: Allowance,
): MergedText {
  if (ours.equals(theirs) || theirs.equals(base)) return { ok: true, bytes: ours };
  if (ours.equals(base)) return { ok: true, bytes: theirs };
  const all = [base, ours, theirs];
  if (all.some((bytes) => bytes.length > MOST_BYTES)) return { ok: false, why: 'large' };
  if (all.some((bytes) => bytes.includes(0))) return { ok: false, why: 'binary' };
  for (const bytes of all) allowance.cells -= bytes.length + CELLS_A_LINE * lineCount(bytes);
  if (allowance.cells < 0) return { ok: false, why: 'large' };
  const lines = { base: linesOf(base), ours: linesOf(ours), theirs: linesOf(theirs) };
  const numbers = numbered(lines);
  const own = lineChanges(numbers.base, numbers.ours, allowance);
  if (!own.ok) return own;
  const their = lineChanges(numbers.base, numbers.theirs, allowance);
  if (!their.ok) return their;
  return weave(lines, own.list, their.list);
}

function lineCount(bytes: Buffer): number {
  let count = 1;
  for (const byte of bytes) count += byte === LINE_BREAK ? 1 : 0;
  return count;
}

/** Each with its line break; one character is one byte. */
function linesOf(bytes: Buffer): string[] {
  const text = bytes.toString('latin1');
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** The same line has the same number. */
function numbered({ base, ours, theirs }: Three<string[]>): Three<Int32Array> {
  const known = new Map<string, number>();
  const toNumbers = (lines: string[]) =>
    Int32Array.from(lines, (line) => {
      const number = known.get(line) ?? known.size;
      known.set(line, number);
      return number;
    });
  return { base: toNumbers(base), ours: toNumbers(ours), theirs: toNumbers(theirs) };
}

function weave(
  lines: Three<string[]>,
  ours: readonly LineChange[],
  theirs: readonly LineChange[],
): MergedText {
  const merged: string[] = [];
  let [at, one, other] = [0, 0, 0];
  for (;;) {
    const own = ours[one];
    const their = theirs[other];
    if (own === undefined && their === undefined) break;
    if (own !== undefined && their !== undefined && isTouching(own, their)) {
      if (!isSame(lines, own, their)) return conflictAt(own, their);
      one += 1;
      other += 1;
      at = put(merged, lines, { at, hunk: own, side: lines.ours });
      continue;
    }
    const isOwn = their === undefined || (own !== undefined && own.start < their.start);
    if (isOwn && own !== undefined) {
      one += 1;
      at = put(merged, lines, { at, hunk: own, side: lines.ours });
    } else if (their !== undefined) {
      other += 1;
      at = put(merged, lines, { at, hunk: their, side: lines.theirs });
    }
  }
  for (const line of lines.base.slice(at)) merged.push(line);
  return { ok: true, bytes: Buffer.from(merged.join(''), 'latin1') };
}

function put(
  merged: string[],
  { base }: Three<string[]>,
  { at, hunk, side }: { at: number; hunk: LineChange; side: readonly string[] },
): number {
  for (const line of base.slice(at, hunk.start)) merged.push(line);
  for (const line of side.slice(hunk.top, hunk.bottom)) merged.push(line);
  return hunk.end;
}

/** No line of the base stands between them. */
function isTouching(one: LineChange, other: LineChange): boolean {
  return one.start <= other.end && other.start <= one.end;
}

function isSame({ ours, theirs }: Three<string[]>, own: LineChange, their: LineChange): boolean {
  if (own.start !== their.start || own.end !== their.end) return false;
  const said = ours.slice(own.top, own.bottom);
  return said.join('') === theirs.slice(their.top, their.bottom).join('');
}

function conflictAt(own: LineChange, their: LineChange): MergedText {
  const first = Math.min(own.start, their.start) + 1;
  const last = Math.max(own.end, their.end, first);
  return { ok: false, why: 'lines', first, last };
}
