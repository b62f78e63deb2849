// Blobs, trees and commits of one bare repository, through git's own plumbing.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../errors.ts';
import type { CatFile, GitObject, ObjectType } from './cat-file.ts';
import { parseCommit, type RawCommit } from './commit-object.ts';
import { gitText, type RunGit } from './run.ts';
import { parseTree, type TreeEntry } from './tree-object.ts';

export const NO_OBJECT = '0'.repeat(40);
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export type TreeChange = { path: string; mode: string; sha: string | undefined };

export function createObjects(directory: string, run: RunGit, catFile: CatFile) {
  return {
    async writeObject(type: ObjectType, content: Buffer | string): Promise<string> {
      return await gitText(run, ['hash-object', '-w', '-t', type, '--stdin'], { input: content });
    },

    async readObject(name: string): Promise<GitObject | undefined> {
      return (await catFile.read([name]))[0];
    },

    async readCommits(shas: readonly string[]): Promise<RawCommit[]> {
      const objects = await catFile.read(shas);
      return objects.flatMap((object) => (object?.type === 'commit' ? [parseCommit(object)] : []));
    },

    /** Type of an object, undefined when there is none. */
    async typeOf(name: string): Promise<ObjectType | undefined> {
      return (await catFile.facts([name]))[0]?.type;
    },

    /** A branch, tag, full ref or sha → commit. Other revision syntax means nothing here. */
    async resolveCommit(name: string): Promise<string | undefined> {
      const isExact = /^([0-9a-f]{4,40}|HEAD|refs\/.+)$/.test(name);
      const names = [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`];
      const candidates = isExact ? [...names, name] : names;
      const found = await catFile.facts(candidates.map((candidate) => `${candidate}^{commit}`));
      return found.find((facts) => facts !== undefined)?.sha;
    },

    /** Of a tree or a commit. Recursive: what lies in a directory comes after it. */
    async listTree(tree: string, isRecursive: boolean): Promise<TreeEntry[]> {
      const entries = await entriesOf(catFile, { tree: `${tree}^{tree}`, at: '' }, isRecursive);
      const blobs = entries.filter(({ type }) => type === 'blob');
      const facts = await catFile.facts(blobs.map(({ sha }) => sha));
      for (const [index, blob] of blobs.entries()) blob.size = facts[index]?.size ?? 0;
      return entries;
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

async function entriesOf(
  catFile: CatFile,
  { tree, at }: { tree: string; at: string },
  isRecursive: boolean,
): Promise<TreeEntry[]> {
  const [object] = await catFile.read([tree]);
  if (object?.type !== 'tree') {
    throw new AppError('INTERNAL_ERROR', { problem: 'git has no such tree', details: { tree } });
  }
  const entries = parseTree(object.content, at);
  if (!isRecursive) return entries;
  const all: TreeEntry[] = [];
  for (const entry of entries) {
    all.push(entry);
    if (entry.type === 'tree') {
      const below = { tree: entry.sha, at: `${entry.path}/` };
      for (const one of await entriesOf(catFile, below, true)) all.push(one);
    }
  }
  return all;
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
