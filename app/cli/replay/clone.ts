// A clone on this machine, read and never changed: it gives the base commit of a job again without
// asking anyone. Nothing of the machine's or the clone's hooks is run.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createRunGit } from '../../forge/git/run.ts';

export type Clone = {
  directory: string;
  /** The text of a file of the commit; undefined when it has none. */
  textOf(path: string): Promise<string | undefined>;
};

const MACHINE = { path: '/usr/local/bin:/usr/bin:/bin', home: '/nonexistent' };
const MISSING = 128;

/** Undefined when the directory is no clone, or one without this commit. */
export async function findClone(
  { directory, sha }: { directory: string; sha: string },
  signal: AbortSignal,
): Promise<Clone | undefined> {
  const place = resolve(directory);
  if ((await stat(place).catch(() => undefined))?.isDirectory() !== true) return undefined;
  const git = createRunGit(MACHINE, signal);
  // The clone may belong to another user than the one who looks at it.
  const look = async (...args: string[]) =>
    await git(['-c', 'safe.directory=*', '-C', place, ...args], { codes: [0, 1, MISSING] });
  const { code } = await look('cat-file', '-e', `${sha}^{commit}`);
  if (code !== 0) return undefined;
  return {
    directory: place,
    async textOf(path) {
      const blob = await look('cat-file', 'blob', `${sha}:${path}`);
      return blob.code === 0 ? blob.stdout.toString('utf8') : undefined;
    },
  };
}
