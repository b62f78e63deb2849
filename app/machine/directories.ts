// Directories that more than one user has to deal with: made, claimed as ours, and checked to be
// reachable by another uid. Must not change a directory that it did not make.
import { chmod, lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { AppError } from '../errors.ts';

export type Account = { uid: number; gid: number };

/** A file system answer that means "no room left". */
export function isDiskFull(error: unknown): boolean {
  return errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT';
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/**
 * Makes the directory and its missing parents (0755 whatever the umask) and makes sure that
 * nobody else could have planted it: programs are run and sockets are trusted below it.
 */
export async function claimDirectory(path: string): Promise<void> {
  await makeOpenDirectory(path);
  const link = await lstat(path);
  const target = link.isSymbolicLink() ? await stat(path) : link;
  const own = ownUid();
  for (const { uid } of [link, target]) {
    if (uid !== own && uid !== 0) {
      throw unusable(path, `it belongs to uid ${uid}, not to uid ${own}`);
    }
  }
  const isForeignGroup = target.gid !== process.getegid?.();
  if ((target.mode & (isForeignGroup ? 0o022 : 0o002)) !== 0) {
    throw unusable(path, `others may write to it (mode ${octal(target.mode)})`);
  }
}

/** A uid that owns nothing: where it can walk, everybody can. */
const ANYBODY: Account = { uid: 65_534, gid: 65_534 };

/** The same, for what other users have to reach: a root's sandboxes and database are not root. */
export async function claimSharedDirectory(path: string): Promise<void> {
  await claimDirectory(path);
  if (ownUid() === 0) await requireReachable(path, ANYBODY);
}

/** Refuses, naming the directory, when that user could not walk down to `path`. */
export async function requireReachable(path: string, account: Account): Promise<void> {
  const closed = await findClosedDirectory(path, account);
  if (closed === undefined) return;
  throw new AppError('CONFIG_INVALID', {
    problem:
      `The directory ${closed.directory} (mode ${octal(closed.mode)}) is closed to uid ` +
      `${account.uid}, which must reach ${path}. Set REDGREEN_HOME to a directory that others ` +
      `may enter, such as /var/lib/redgreen, or run: chmod o+x ${closed.directory}`,
    details: { directory: closed.directory },
  });
}

export function ownUid(): number {
  return process.geteuid?.() ?? 0;
}

async function makeOpenDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true }).catch((error: unknown) => {
    throw toDirectoryError(path, error);
  });
  if (first === undefined) return;
  const below = relative(first, path).split(sep).filter(Boolean);
  for (let depth = 0; depth <= below.length; depth += 1) {
    await chmod(join(first, ...below.slice(0, depth)), 0o755);
  }
}

export function toDirectoryError(path: string, error: unknown): AppError {
  if (isDiskFull(error)) {
    return new AppError('DISK_FULL', { problem: `No space left to make ${path}`, cause: error });
  }
  return unusable(path, `it cannot be made (${errorCode(error) ?? String(error)})`, error);
}

async function findClosedDirectory(path: string, { uid, gid }: Account) {
  // A link is walked twice: down to the link itself and down to what it names.
  const steps = new Set([...ancestorsOf(resolve(path)), ...ancestorsOf(await realpath(path))]);
  for (const step of steps) {
    const facts = await stat(step);
    const bit = facts.uid === uid ? 0o100 : facts.gid === gid ? 0o010 : 0o001;
    if (facts.isDirectory() && (facts.mode & bit) === 0) {
      return { directory: step, mode: facts.mode };
    }
  }
  return undefined;
}

/** From the root down to the path itself. */
function ancestorsOf(path: string): string[] {
  return dirname(path) === path ? [path] : [...ancestorsOf(dirname(path)), path];
}

function unusable(path: string, why: string, cause?: unknown): AppError {
  return new AppError('CONFIG_INVALID', {
    problem: `The directory ${path} cannot be used: ${why}. Set REDGREEN_HOME to a directory of your own.`,
    details: { directory: path },
    cause,
  });
}

function octal(mode: number): string {
  return `0${(mode & 0o7777).toString(8)}`;
}
