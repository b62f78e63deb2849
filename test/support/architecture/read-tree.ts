// Reads a tree of files for checkArchitecture. The only file of the checker that touches the disk.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SourceFile } from './parse.ts';
import { isChecked } from './patterns.ts';

const GIT_TIMEOUT_MS = 10_000;
const GIT_OUTPUT_BYTES = 64 * 1024 * 1024;
const TEXTS = /\.(?:md|sql|yml|yaml|json|css|txt)$|^\.ci\//;
const NOT_OURS = new Set(['.git', 'node_modules']);

/** What git tracks or would track; where there is no git or no repository, what lies on disk. */
export async function readWorkingTree(root: string): Promise<SourceFile[]> {
  return await readFiles(root, (await listByGit(root)) ?? (await listByWalk(root)));
}

async function readFiles(root: string, paths: readonly string[]): Promise<SourceFile[]> {
  const files = await Promise.all(paths.map(async (path) => await readOne(root, path)));
  return files.filter((file) => file !== undefined);
}

async function readOne(root: string, path: string): Promise<SourceFile | undefined> {
  if (!isChecked(path) && !TEXTS.test(path)) return { path, text: '' };
  try {
    return { path, text: await readFile(join(root, path), 'utf8') };
  } catch (error) {
    // Git still lists a tracked file that was deleted and not yet staged.
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function listByGit(root: string): Promise<string[] | undefined> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  try {
    const { stdout } = await promisify(execFile)('git', list, {
      cwd: root,
      timeout: GIT_TIMEOUT_MS,
      maxBuffer: GIT_OUTPUT_BYTES,
    });
    return stdout.split('\0').filter((path) => path !== '');
  } catch (error) {
    // No git on this machine; not a repository, or one of another user (exit code 128).
    if (hasCode(error, 'ENOENT') || hasCode(error, 128)) return undefined;
    throw error;
  }
}

async function listByWalk(root: string, folder = ''): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const lists = entries
    .filter(({ name }) => !NOT_OURS.has(name))
    .map(async (entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? await listByWalk(root, path) : [path];
    });
  return (await Promise.all(lists)).flat().toSorted();
}

function hasCode(error: unknown, code: string | number): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
