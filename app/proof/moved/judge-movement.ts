// Whether work can stand on what others put on its branch and on the base meanwhile: where nothing of
// it was touched, where it has to be verified together with it, and where a person has to look. Pure.
import { isSetupFile } from '../detect/manifests.ts';
import { isSnapshot, isTestPath } from '../path-rules.ts';

export type MovedBranch = {
  name: string;
  /** False: history was rewritten, so that the older commit is no part of the newer. */
  isForward: boolean;
  commits: number;
  paths: readonly string[];
  /** More was changed than is named. */
  isCut: boolean;
  /** Of the base: the work has it already. */
  isMerged?: boolean;
};

type Movement = {
  /** What the work changes, tests included. */
  ours: readonly string[];
  /** The job's own branch since our newest commit; absent: it is where we left it. */
  branch?: MovedBranch;
  /** The base branch since the commit the job works on. */
  base?: MovedBranch;
};

export type JudgedMovement =
  | { kind: 'clean'; base: 'unmoved' | 'apart' | 'joined' }
  | { kind: 'conflict'; problem: string };

export function judgeMovement({ ours, branch, base }: Movement): JudgedMovement {
  const problem =
    (branch && problemOf(branch, ours, 'the work')) ??
    (base && !base.isMerged ? problemOf(base, ours, 'the work') : undefined) ??
    (branch && base && !base.isMerged && isJoined(base)
      ? problemOf(base, branch.paths, `\`${branch.name}\``)
      : undefined);
  if (problem !== undefined) return { kind: 'conflict', problem };
  if (base === undefined) return { kind: 'clean', base: 'unmoved' };
  return { kind: 'clean', base: isJoined(base) ? 'joined' : 'apart' };
}

/** Tests that moved may say something of the work. */
function isJoined({ paths, isMerged = false }: MovedBranch): boolean {
  if (isMerged) return true;
  return paths.some((path) => isTestPath(path) || isSnapshot(path));
}

function problemOf(
  moved: MovedBranch,
  others: readonly string[],
  whose: string,
): string | undefined {
  const { name, isForward, paths, isCut, commits } = moved;
  const by = commits === 1 ? '1 commit' : `${commits} commits`;
  if (!isForward) return `\`${name}\` was rewritten: what the work stands on is no part of it`;
  const both = paths.filter((path) => others.some((other) => isSamePlace(path, other)));
  if (both.length > 0) return `${by} on \`${name}\` and ${whose} both change ${listed(both)}`;
  if (isCut) return `${by} on \`${name}\` change more files than can be compared`;
  const manifests = paths.filter(isSetupFile);
  return isJoined(moved) && manifests.length > 0
    ? `${by} on \`${name}\` change tests and ${listed(manifests)}, which needs a setup of its own`
    : undefined;
}

/** One is the other, or a folder on the way to it. */
function isSamePlace(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

const MOST_LISTED = 10;

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, MOST_LISTED).map((path) => `\`${path.replaceAll('`', "'")}\``);
  const more = paths.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
