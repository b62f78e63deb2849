// What one side made of a text, as ranges of lines between lines that stayed beyond doubt; nothing
// where lines were moved about, for then tools differ in what they take for moved. Pure.
import { type Allowance, firmLines } from './firm-lines.ts';

/** Base lines `start`…`end`, for which the side has its lines `top`…`bottom`. */
export type LineChange = { start: number; end: number; top: number; bottom: number };

type LineChanges = { ok: true; list: LineChange[] } | { ok: false; why: 'large' | 'moved' };

/** Lines as numbers: the same line has the same one. */
export function lineChanges(base: Int32Array, side: Int32Array, allowance: Allowance): LineChanges {
  const firm = firmLines(base, side, allowance);
  if (firm === undefined) return { ok: false, why: 'large' };
  const single = { base: singleLines(base), side: singleLines(side) };
  const isMoved = [...single.base].some(([line, x]) => {
    const y = single.side.get(line);
    return y !== undefined && firm[x] !== y;
  });
  if (isMoved) return { ok: false, why: 'moved' };
  loosen(firm, side.length, (x) => isSingle(single, base[x]));
  const list = between(firm, side.length);
  return isCrossing({ base, side, list }) ? { ok: false, why: 'moved' } : { ok: true, list };
}

/** Where the lines stand that are there once. */
function singleLines(lines: Int32Array): Map<number, number> {
  const places = new Map<number, number>();
  for (const [at, line] of lines.entries()) places.set(line, places.has(line) ? -1 : at);
  for (const [line, at] of places) if (at === -1) places.delete(line);
  return places;
}

type Single = { base: ReadonlyMap<number, number>; side: ReadonlyMap<number, number> };

function isSingle({ base, side }: Single, line: number | undefined): boolean {
  return line !== undefined && base.has(line) && side.has(line);
}

/** Braces and blank lines alone hold nothing in its place, but at the ends of a file. */
function loosen(firm: Int32Array, sideLength: number, isTelling: (x: number) => boolean): void {
  for (let from = 0; from < firm.length; ) {
    let to = from + 1;
    while (to < firm.length && firm[to] !== -1 && firm[to] === (firm[to - 1] ?? 0) + 1) to += 1;
    const isFirst = from === 0 && firm[0] === 0;
    const isLast = to === firm.length && firm[to - 1] === sideLength - 1;
    let isTold = isFirst || isLast;
    for (let x = from; x < to && !isTold; x += 1) isTold = isTelling(x);
    if (!isTold) firm.fill(-1, from, to);
    from = to;
  }
}

function between(firm: Int32Array, sideLength: number): LineChange[] {
  const list: LineChange[] = [];
  let [start, top] = [0, 0];
  for (let x = 0; x <= firm.length; x += 1) {
    const y = x === firm.length ? sideLength : (firm[x] ?? -1);
    if (y === -1) continue;
    if (x > start || y > top) list.push({ start, end: x, top, bottom: y });
    [start, top] = [x + 1, y + 1];
  }
  return list;
}

type Seen = { base: Int32Array; side: Int32Array; list: readonly LineChange[] };

/** What goes in one place and comes in another. */
function isCrossing({ base, side, list }: Seen): boolean {
  /** In which change a line goes; -1: in several. */
  const gone = new Map<number, number>();
  for (const [at, { start, end }] of list.entries()) {
    for (const line of base.subarray(start, end)) {
      gone.set(line, (gone.get(line) ?? at) === at ? at : -1);
    }
  }
  return list.some(({ top, bottom }, at) =>
    side.subarray(top, bottom).some((line) => (gone.get(line) ?? at) !== at),
  );
}
