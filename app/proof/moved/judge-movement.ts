// Whether work can stand on what others put on its branch and on the base meanwhile, by the names of
// files: where nothing of it was touched, where it has to be verified together with it, and where a
// person has to look. Whether one file can be merged is asked afterwards. Pure.
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
  const known = base && !base.isMerged ? base : undefined;
  const isJoined = base !== undefined && isVerifiedWith(base, ours);
  const problem =
    (branch && problemOf(branch, ours, 'the work')) ??
    (known && (problemOf(known, ours, 'the work') ?? setupProblem(known, isJoined))) ??
    (branch && known && isJoined
      ? problemOf(known, branch.paths, `\`${branch.name}\``)
      : undefined);
  if (problem !== undefined) return { kind: 'conflict', problem };
  if (base === undefined) return { kind: 'clean', base: 'unmoved' };
  return { kind: 'clean', base: isJoined ? 'joined' : 'apart' };
}

/** Tests that moved may say something of the work; what both changed is merged. */
function isVerifiedWith(
  { paths, isMerged = false }: MovedBranch,
  ours: readonly string[],
): boolean {
  if (isMerged) return true;
  return paths.some((path) => isTestPath(path) || isSnapshot(path) || ours.includes(path));
}

function problemOf(
  moved: MovedBranch,
  others: readonly string[],
  whose: string,
): string | undefined {
  const { name, isForward, paths, isCut } = moved;
  if (!isForward) return `\`${name}\` was rewritten: what the work stands on is no part of it`;
  const inTheWay = paths.filter((path) => others.some((other) => isOnTheWay(path, other)));
  if (inTheWay.length > 0) return bothChange(moved, whose, inTheWay.map(quoted));
  return isCut ? `${by(moved)} change more files than can be compared` : undefined;
}

function setupProblem(base: MovedBranch, isJoined: boolean): string | undefined {
  const manifests = base.paths.filter(isSetupFile);
  if (!isJoined || manifests.length === 0) return undefined;
  return `${by(base)} change tests or files of the work, and ${listed(manifests.map(quoted))}, which needs a setup of its own`;
}

type By = Pick<MovedBranch, 'name' | 'commits'>;

function by({ name, commits }: By): string {
  return `${commits === 1 ? '1 commit' : `${commits} commits`} on \`${name}\``;
}

/** Why a person is asked, with the places in question. */
export function bothChange(moved: By, whose: string, places: readonly string[]): string {
  return `${by(moved)} and ${whose} both change ${listed(places)}`;
}

/** A folder on the way to the other. What both name is merged, or not, by what is in it. */
function isOnTheWay(one: string, other: string): boolean {
  return one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

export function quoted(path: string): string {
  return `\`${path.replaceAll('`', "'")}\``;
}

const MOST_LISTED = 10;

function listed(places: readonly string[]): string {
  const shown = places.slice(0, MOST_LISTED);
  const more = places.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
