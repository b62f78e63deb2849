// The tree that is judged: base, plus what the implementer changed outside the authored files, plus
// the authored files byte for byte. Nothing is lost silently: what is left out is listed. Pure.
import type { FileChange, FileContent } from '../../sandbox/protocol/cases.ts';
import { isProtectedPath } from '../../sandbox/protocol/protected-paths.ts';
import { type Fence, isInsideFence } from './path-rules.ts';

export type Dropped = {
  path: string;
  /** `authored`: a test of ours, or in the way of one. */
  why: 'protected' | 'authored';
};

export type VerificationTree = {
  /** To be applied to the base commit; removals first, then by path. */
  changes: FileChange[];
  dropped: Dropped[];
  /** Changed although the plan does not name them; part of the tree, refused by the gate. */
  outsideFence: string[];
};

export function buildVerificationTree(
  fence: Fence,
  changes: readonly FileChange[],
  authored: readonly FileContent[],
): VerificationTree {
  const tests = new Map(authored.map((file) => [file.path, file]));
  const newest = [...new Map(changes.map((change) => [change.path, change])).values()];
  const judged = newest.map((change) => ({ change, why: whyDropped(change, tests) }));
  const kept = judged.flatMap(({ change, why }) => (why === undefined ? [change] : []));
  return {
    changes: [...kept, ...authored].sort(inOrder),
    dropped: judged
      .flatMap(({ change: { path }, why }) =>
        why === undefined || why === 'same' ? [] : [{ path, why }],
      )
      .sort(byPath),
    outsideFence: kept
      .map(({ path }) => path)
      .filter((path) => !isInsideFence(fence, path))
      .sort(),
  };
}

/** `same`: the implementer left the test as it was given. */
function whyDropped(
  change: FileChange,
  tests: ReadonlyMap<string, FileContent>,
): Dropped['why'] | 'same' | undefined {
  const { path } = change;
  const test = tests.get(path);
  if (test !== undefined) return isSame(change, test) ? 'same' : 'authored';
  if (isProtectedPath(path)) return 'protected';
  const isInTheWay = [...tests.keys()].some(
    (other) =>
      (other.startsWith(`${path}/`) && !('deleted' in change)) || path.startsWith(`${other}/`),
  );
  return isInTheWay ? 'authored' : undefined;
}

function isSame(change: FileChange, test: FileContent): boolean {
  return !('deleted' in change) && change.content === test.content;
}

function inOrder(one: FileChange, other: FileChange): number {
  const removals = Number('deleted' in other) - Number('deleted' in one);
  return removals === 0 ? byPath(one, other) : removals;
}

/** By code units: the same everywhere, whatever the locale. */
function byPath(one: { path: string }, other: { path: string }): number {
  if (one.path === other.path) return 0;
  return one.path < other.path ? -1 : 1;
}
