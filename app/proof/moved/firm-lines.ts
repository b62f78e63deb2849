// Which lines of a text have stayed, beyond doubt: every shortest script that makes the one text of the
// other keeps them, and in the same place. What one script keeps and another replaces is not among
// them, so that whatever is made of them does not hang on the choice. Pure.

/** Work that may still be spent, in cells of a table: whoever wrote the texts chose how long it takes. */
export type Allowance = { cells: number };

/** Costs are kept in 16 bits. */
const NEVER = 65_535;
const FIRST_GUESS = 16;

/** For each line of `base` where it stands in `side`, or -1; undefined: too much is different. */
export function firmLines(
  base: Int32Array,
  side: Int32Array,
  allowance: Allowance,
): Int32Array | undefined {
  const longer = side.length - base.length;
  for (let guess = FIRST_GUESS; ; guess *= 2) {
    const edits = Math.abs(longer) + guess;
    const cells = (base.length + 1) * (edits + 1);
    if (edits >= NEVER || cells > allowance.cells) return undefined;
    allowance.cells -= cells;
    const band = { base, side, low: (longer - edits) / 2, width: edits + 1 };
    const table = costs(band);
    const least = table[cells - band.width + longer - band.low] ?? NEVER;
    if (least <= edits) return keptByAll(band, table, least);
  }
}

/** Of all places those between two diagonals: no shortest way of so many steps leaves them. */
type Band = { base: Int32Array; side: Int32Array; low: number; width: number };

/** From the beginning to each place: what goes or comes costs 1, what stays nothing. */
function costs({ base, side, low, width }: Band): Uint16Array {
  const table = new Uint16Array((base.length + 1) * width).fill(NEVER);
  for (let x = 0; x <= base.length; x += 1) {
    for (let at = Math.max(0, -x - low); at < width; at += 1) {
      const y = x + low + at;
      if (y > side.length) break;
      const here = x * width + at;
      let cost = x === 0 && y === 0 ? 0 : NEVER;
      if (at > 0) cost = Math.min(cost, (table[here - 1] ?? NEVER) + 1);
      if (x > 0 && at < width - 1) {
        cost = Math.min(cost, (table[here - width + 1] ?? NEVER) + 1);
      }
      if (x > 0 && y > 0 && base[x - 1] === side[y - 1]) {
        cost = Math.min(cost, table[here - width] ?? NEVER);
      }
      table[here] = cost;
    }
  }
  return table;
}

/** Back from the end, row by row, along every way of the least cost. */
function keptByAll(band: Band, before: Uint16Array, least: number): Int32Array {
  const { base, side, low, width } = band;
  const kept = new Int32Array(base.length).fill(-1);
  let behind = endRow(band);
  for (let x = base.length - 1; x >= 0; x -= 1) {
    const row = new Uint16Array(width).fill(NEVER);
    let ways = 0;
    for (let at = Math.min(width - 1, side.length - x - low); at >= 0; at -= 1) {
      const y = x + low + at;
      if (y < 0) break;
      const gone = at === 0 ? NEVER : (behind[at - 1] ?? NEVER) + 1;
      const come = at === width - 1 ? NEVER : (row[at + 1] ?? NEVER) + 1;
      const stays = y < side.length && base[x] === side[y] ? (behind[at] ?? NEVER) : NEVER;
      row[at] = Math.min(gone, come, stays, NEVER);
      const here = before[x * width + at] ?? NEVER;
      if (here + gone === least) ways += 2;
      if (here + stays !== least) continue;
      ways += 1;
      kept[x] = y;
    }
    if (ways !== 1) kept[x] = -1;
    behind = row;
  }
  return kept;
}

/** From the places behind the last line of the base to the end. */
function endRow({ base, side, low, width }: Band): Uint16Array {
  const row = new Uint16Array(width).fill(NEVER);
  for (let at = 0; at < width; at += 1) {
    const left = side.length - (base.length + low + at);
    if (left >= 0) row[at] = Math.min(left, NEVER);
  }
  return row;
}
