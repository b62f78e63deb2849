// What a copy in the cache consists of: every directory, file and link with the size and mode it
// must have, and the digest that names it. Reads the source, changes nothing.
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { basename, join, relative } from 'node:path';

export type Entry =
  | { kind: 'directory'; path: string }
  | { kind: 'file'; path: string; from: string; size: number; mode: number }
  | { kind: 'link'; path: string; target: string };

export type Tree = {
  /** Sorted by path, so parents come before what lies in them; relative to the copy. */
  entries: Entry[];
  /** The one file when the source is a file. */
  file: string | undefined;
};

export type TreeRequest = {
  name: string;
  version: string;
  source: string;
  links?: Readonly<Record<string, string>> | undefined;
  mode?: number | undefined;
};

/** Up to here the bytes themselves count, so that a bundle under development is never stale. */
const HASHED_BYTES = 8 * 1024 * 1024;

export function describeTree(request: TreeRequest): Tree {
  const source = realpathSync(request.source);
  if (lstatSync(source).isFile()) {
    const file = basename(source);
    return { entries: [describeFile(source, file, request.mode)], file };
  }
  const links = Object.entries(request.links ?? {});
  const given = new Set(links.map(([path]) => path));
  const found = walk(source, request.mode).filter(({ path }) => !given.has(path));
  const made = links.map(([path, target]): Entry => ({ kind: 'link', path, target }));
  const entries = [...found, ...made].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { entries, file: undefined };
}

/** Same identity, same digest: name, version, machine, and every path with its size and mode. */
export function digestTree({ name, version }: TreeRequest, tree: Tree): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([name, version, platform(), arch()]));
  const files = tree.entries.filter((entry) => entry.kind === 'file');
  const isSmall = files.reduce((sum, { size }) => sum + size, 0) <= HASHED_BYTES;
  hash.update(JSON.stringify(tree.entries, (key, value: unknown) => (key === 'from' ? '' : value)));
  if (isSmall) for (const { from } of files) hash.update(readFileSync(from));
  return hash.digest('hex');
}

function walk(root: string, mode: number | undefined): Entry[] {
  const found = readdirSync(root, { recursive: true, withFileTypes: true });
  const described = found.map((entry): Entry | undefined => {
    const from = join(entry.parentPath, entry.name);
    const path = relative(root, from);
    if (entry.isDirectory()) return { kind: 'directory', path };
    if (entry.isSymbolicLink()) return { kind: 'link', path, target: readlinkSync(from) };
    return entry.isFile() ? describeFile(from, path, mode) : undefined;
  });
  return described.filter((entry) => entry !== undefined);
}

function describeFile(from: string, path: string, wanted?: number): Entry {
  const { size, mode } = lstatSync(from);
  const isProgram = (mode & 0o111) !== 0;
  return { kind: 'file', path, from, size, mode: wanted ?? (isProgram ? 0o755 : 0o644) };
}
