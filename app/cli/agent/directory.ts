// A directory of this machine as what goes into a sandbox: a tar of its files, and what each was, so
// that the changed ones can be told afterwards. Reads only.
import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../errors.ts';
import { packTar, type TarEntry } from '../../steps/tree/tar.ts';

/** Of each file outside .git, by its path: what it was when it went in. */
export type Manifest = ReadonlyMap<string, string>;

type Packed = { tar: Uint8Array; manifest: Manifest };

const MOST_BYTES = 256 * 1024 * 1024;
const MOST_FILES = 100_000;

/** Throws USAGE when there is too much in it. Empty directories, sockets and devices stay behind. */
export async function packDirectory(root: string): Promise<Packed> {
  const entries: TarEntry[] = [];
  const manifest = new Map<string, string>();
  let bytes = 0;
  for await (const entry of walk(root, '')) {
    entries.push(entry);
    bytes += entry.kind === 'file' ? entry.bytes.byteLength : 0;
    if (bytes > MOST_BYTES || entries.length > MOST_FILES) throw tooMuch(root);
    if (!entry.path.startsWith('.git/')) manifest.set(entry.path, digestOf(entry));
  }
  return { tar: packTar(entries), manifest };
}

/** Also of a file on this machine, to see whether somebody changed it meanwhile. */
export async function digestAt(root: string, path: string): Promise<string | undefined> {
  const entry = await readEntry(root, path).catch(() => undefined);
  return entry && digestOf(entry);
}

async function* walk(root: string, folder: string): AsyncGenerator<TarEntry> {
  const children = await readdir(join(root, folder), { withFileTypes: true });
  for (const child of children.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = `${folder}${child.name}`;
    if (child.isDirectory()) yield* walk(root, `${path}/`);
    const entry = await readEntry(root, path);
    if (entry !== undefined) yield entry;
  }
}

/** Undefined for what is neither file nor symbolic link. */
async function readEntry(root: string, path: string): Promise<TarEntry | undefined> {
  const absolute = join(root, path);
  const stats = await lstat(absolute);
  if (stats.isSymbolicLink()) {
    return {
      kind: 'link',
      path,
      mode: 0o777,
      target: await readlink(absolute, { encoding: 'buffer' }),
    };
  }
  if (!stats.isFile()) return undefined;
  if (stats.size > MOST_BYTES) throw tooMuch(root);
  const mode = (stats.mode & 0o100) === 0 ? 0o644 : 0o755;
  return { kind: 'file', path, mode, bytes: await readFile(absolute) };
}

/** The same words as LISTING in changes.ts says about a file in the sandbox. */
function digestOf(entry: TarEntry): string {
  if (entry.kind === 'link') return `link ${Buffer.from(entry.target).toString()}`;
  const digest = createHash('sha256').update(entry.bytes).digest('base64');
  return `${(entry.mode & 0o100) === 0 ? 'file' : 'program'} ${digest}`;
}

function tooMuch(root: string): AppError {
  const most = `${MOST_FILES} files or ${MOST_BYTES / 1024 / 1024} MiB`;
  const problem = `${root} has more than ${most}: too much for a sandbox. Choose a smaller --cwd.`;
  return new AppError('USAGE', { problem });
}
