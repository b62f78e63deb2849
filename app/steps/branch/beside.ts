// What of others is laid beside the work, and what they and the work both changed, merged. Read from
// commits and the work alone, so that it is the same whenever it is asked.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { RepositoryRef } from '../../github/port.ts';
import { wantedFiles } from '../../proof/detect/manifests.ts';
import { quoted } from '../../proof/moved/judge-movement.ts';
import {
  type Files,
  fileAt,
  type Merged,
  mergeSides,
  type Older,
  type Shared,
  type Sides,
} from '../../proof/moved/merge-sides.ts';
import type { RebaseValidation } from '../../store/movements.ts';
import type { StepDeps } from '../deps.ts';

type Deps = Pick<StepDeps, 'github' | 'workspaces'>;

/** Where all of it stands. */
type Ground = {
  repository: RepositoryRef;
  thread: { branch: string; baseBranch: string; baseSha: string };
  validation: RebaseValidation;
  /** A person's push, whose whole tree became the work. */
  isAdopted: boolean;
  signal: AbortSignal;
};

/** The work, and which of it is kept byte for byte. */
export type Work = { ours: readonly FileChange[]; authored: ReadonlySet<string> };

export type Beside = {
  /** Where the work has nothing. */
  files: readonly FileChange[];
  /** Instead of files of the work. */
  merged: readonly Merged[];
};

export async function readBeside(
  deps: Deps,
  ground: Ground,
  work: Work,
): Promise<Beside | { problem: string }> {
  const sides = await readSides(deps, ground);
  if ('problem' in sides) return sides;
  const both = await mergeBoth(deps, ground, { ...work, sides });
  if ('problem' in both) return both;
  const own = new Set(work.ours.map(({ path }) => path));
  const files = new Map<string, FileChange>();
  for (const side of [sides.base, sides.adopted, sides.branch]) {
    for (const [path, change] of side) files.set(path, change);
  }
  for (const { file } of both.merged) files.set(file.path, file);
  const { repository, thread, signal } = ground;
  const at = { repository, sha: thread.baseSha, wanted: wantedFiles };
  const { entries } = await deps.workspaces.look(at, signal);
  // What the base has not need not be deleted from it.
  const isNeeded = (change: FileChange) => !('deleted' in change) || entries.has(change.path);
  return {
    files: [...files.values()].filter((one) => !own.has(one.path) && isNeeded(one)),
    merged: both.merged.filter(({ file }) => own.has(file.path)),
  };
}

async function readSides(deps: Deps, ground: Ground): Promise<Sides | { problem: string }> {
  const { thread, validation, isAdopted } = ground;
  const { branchSha, ownSha, tipSha, base: kind } = validation;
  const { baseSha } = thread;
  const base = await changesIf(kind === 'joined', deps, ground, { from: baseSha, to: tipSha });
  if ('problem' in base) return unread(thread.baseBranch, base);
  // What of it is no work of the job: what was merged, what no agent may change.
  const adopted = await changesIf(isAdopted, deps, ground, { from: baseSha, to: ownSha });
  if ('problem' in adopted) return unread(thread.branch, adopted);
  const isPushed = branchSha !== ownSha;
  const branch = await changesIf(isPushed, deps, ground, { from: ownSha, to: branchSha });
  if ('problem' in branch) return unread(thread.branch, branch);
  return { base: base.files, adopted: adopted.files, branch: branch.files };
}

function unread(name: string, { problem }: { problem: string }) {
  return { problem: `what was put on \`${name}\` cannot be verified: ${problem}` };
}

async function changesIf(
  isAsked: boolean,
  deps: Deps,
  { repository, signal }: Ground,
  between: { from: string; to: string },
): Promise<{ files: Files } | { problem: string }> {
  if (!isAsked) return { files: new Map() };
  const read = await deps.workspaces.changes({ repository, ...between }, signal);
  if (!read.ok) return { problem: read.problem };
  return { files: new Map(read.files.map((change) => [change.path, change])) };
}

async function mergeBoth(
  deps: Deps,
  ground: Ground,
  { sides, ...work }: Work & { sides: Sides },
): Promise<{ merged: Merged[] } | { problem: string }> {
  const own = new Map(work.ours.map((change) => [change.path, change]));
  const elsewhere: Files[] = [own, sides.branch, sides.adopted];
  const inBase = [...sides.base.keys()].filter((path) => elsewhere.some((one) => one.has(path)));
  const shared = {
    onBranch: [...sides.branch.keys()].filter((path) => own.has(path)),
    onBase: (await hasBase(deps, ground, inBase)) ? [] : inBase,
  };
  const older = await readOlder(deps, ground, { sides, shared });
  if ('problem' in older) return older;
  const { thread, validation } = ground;
  const names = {
    branch: { name: thread.branch, commits: validation.branchCommits },
    base: { name: thread.baseBranch, commits: validation.baseCommits },
  };
  const part = await mergedPart(deps, ground, shared);
  return mergeSides({ ...work, shared, sides, older, part, names });
}

/** Whoever pushed may have merged the base branch as it is, and settled what both changed. */
async function hasBase(
  deps: Deps,
  { repository, validation, isAdopted }: Ground,
  shared: readonly string[],
): Promise<boolean> {
  if (shared.length === 0 || !isAdopted) return false;
  const { tipSha: from, ownSha: to } = validation;
  return (await deps.github.movement(repository, { from, to })).isForward;
}

/**
 * Where a person brought commits of the base into the branch, what both began with is not what the job
 * began with. What we merged ourselves is no part of the work, and is merged again.
 */
async function mergedPart(
  deps: Deps,
  { repository, thread, validation, isAdopted }: Ground,
  { onBase }: Shared,
): Promise<string | undefined> {
  const { branchSha, ownSha, tipSha: to, baseCommits } = validation;
  if (onBase.length === 0 || (!isAdopted && branchSha === ownSha)) return undefined;
  const missing = async (from: string) =>
    (await deps.github.movement(repository, { from, to })).commits;
  const before = isAdopted ? baseCommits : await missing(ownSha);
  return (await missing(branchSha)) === before
    ? undefined
    : `a part of ${quoted(thread.baseBranch)} was merged into the branch`;
}

async function readOlder(
  deps: Deps,
  ground: Ground,
  { sides, shared }: { sides: Sides; shared: Shared },
): Promise<Older | { problem: string }> {
  const { branchSha, ownSha, tipSha } = ground.validation;
  const { baseSha } = ground.thread;
  const isOnBase = shared.onBase.length > 0;
  const isOnBranch = shared.onBranch.length > 0;
  const fromTip = await changesIf(isOnBase, deps, ground, { from: tipSha, to: baseSha });
  if ('problem' in fromTip) return fromTip;
  const pushed = await changesIf(isOnBranch, deps, ground, { from: branchSha, to: baseSha });
  if ('problem' in pushed) return pushed;
  const toOwn = await changesIf(isOnBranch, deps, ground, { from: branchSha, to: ownSha });
  if ('problem' in toOwn) return toOwn;
  const known = (path: string) => fromTip.files.get(path) ?? pushed.files.get(path);
  return {
    // What differs from neither is as it is on the branch now.
    base: (path) => known(path) ?? fileAt(sides.branch, path),
    own: (path) => fileAt(toOwn.files, path),
  };
}
