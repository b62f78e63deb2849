// Copies of programs and bundles at a place that every uid of this machine can reach, made once
// per identity. A clone may lie under a 0700 home; what another user must run cannot stay there.
// Must not hold anything that cannot be made again.
import { randomUUID } from 'node:crypto';
import { constants, lstatSync, readlinkSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../errors.ts';
import { describeTree, digestTree, type Entry, type Tree, type TreeRequest } from './cache-tree.ts';
import { claimSharedDirectory, errorCode, isDiskFull } from './directories.ts';
import { withLock } from './kernel-lock.ts';

type CacheRequest = TreeRequest & {
  /** The cache directory; made if missing. */
  cache: string;
  name: string;
  version: string;
  /** A file, or a directory that is copied whole. */
  source: string;
  /** Links to make in a copied directory: path → target as a link holds it; they win. */
  links?: Readonly<Record<string, string>> | undefined;
  /** Mode of every copied file; unset: 0755 for programs, 0644 for the rest. */
  mode?: number | undefined;
  signal?: AbortSignal | undefined;
};

/** Long enough for a peer to copy a few hundred megabytes to a slow disk. */
const LOCK_DEADLINE_MS = 120_000;

const PARALLEL_COPIES = 8;

/**
 * Returns the path of the copy: the directory for a directory, the file in it for a file. Safe to
 * call from many processes at once; a copy that lost or changed a file is made again. Throws
 * DISK_FULL, or CONFIG_INVALID when the cache cannot be used or, as root, not be reached by others.
 */
export async function ensureCached(request: CacheRequest): Promise<string> {
  const tree = readTree(request);
  await claimSharedDirectory(request.cache);
  const target = join(request.cache, digestTree(request, tree));
  if (!isWhole(target, tree.entries)) {
    const wait = { deadlineMs: LOCK_DEADLINE_MS, signal: request.signal };
    await withLock(`cache ${target}`, wait, async () => await copyOnce(target, tree.entries));
  }
  return tree.file === undefined ? target : join(target, tree.file);
}

function isWhole(target: string, entries: readonly Entry[]): boolean {
  return entries.every((entry) => isThere(target, entry));
}

/** Synchronous, as the walk of the source is: a thousand small questions are twice as fast so. */
function isThere(target: string, entry: Entry): boolean {
  const path = join(target, entry.path);
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return false;
  if (entry.kind === 'directory') return facts.isDirectory();
  if (entry.kind === 'link') return facts.isSymbolicLink() && readlinkSync(path) === entry.target;
  return facts.isFile() && facts.size === entry.size && (facts.mode & 0o777) === entry.mode;
}

/** Under the lock. The name appears only with the whole copy behind it. */
async function copyOnce(target: string, entries: readonly Entry[]): Promise<void> {
  if (isWhole(target, entries)) return;
  await removeLeftovers(target);
  const fresh = `${target}.new-${randomUUID()}`;
  try {
    await copyEntries(fresh, entries);
    await rm(target, { recursive: true, force: true });
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!isDiskFull(error)) throw error;
    throw new AppError('DISK_FULL', {
      problem: `No space left to copy into ${dirname(target)}`,
      details: { directory: dirname(target) },
      cause: error,
    });
  }
}

/** Whoever was killed while copying left one; the lock says that nobody is copying now. */
async function removeLeftovers(target: string): Promise<void> {
  const prefix = `${basename(target)}.new-`;
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(prefix)) continue;
    await rm(join(dirname(target), name), { recursive: true, force: true });
  }
}

/** Modes are set explicitly: the umask of whoever comes first must not decide who can read. */
async function copyEntries(root: string, entries: readonly Entry[]): Promise<void> {
  await mkdir(root);
  await chmod(root, 0o755);
  for (const entry of entries) {
    if (entry.kind !== 'directory') continue;
    await mkdir(join(root, entry.path));
    await chmod(join(root, entry.path), 0o755);
  }
  const rest = entries.filter((entry) => entry.kind !== 'directory').values();
  // One shared iterator: every lane takes the next entry as soon as it is free.
  const lanes = Array.from({ length: PARALLEL_COPIES }, async () => {
    for (const entry of rest) await copyEntry(root, entry);
  });
  // All lanes must have stopped before the caller may remove what they wrote.
  const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

async function copyEntry(root: string, entry: Exclude<Entry, { kind: 'directory' }>) {
  const path = join(root, entry.path);
  if (entry.kind === 'link') return await symlink(entry.target, path);
  await copyFile(entry.from, path, constants.COPYFILE_FICLONE);
  return await chmod(path, entry.mode);
}

function readTree(request: CacheRequest): Tree {
  try {
    return describeTree(request);
  } catch (error) {
    throw unreadable(request.source, error);
  }
}

function unreadable(source: string, cause: unknown): AppError {
  const problem = `${source} cannot be read (${errorCode(cause) ?? String(cause)})`;
  return new AppError('INTERNAL_ERROR', { problem, details: { source }, cause });
}
