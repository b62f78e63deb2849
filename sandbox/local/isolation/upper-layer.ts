// The upper layer of a sandbox, seen from outside: what lies there at a mark, and what of it was read
// or is different since. Content decides what is the same, for a page that is mapped can be written
// without any time showing it; times decide what was read. Nothing of it is run or followed. The caller
// has killed everything that could write.
import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  lstatSync,
  lutimesSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import type { WRITABLE } from './bubblewrap.ts';

/** Where it and what lies below it are found. */
export type LayerPlace = { upper: string; merged: string; lower: string };

type Entry = { facts: string; atimeNs: bigint; content: string; isDirectory: boolean };

export type Listing = {
  /** By their paths in the layer; names are bytes, written one character each. */
  entries: Map<string, Entry>;
  /** Every byte is known: only then can it be said that nothing is different. */
  isWhole: boolean;
};

type LayerTraces = {
  isSame: boolean;
  /** Below the workspace: read, run, changed or gone since the mark. */
  touched: string[];
  /** Below the workspace: made, different or gone. Undefined: more than is worth a look. */
  left: string[] | undefined;
};

/** More is not looked at. */
const MOST_ENTRIES = 60_000;
/** More is not read: a new sandbox costs less. */
const MOST_COMPARED = 3_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** Others are served meanwhile. */
const AT_A_TIME = 500;

/** Undefined: there is too much of it, or it is closed to us. */
export async function markLayer(place: LayerPlace): Promise<Listing | undefined> {
  const paths = await pathsOf(place.upper, MOST_ENTRIES);
  if (paths === undefined) return undefined;
  try {
    let bytes = 0n;
    for (const path of paths) bytes += lstatSync(inside(place.upper, path), { bigint: true }).size;
    const isWhole = paths.length <= MOST_COMPARED && bytes <= BigInt(MOST_BYTES);
    const listing: Listing = { entries: new Map(), isWhole };
    for (const [index, path] of paths.entries()) {
      if (index % AT_A_TIME === 0) await breathe();
      listing.entries.set(path, entryOf(inside(place.upper, path), isWhole));
    }
    if (isWhole) await forgetReads(place, listing);
    return listing;
  } catch {
    return undefined;
  }
}

/**
 * All of it gets one and the same access time: what a run has read must not tell the next one that
 * there was a run.
 */
export async function forgetReads({ upper }: LayerPlace, { entries }: Listing): Promise<void> {
  const now = Date.now() / 1000;
  let done = 0;
  for (const [path, entry] of entries) {
    if (done++ % AT_A_TIME === 0) await breathe();
    const bytes = inside(upper, path);
    const { mtimeNs } = lstatSync(bytes, { bigint: true });
    lutimesSync(bytes, now, Number(mtimeNs) / 1e9);
    Object.assign(entry, timesOf(lstatSync(bytes, { bigint: true })));
  }
}

export async function compareLayer(place: LayerPlace, marked: Listing): Promise<LayerTraces> {
  const touched: string[] = [];
  const left: string[] = [];
  let isSame = marked.isWhole;
  let done = 0;
  for (const [path, before] of marked.entries) {
    if (done++ % AT_A_TIME === 0) await breathe();
    const now = entryIfThere(inside(place.upper, path), marked.isWhole);
    const isAsBefore = now?.facts === before.facts && now.content === before.content;
    isSame &&= isAsBefore;
    if (before.isDirectory && now?.isDirectory === true) {
      if (!isAsBefore) left.push(...hiddenIn(place, path));
      continue;
    }
    if (!isAsBefore || now.atimeNs !== before.atimeNs) touched.push(path);
    if (now?.content !== before.content) left.push(path);
  }
  const paths = await pathsOf(place.upper, MOST_ENTRIES);
  const made = paths?.filter((path) => !marked.entries.has(path));
  const isFew = made !== undefined && made.length <= MOST_COMPARED;
  const changed = isFew ? made.flatMap((path) => changedBelow(place, path)) : [];
  const below = changed.filter((path) => isThere(inside(place.lower, path)));
  return {
    isSame: isSame && made?.length === 0,
    touched: inWorkspace([...touched, ...below]),
    left: isFew ? inWorkspace([...left, ...changed]) : undefined,
  };
}

/** Of a path that is new in the upper layer: new altogether, or instead of what lies below. */
function changedBelow(place: LayerPlace, path: string): string[] {
  const [below, now] = [place.lower, place.upper].map((top) => inside(top, path));
  const isDirectory = now !== undefined && statIfThere(now)?.isDirectory() === true;
  if (below === undefined || now === undefined || !isThere(below)) return isDirectory ? [] : [path];
  if (isDirectory && statIfThere(below)?.isDirectory() === true) return hiddenIn(place, path);
  return isSameFile(below, now) ? [] : [path];
}

function isSameFile(one: Buffer, other: Buffer): boolean {
  const [size, otherSize] = [statIfThere(one)?.size, statIfThere(other)?.size];
  if (size !== otherSize || (size ?? 0n) > BigInt(MOST_BYTES)) return false;
  return entryIfThere(one, true)?.content === entryIfThere(other, true)?.content;
}

/** A directory can hide what lies below it without a mark that has a name. */
function hiddenIn({ merged, lower }: LayerPlace, path: string): string[] {
  if (!isThere(inside(lower, path))) return [];
  const names = readdirSync(inside(lower, path), { encoding: 'latin1' });
  return names.map((name) => `${path}/${name}`).filter((one) => !isThere(inside(merged, one)));
}

function isThere(path: Buffer): boolean {
  return statIfThere(path) !== undefined;
}

function statIfThere(path: Buffer): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

const WORKSPACE = `${'workspace' satisfies keyof typeof WRITABLE}/`;

/** As paths of the repository; what git keeps there is none of them. */
function inWorkspace(paths: readonly string[]): string[] {
  return [...new Set(paths)]
    .filter((path) => path.startsWith(WORKSPACE))
    .map((path) => Buffer.from(path.slice(WORKSPACE.length), 'latin1').toString('utf8'))
    .filter((path) => path !== '.git' && !path.startsWith('.git/'))
    .sort();
}

/** All of them, parents first; undefined when there are more than that. */
async function pathsOf(top: string, most: number): Promise<string[] | undefined> {
  const found: string[] = [];
  const waiting = [''];
  let looked = 0;
  try {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const items = itemsOf(top, path);
      found.push(...items.map((item) => item.path));
      waiting.push(...items.filter(({ isDirectory }) => isDirectory).map((item) => item.path));
      if (found.length > most) return undefined;
      if (looked++ % AT_A_TIME === 0) await breathe();
    }
    return found;
  } catch {
    return undefined;
  }
}

function itemsOf(top: string, path: string): { path: string; isDirectory: boolean }[] {
  const options = { encoding: 'latin1', withFileTypes: true } as const;
  return readdirSync(inside(top, path), options).map((item) => ({
    path: path === '' ? item.name : `${path}/${item.name}`,
    isDirectory: item.isDirectory(),
  }));
}

function inside(top: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, 'latin1')]);
}

function entryIfThere(path: Buffer, isWhole: boolean): Entry | undefined {
  try {
    return entryOf(path, isWhole);
  } catch {
    return undefined;
  }
}

function entryOf(path: Buffer, isWhole: boolean): Entry {
  const facts = lstatSync(path, { bigint: true });
  const content = contentOf(path, facts, isWhole);
  return { ...timesOf(facts), content, isDirectory: facts.isDirectory() };
}

function timesOf(facts: BigIntStats): Pick<Entry, 'facts' | 'atimeNs'> {
  const { mode, uid, gid, nlink, ino, rdev, mtimeNs, ctimeNs, atimeNs } = facts;
  return { facts: [mode, uid, gid, nlink, ino, rdev, mtimeNs, ctimeNs].join(':'), atimeNs };
}

/** What a file is, for those who compare: kind, whether it can be run, and its bytes. */
function contentOf(path: Buffer, facts: BigIntStats, isWhole: boolean): string {
  const kind = `${facts.mode & BigInt(constants.S_IFMT | constants.S_IXUSR)}`;
  if (facts.isSymbolicLink()) return `${kind}:${readlinkSync(path, { encoding: 'latin1' })}`;
  if (!facts.isFile()) return `${kind}:${facts.rdev}`;
  return `${kind}:${facts.size}:${isWhole ? digestOf(path) : facts.mtimeNs}`;
}

const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOATIME;

function digestOf(path: Buffer): string {
  const file = openSync(path, READ);
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(64 * 1024);
    for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) {
      hash.update(buffer.subarray(0, size));
    }
    return hash.digest('base64');
  } finally {
    closeSync(file);
  }
}
