// Files that both the work and others changed: first with what was put on the branch, as its next
// commit would have to be, then with the base. From what stands in the commits alone. Pure.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { Allowance } from './firm-lines.ts';
import { bothChange, quoted } from './judge-movement.ts';
import { isSameFile, type MergedFile, mergeFiles } from './merge-files.ts';

export type Files = ReadonlyMap<string, FileChange>;

export type Merged = {
  /** With what both sides changed. */
  file: FileChange;
  /** With what the others changed alone: what the work adds to it is measured against this. */
  without: FileChange;
};

/** What each side has that the one before has not: the base, a person's push taken as work, the branch. */
export type Sides = { base: Files; adopted: Files; branch: Files };

/** Files as they were before the others changed them. */
export type Older = { base(path: string): FileChange; own(path: string): FileChange };

export type Shared = { onBranch: readonly string[]; onBase: readonly string[] };

type Merging = {
  ours: readonly FileChange[];
  /** Kept byte for byte. */
  authored: ReadonlySet<string>;
  shared: Shared;
  sides: Sides;
  older: Older;
  /** Why nothing of the base can be merged. */
  part: string | undefined;
  names: Names;
};

/** A second in all, however many files somebody made for it. */
const CELLS = 12_000_000;

export function mergeSides({
  ours,
  shared,
  sides,
  part,
  names,
  ...rest
}: Merging): { merged: Merged[] } | { problem: string } {
  const own = new Map(ours.map((change) => [change.path, change]));
  const allowance = { cells: CELLS };
  const all = [...new Set([...shared.onBranch, ...shared.onBase])].map((path) => {
    const steps = stepsOf(path, { shared, older: rest.older, sides, part, names });
    return mergeOne(path, steps, { ...rest, own, sides, allowance });
  });
  const conflicts = all.flatMap((one) => ('why' in one ? [one] : []));
  if (conflicts.length === 0) return { merged: all.flatMap((one) => ('why' in one ? [] : [one])) };
  const whose = (path: string) => (own.has(path) ? 'the work' : quoted(names.branch.name));
  return { problem: wordsFor(conflicts, whose) };
}

/** The work as it is verified and published. */
export function withMerged<T extends FileChange>(
  ours: readonly T[],
  merged: readonly Merged[],
): (T | FileChange)[] {
  const files = new Map(merged.map(({ file }) => [file.path, file]));
  return ours.map((change) => files.get(change.path) ?? change);
}

/** What the work is measured against, where others changed the same files. */
export function withoutOurs(
  baseTexts: ReadonlyMap<string, string>,
  merged: readonly Merged[],
): Map<string, string> {
  const texts = new Map(baseTexts);
  for (const { without } of merged) {
    if ('deleted' in without) texts.delete(without.path);
    else texts.set(without.path, Buffer.from(without.content, 'base64').toString('utf8'));
  }
  return texts;
}

type Name = { name: string; commits: number };
type Names = { branch: Name; base: Name };

function stepsOf(
  path: string,
  {
    shared: { onBranch, onBase },
    older,
    sides,
    part,
    names,
  }: Pick<Merging, 'shared' | 'older' | 'sides' | 'part' | 'names'>,
): Step[] {
  const base = { by: names.base, from: older.base(path), to: fileAt(sides.base, path), part };
  const push = { by: names.branch, from: older.own(path), to: fileAt(sides.branch, path) };
  return [...(onBranch.includes(path) ? [push] : []), ...(onBase.includes(path) ? [base] : [])];
}

type Conflict = { path: string; by: Name; why: string };

function mergeOne(
  path: string,
  steps: readonly Step[],
  {
    own,
    sides,
    older,
    authored,
    allowance,
  }: Pick<Merging, 'authored' | 'sides' | 'older'> & { own: Files; allowance: Allowance },
): Merged | Conflict {
  const start = own.get(path) ?? sides.branch.get(path) ?? fileAt(sides.adopted, path);
  const file = mergeAlong(start, steps, allowance);
  if (!file.ok) return { path, ...file };
  const isMeasured = own.has(path) && steps.every(({ part }) => part === undefined);
  const without = isMeasured ? mergeAlong(older.base(path), steps, allowance) : file;
  if (!without.ok) return { path, ...without };
  if (!authored.has(path) || isSameFile(file.file, start)) {
    return { file: file.file, without: without.file };
  }
  const why = 'a test of this job, which is kept byte for byte';
  return { path, by: steps.at(-1)?.by ?? { name: '', commits: 0 }, why };
}

/** What a branch made of a file; `part`: why that cannot be merged, whatever it is. */
type Step = { by: Name; from: FileChange; to: FileChange; part?: string | undefined };

function mergeAlong(
  start: FileChange,
  steps: readonly Step[],
  allowance: Allowance,
): (MergedFile & { ok: true }) | { ok: false; by: Name; why: string } {
  let file = start;
  for (const { by, from, to, part } of steps) {
    if (part !== undefined && !isSameFile(file, to)) return { ok: false, by, why: part };
    const merged = mergeFiles({ base: from, ours: file, theirs: to }, allowance);
    if (!merged.ok) return { by, ...merged };
    file = merged.file;
  }
  return { ok: true, file };
}

export function fileAt(files: Files, path: string): FileChange {
  return files.get(path) ?? { path, deleted: true };
}

function wordsFor(conflicts: readonly Conflict[], whose: (path: string) => string): string {
  const [first] = conflicts;
  if (first === undefined) return '';
  const { by, path } = first;
  const same = conflicts.filter((one) => one.by === by && whose(one.path) === whose(path));
  const places = same.map((one) => `${quoted(one.path)} (${one.why})`);
  return bothChange(by, whose(path), places);
}
