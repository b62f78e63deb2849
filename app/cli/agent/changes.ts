// What an agent changed in its sandbox, and the way back to this machine. Everything that comes out
// is untrusted: paths are checked, protected ones dropped, nothing is written through a symbolic
// link, and no git, hook or build runs on it.
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { SANDBOX_PATHS, type Sandbox } from '../../../sandbox/driver/port.ts';
import { RepositoryPath } from '../../../sandbox/protocol/plan.ts';
import { isProtectedPath } from '../../../sandbox/protocol/protected-paths.ts';
import { AppError } from '../../errors.ts';
import { digestAt, type Manifest } from './directory.ts';
import type { ChangedFile } from './events.ts';

const MOST_FILES = 500;
const MOST_FILE_BYTES = 8 * 1024 * 1024;
const LIST_MS = 120_000;
const MANIFEST = '/tmp/redgreen-manifest.json';

/** Compares inside, so that only differences cross. What it says of a file: directory.ts. */
const LISTING = `
const fs = require('node:fs'), { createHash } = require('node:crypto');
const [list, root] = process.argv.slice(1);
const before = new Map(JSON.parse(fs.readFileSync(list, 'utf8'))), found = [];
const look = (path) => {
  const stats = fs.lstatSync(root + '/' + path);
  if (stats.isSymbolicLink()) return 'link ' + fs.readlinkSync(root + '/' + path);
  const digest = createHash('sha256').update(fs.readFileSync(root + '/' + path)).digest('base64');
  return (stats.mode & 0o100 ? 'program ' : 'file ') + digest;
};
const walk = (folder) => {
  for (const child of fs.readdirSync(root + '/' + folder, { withFileTypes: true })) {
    const path = folder + child.name;
    if (path === '.git') continue;
    if (child.isDirectory()) walk(path + '/');
    else if (child.isFile() || child.isSymbolicLink()) {
      const now = look(path);
      if (before.get(path) !== now) found.push([path, now]);
      before.delete(path);
    }
  }
};
walk('');
console.log(JSON.stringify({ changed: found, deleted: [...before.keys()] }));`;

const Listing = z.strictObject({
  changed: z.array(z.tuple([z.string(), z.string()])),
  deleted: z.array(z.string()),
});

export type Change = ChangedFile & {
  /** Undefined: deleted, or not to be copied. */
  bytes?: Uint8Array;
  mode: number;
};

/** What differs from the manifest, sorted by path. Throws when it is more than can be taken. */
export async function collectChanges(
  sandbox: Sandbox,
  { manifest, directory, signal }: { manifest: Manifest; directory: string; signal: AbortSignal },
): Promise<Change[]> {
  const { changed, deleted } = await listChanges(sandbox, manifest, signal);
  if (changed.length + deleted.length > MOST_FILES) {
    throw new AppError('VALIDATION_ERROR', {
      problem: `${changed.length + deleted.length} files were changed in the sandbox, at most ${MOST_FILES} can be taken.`,
    });
  }
  const changes: Change[] = deleted.map((path) => toChange(path, 'deleted', 0));
  for (const [path, now] of changed) {
    const change = manifest.has(path) ? 'modified' : 'added';
    const mode = now.startsWith('program ') ? 0o755 : 0o644;
    const file = toChange(path, change, mode);
    if (now.startsWith('link ')) changes.push({ ...file, kept: 'a symbolic link' });
    else changes.push({ ...file, ...(await takeBytes(sandbox, path, signal)) });
  }
  const told = await Promise.all(changes.map(async (one) => await judged(one, directory)));
  return told.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function toChange(path: string, change: ChangedFile['change'], mode: number): Change {
  return { path, change, addedLines: 0, removedLines: 0, mode };
}

async function listChanges(sandbox: Sandbox, manifest: Manifest, signal: AbortSignal) {
  await sandbox.upload(MANIFEST, Buffer.from(JSON.stringify([...manifest])), { signal });
  const { exitCode, stdout, isStdoutCut } = await sandbox.exec({
    command: [SANDBOX_PATHS.node, '-e', LISTING, MANIFEST, SANDBOX_PATHS.workspace],
    timeoutMs: LIST_MS,
    maxOutputBytes: 4 * 1024 * 1024,
    signal,
  });
  const text = exitCode === 0 && !isStdoutCut ? stdout : 'null';
  const listing = Listing.safeParse(JSON.parse(text));
  if (listing.success) return listing.data;
  throw new AppError('WORKSPACE_UNAVAILABLE', { problem: 'The changed files cannot be listed.' });
}

async function takeBytes(
  sandbox: Sandbox,
  path: string,
  signal: AbortSignal,
): Promise<Pick<Change, 'bytes' | 'kept'>> {
  if (!RepositoryPath.safeParse(path).success) return {};
  const from = `${SANDBOX_PATHS.workspace}/${path}`;
  const bytes = await sandbox
    .download(from, { maxBytes: MOST_FILE_BYTES, signal })
    .catch(() => undefined);
  return bytes === undefined ? { kept: 'too large' } : { bytes };
}

async function judged(change: Change, directory: string): Promise<Change> {
  const { path, bytes } = change;
  const before = await readLines(directory, path);
  const after = bytes === undefined ? [] : linesOf(bytes);
  const counted = { ...change, ...countLines(before, after) };
  if (!RepositoryPath.safeParse(path).success) return { ...counted, kept: 'no path for a file' };
  if (isProtectedPath(path)) return { ...counted, kept: 'it steers the agent itself' };
  return counted;
}

/** Writes what may be written; the others come back with the reason why not. */
export async function writeChanges(
  changes: readonly Change[],
  { manifest, directory }: { manifest: Manifest; directory: string },
): Promise<Change[]> {
  const written: Change[] = [];
  for (const change of changes) {
    const kept = change.kept ?? (await obstacle(change.path, { manifest, directory }));
    if (kept === undefined) await write(directory, change);
    written.push(kept === undefined ? change : { ...change, kept });
  }
  return written;
}

async function obstacle(
  path: string,
  { manifest, directory }: { manifest: Manifest; directory: string },
): Promise<string | undefined> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const stats = await lstat(join(directory, folder)).catch(() => undefined);
    if (stats !== undefined && !stats.isDirectory()) return `${folder} is no directory here`;
  }
  const stats = await lstat(join(directory, path)).catch(() => undefined);
  if (stats !== undefined && !stats.isFile()) return 'it is no regular file here';
  const isAsItWas = (await digestAt(directory, path)) === manifest.get(path);
  return isAsItWas ? undefined : 'it was changed here meanwhile';
}

async function write(directory: string, { path, bytes, mode }: Change): Promise<void> {
  const target = join(directory, path);
  if (bytes === undefined) {
    await rm(target, { force: true });
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  const draft = join(dirname(target), `.${randomUUID()}.tmp`);
  await writeFile(draft, bytes, { flag: 'wx', mode });
  await rename(draft, target);
}

async function readLines(directory: string, path: string): Promise<string[]> {
  const bytes = await readFile(join(directory, path)).catch(() => undefined);
  return bytes === undefined ? [] : linesOf(bytes);
}

function linesOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1');
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Lines that only one side has, wherever they stand: a summary, no diff. */
function countLines(before: readonly string[], after: readonly string[]) {
  const left = new Map<string, number>();
  for (const line of before) left.set(line, (left.get(line) ?? 0) + 1);
  let addedLines = 0;
  for (const line of after) {
    const count = left.get(line) ?? 0;
    if (count === 0) addedLines += 1;
    else left.set(line, count - 1);
  }
  return { addedLines, removedLines: before.length - (after.length - addedLines) };
}
