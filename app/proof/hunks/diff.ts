// Which lines of a text were changed into which: the shortest script by Myers' algorithm, in linear
// space, with what is the same at both ends taken off first. Pure.

/** Half-open ranges of lines, from 0. Either may be empty, not both. */
export type LineHunk = { baseStart: number; baseEnd: number; headStart: number; headEnd: number };

/** Lines with their line breaks, so that joining them gives the text back. */
export function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

export function diffLines(base: readonly string[], head: readonly string[]): LineHunk[] {
  const marks = { base: new Uint8Array(base.length), head: new Uint8Array(head.length) };
  const left: Box[] = [{ top: 0, bottom: head.length, start: 0, end: base.length }];
  for (let box = left.pop(); box !== undefined; box = left.pop()) {
    const inner = trimmed(base, head, box);
    if (inner.start === inner.end) marks.head.fill(1, inner.top, inner.bottom);
    else if (inner.top === inner.bottom) marks.base.fill(1, inner.start, inner.end);
    else left.push(...split(base, head, inner));
  }
  return collect(marks.base, marks.head);
}

/** A part of the problem: base lines `start`…`end` against head lines `top`…`bottom`. */
type Box = { start: number; end: number; top: number; bottom: number };

function trimmed(base: readonly string[], head: readonly string[], box: Box): Box {
  let { start, end, top, bottom } = box;
  while (start < end && top < bottom && base[start] === head[top]) {
    start += 1;
    top += 1;
  }
  while (start < end && top < bottom && base[end - 1] === head[bottom - 1]) {
    end -= 1;
    bottom -= 1;
  }
  return { start, end, top, bottom };
}

/** Both ends look for the way at once; where they meet the box is cut in two. */
function split(base: readonly string[], head: readonly string[], box: Box): Box[] {
  const { x, y } = middle(base, head, box);
  const isCorner = (x === box.start && y === box.top) || (x === box.end && y === box.bottom);
  // Nothing is shared: cutting between both sides marks them all.
  if (isCorner) {
    return [
      { ...box, bottom: box.top },
      { ...box, start: box.end },
    ];
  }
  return [
    { start: box.start, end: x, top: box.top, bottom: y },
    { start: x, end: box.end, top: y, bottom: box.bottom },
  ];
}

/** More steps than this cost more than a shorter hunk is worth. */
const MOST_STEPS = 2_000;

function middle(base: readonly string[], head: readonly string[], box: Box) {
  const width = box.end - box.start;
  const height = box.bottom - box.top;
  const most = Math.min(Math.ceil((width + height) / 2), MOST_STEPS);
  const forward = createFurthest(most);
  const backward = createFurthest(most);
  const isSame = (x: number, y: number) => base[box.start + x] === head[box.top + y];
  const isSameBack = (x: number, y: number) => base[box.end - 1 - x] === head[box.bottom - 1 - y];
  const delta = width - height;
  for (let step = 0; step <= most; step += 1) {
    for (let k = -step; k <= step; k += 2) {
      const x = advance(forward, { k, step, width, height, isSame });
      const met = backward.at(delta - k);
      if (delta % 2 !== 0 && met >= 0 && x + met >= width) {
        return { x: box.start + x, y: box.top + x - k };
      }
    }
    for (let k = -step; k <= step; k += 2) {
      const x = advance(backward, { k, step, width, height, isSame: isSameBack });
      const met = forward.at(delta - k);
      if (delta % 2 === 0 && met >= 0 && x + met >= width) {
        return { x: box.end - x, y: box.bottom - (x - k) };
      }
    }
  }
  return { x: box.start, y: box.top };
}

/** By diagonal; -1: nobody was there. */
type Furthest = { at(k: number): number; set(k: number, x: number): void };

function createFurthest(most: number): Furthest {
  const points = new Int32Array(2 * most + 3).fill(-1);
  const middleAt = most + 1;
  points[middleAt + 1] = 0;
  return {
    at: (k) => points[middleAt + k] ?? -1,
    set: (k, x) => {
      points[middleAt + k] = x;
    },
  };
}

type Step = {
  k: number;
  step: number;
  width: number;
  height: number;
  isSame: (x: number, y: number) => boolean;
};

/** The furthest point on diagonal `k` after so many steps. */
function advance(furthest: Furthest, { k, step, width, height, isSame }: Step): number {
  const below = furthest.at(k + 1);
  const beside = furthest.at(k - 1);
  let x = k === -step || (k !== step && beside < below) ? below : beside + 1;
  while (x < width && x - k < height && x - k >= 0 && isSame(x, x - k)) x += 1;
  furthest.set(k, x);
  return x;
}

function collect(base: Uint8Array, head: Uint8Array): LineHunk[] {
  const hunks: LineHunk[] = [];
  let [x, y] = [0, 0];
  while (x < base.length || y < head.length) {
    if (base[x] !== 1 && head[y] !== 1) {
      x += 1;
      y += 1;
      continue;
    }
    const [baseStart, headStart] = [x, y];
    while (base[x] === 1) x += 1;
    while (head[y] === 1) y += 1;
    hunks.push({ baseStart, baseEnd: x, headStart, headEnd: y });
  }
  return hunks;
}
