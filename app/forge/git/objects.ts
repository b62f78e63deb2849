// Blobs, trees and commits of one bare repository, through git's own plumbing.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCommit, type RawCommit } from './commit-object.ts';
import { gitText, nulSeparated, type RunGit } from './run.ts';

export const NO_OBJECT = '0'.repeat(40);
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const SHA = /^[0-9a-f]{40}$/;

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';
type GitObject = { sha: string; type: ObjectType; content: Buffer };
export type TreeEntry = { mode: string; type: string; sha: string; size?: number; path: string };
export type TreeChange = { path: string; mode: string; sha: string | undefined };

export function createObjects(directory: string, run: RunGit) {
  return {
    async writeObject(type: ObjectType, content: Buffer | string): Promise<string> {
      return await gitText(run, ['hash-object', '-w', '-t', type, '--stdin'], { input: content });
    },

    async readObject(name: string): Promise<GitObject | undefined> {
      // A line break would be a second question to `cat-file --batch`.
      if (name.includes('\n')) return undefined;
      return (await readObjects(run, [name]))[0];
    },

    async readCommits(shas: readonly string[]): Promise<RawCommit[]> {
      const objects = await readObjects(run, shas);
      return objects.flatMap((object) => (object?.type === 'commit' ? [parseCommit(object)] : []));
    },

    /** Type of an object, undefined when there is none. */
    async typeOf(name: string): Promise<ObjectType | undefined> {
      if (name.includes('\n')) return undefined;
      const line = await gitText(run, ['cat-file', '--batch-check=%(objecttype)'], {
        input: `${name}\n`,
      });
      return objectType(line);
    },

    /** A branch, tag, full ref or sha → commit. Other revision syntax means nothing here. */
    async resolveCommit(name: string): Promise<string | undefined> {
      const isExact = /^([0-9a-f]{4,40}|HEAD|refs\/.+)$/.test(name);
      const names = [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`];
      const input = (isExact ? [...names, name] : names)
        .map((candidate) => `${candidate}^{commit}\n`)
        .join('');
      if (name.includes('\n')) return undefined;
      const found = await gitText(run, ['cat-file', '--batch-check=%(objectname)'], { input });
      return found.split('\n').find((line) => SHA.test(line));
    },

    async listTree(tree: string, isRecursive: boolean): Promise<TreeEntry[]> {
      const flags = isRecursive ? ['-r', '-t'] : [];
      const { stdout } = await run(['ls-tree', '-z', '--long', ...flags, tree]);
      return nulSeparated(stdout).map(parseTreeLine);
    },

    /** Applies changes to a tree and returns the new one. Throws when git refuses a path. */
    async changeTree(base: string | undefined, changes: readonly TreeChange[]): Promise<string> {
      return await withIndex(directory, async (env) => {
        if (base !== undefined) await run(['read-tree', base], { env });
        const lines = changes.map(({ path, mode, sha }) =>
          sha === undefined ? `0 ${NO_OBJECT}\t${path}\0` : `${mode} ${sha}\t${path}\0`,
        );
        const input = lines.join('');
        const args = ['update-index', '--replace', '-z', '--index-info'];
        const { stderr } = await run(args, { env, input });
        // Git leaves out a path such as `../a` or `.git/a`, and succeeds.
        if (stderr.includes('Ignoring path')) throw new Error(stderr);
        return await gitText(run, ['write-tree'], { env });
      });
    },
  };
}

async function readObjects(
  run: RunGit,
  names: readonly string[],
): Promise<(GitObject | undefined)[]> {
  if (names.length === 0) return [];
  const { stdout } = await run(['cat-file', '--batch'], { input: `${names.join('\n')}\n` });
  const objects: (GitObject | undefined)[] = [];
  let offset = 0;
  while (offset < stdout.length) {
    const end = stdout.indexOf(10, offset);
    const [sha = '', kind = '', size = ''] = stdout.toString('utf8', offset, end).split(' ');
    const type = objectType(kind);
    offset = end + 1;
    if (type === undefined) {
      objects.push(undefined);
    } else {
      const length = Number(size);
      objects.push({ sha, type, content: stdout.subarray(offset, offset + length) });
      offset += length + 1;
    }
  }
  return objects;
}

/** Trees are changed in an index of their own, so that callers do not meet. */
export async function withIndex<T>(
  directory: string,
  work: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const place = await mkdtemp(join(directory, 'index-'));
  try {
    return await work({ GIT_INDEX_FILE: join(place, 'index') });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

export function objectType(text: string): ObjectType | undefined {
  const types: readonly ObjectType[] = ['blob', 'tree', 'commit', 'tag'];
  return types.find((type) => type === text);
}

function parseTreeLine(line: string): TreeEntry {
  const [facts, path] = split(line, '\t');
  const [mode = '', type = '', sha = '', size = '-'] = facts.split(/ +/);
  return { mode, type, sha, path, ...(size === '-' ? {} : { size: Number(size) }) };
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}
