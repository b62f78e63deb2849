// What changed between two commits or trees, per file and with patches, as git itself tells it.
import type { GitRepository } from './repository.ts';
import { nulSeparated } from './run.ts';

type FileStatus = 'added' | 'removed' | 'modified' | 'renamed' | 'copied' | 'changed';
export type FileChange = {
  path: string;
  previousPath: string | undefined;
  status: FileStatus;
  /** Blob after the change; before it when the file was removed. */
  sha: string;
  additions: number;
  deletions: number;
  /** Hunks only, as GitHub gives them; undefined for binary files and very large patches. */
  patch: string | undefined;
};

const LARGEST_PATCH = 1024 * 1024;
const FLAGS = ['-r', '-M', '--no-ext-diff', '--no-textconv'];

/** Patches come in the order of the raw list, so their names need not be parsed. */
export async function diffFiles(
  git: GitRepository,
  before: string,
  after: string,
): Promise<FileChange[]> {
  const args = ['diff-tree', '-z', '--patch-with-raw', '--full-index', ...FLAGS, before, after];
  const { stdout } = await git.run(args);
  // With -z an empty field parts the list from the patches.
  const end = stdout.indexOf('\0\0');
  const changes = parseRaw(nulSeparated(stdout.subarray(0, end + 1)));
  const patches = stdout.toString('utf8', end + 2).split(/^diff --git /m);
  return changes.map((change, index) => Object.assign(change, patchOf(patches[index + 1] ?? '')));
}

/** Only which paths changed and how: a quarter of the work. */
export async function changedPaths(
  git: GitRepository,
  before: string,
  after: string,
): Promise<RawChange[]> {
  const { stdout } = await git.run(['diff-tree', '-z', '--raw', ...FLAGS, before, after]);
  return parseRaw(nulSeparated(stdout));
}

export async function diffText(
  git: GitRepository,
  range: { before: string; after: string },
  format: 'diff' | 'patch',
): Promise<string> {
  const args =
    format === 'diff'
      ? ['diff-tree', '--patch', ...FLAGS, range.before, range.after]
      : ['format-patch', '--stdout', '--no-signature', `${range.before}..${range.after}`];
  return (await git.run(args)).stdout.toString('utf8');
}

type RawChange = Omit<FileChange, 'additions' | 'deletions' | 'patch'>;

/** `:oldmode newmode oldsha newsha STATUS`, path, and a second path for renames. */
function parseRaw(parts: readonly string[]): RawChange[] {
  const changes: RawChange[] = [];
  let index = 0;
  while (index < parts.length) {
    const [, , before = '', after = '', letter = ''] = (parts[index] ?? '').split(' ');
    const hasTwo = letter.startsWith('R') || letter.startsWith('C');
    const first = parts[index + 1] ?? '';
    const second = parts[index + 2] ?? '';
    changes.push({
      path: hasTwo ? second : first,
      previousPath: hasTwo ? first : undefined,
      status: statusOf(letter),
      sha: letter === 'D' ? before : after,
    });
    index += hasTwo ? 3 : 2;
  }
  return changes;
}

function statusOf(letter: string): FileStatus {
  switch (letter.slice(0, 1)) {
    case 'A':
      return 'added';
    case 'D':
      return 'removed';
    case 'R':
      return 'renamed';
    case 'C':
      return 'copied';
    case 'T':
      return 'changed';
    default:
      return 'modified';
  }
}

function patchOf(text: string): Pick<FileChange, 'additions' | 'deletions' | 'patch'> {
  const start = text.indexOf('\n@@');
  if (start < 0) return { additions: 0, deletions: 0, patch: undefined };
  const hunks = text.slice(start + 1);
  return {
    additions: hunks.match(/^\+/gm)?.length ?? 0,
    deletions: hunks.match(/^-/gm)?.length ?? 0,
    patch: hunks.length > LARGEST_PATCH ? undefined : hunks.trimEnd(),
  };
}
