// The files of a published archive, as far as they are wanted. What it holds is foreign: it is only
// read, and never more than a small package has.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Files } from '../../support/proof-world/repository.ts';
import { isWanted } from './fix.ts';

const execute = promisify(execFile);

const FILES_MAX = 120;
const BYTES_MAX = 700_000;

/** Whether these bytes are what a row promises. */
export function hasDigest(bytes: Uint8Array, digest: string): boolean {
  const of = (algorithm: string, encoding: 'base64' | 'hex') =>
    createHash(algorithm).update(bytes).digest(encoding);
  return digest.startsWith('sha512-')
    ? digest === `sha512-${of('sha512', 'base64')}`
    : digest === of('sha256', 'hex');
}

/** By path below the one folder that archives of both registries begin with. */
export async function readArchive(bytes: Uint8Array, wanted: readonly string[]): Promise<Files> {
  const directory = await mkdtemp(join(tmpdir(), 'redgreen-archive-'));
  try {
    const packed = join(directory, 'packed.tgz');
    await writeFile(packed, bytes);
    const flags = ['--strip-components=1', '--no-same-owner', '--no-same-permissions'];
    await execute('tar', [...flags, '-xzf', packed, '-C', directory]);
    await rm(packed);
    return await readFiles(directory, wanted);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function readFiles(directory: string, wanted: readonly string[]): Promise<Files> {
  const entries = await readdir(directory, { recursive: true });
  const paths = entries.filter((path) => isWanted(path, wanted)).toSorted();
  const files: Record<string, string> = {};
  let bytes = 0;
  for (const path of paths) {
    const place = join(directory, path);
    if (!(await lstat(place)).isFile()) continue;
    const text = await readFile(place, 'utf8');
    bytes += text.length;
    files[relative(directory, place)] = text;
  }
  if (Object.keys(files).length > FILES_MAX || bytes > BYTES_MAX) {
    throw new Error(`${Object.keys(files).length} files with ${bytes} characters are too many`);
  }
  return files;
}
