// Reads a text file of a directory, never one outside of it: not by `..` and not by a symbolic link.
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

const MOST_BYTES = 1024 * 1024;

/** Undefined: there is no such file inside. */
export async function readInside(directory: string, path: string): Promise<string | undefined> {
  try {
    const root = await realpath(directory);
    const target = await realpath(join(root, path));
    if (!target.startsWith(root + sep)) return undefined;
    const stats = await stat(target);
    if (!stats.isFile() || stats.size > MOST_BYTES) return undefined;
    return await readFile(target, 'utf8');
  } catch {
    return undefined;
  }
}
