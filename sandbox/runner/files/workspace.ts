// Where tools may write: inside the workspace and /tmp, never a protected path, and never through a
// symbolic link to elsewhere. Reading is free: a sandbox holds nothing worth hiding from its agent.
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isProtectedPath } from '../../protocol/protected-paths.ts';

export type Workspace = {
  /** Its true path. */
  readonly root: string;
  /** Absolute, with `..` and `.` gone; relative paths begin at the root. */
  resolve(path: string): string;
  /** As people read it: relative to the root when inside. */
  show(path: string): string;
  contains(path: string): boolean;
  /** The true path to write to, or why not. */
  checkWritable(path: string): Promise<Writable>;
};

type Writable = { ok: true; path: string } | { ok: false; problem: string };

/** Throws when the workspace does not exist. */
export async function openWorkspace(directory: string, temp = '/tmp'): Promise<Workspace> {
  const root = await realpath(directory);
  const writableRoots = [root, await realpath(temp)];
  const toAbsolute = (path: string): string => {
    const absolute = isAbsolute(path) ? resolve(path) : resolve(root, path);
    // The workspace may be known by a path with a link in it.
    return isInside(directory, absolute) ? join(root, relative(directory, absolute)) : absolute;
  };
  return {
    root,
    resolve: toAbsolute,
    show: (path) => (isInside(root, path) && path !== root ? relative(root, path) : path),
    contains: (path) => isInside(root, path),
    async checkWritable(path) {
      const absolute = toAbsolute(path);
      const real = await trueTarget(absolute).catch(codeOf);
      if (real instanceof Error) return refuse(`${absolute} cannot be reached (${real.message})`);
      if (real === undefined) return refuse(`${absolute} is a symbolic link to nowhere`);
      if (!writableRoots.some((place) => isInside(place, real))) {
        return refuse(`${absolute} lies outside the workspace (${root}) and ${temp}`);
      }
      if ([absolute, real].some((one) => isProtectedIn(root, one))) {
        return refuse(`${relative(root, real)} steers the agent itself and is protected`);
      }
      return { ok: true, path: real };
    },
  };
}

export function isInside(directory: string, path: string): boolean {
  return (
    path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep)
  );
}

function isProtectedIn(root: string, path: string): boolean {
  return isInside(root, path) && isProtectedPath(relative(root, path));
}

function refuse(problem: string): Writable {
  return { ok: false, problem: `Refused: ${problem}.` };
}

/** With every link followed, also when the last parts do not exist yet; undefined: a dead link. */
async function trueTarget(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  if (await exists(path)) return undefined;
  const parent = dirname(path);
  if (parent === path) return path;
  const realParent = await trueTarget(parent);
  return realParent === undefined ? undefined : join(realParent, basename(path));
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error).message === 'ENOENT';
}

/** The kernel's reason only; what is no such reason is thrown again. */
function codeOf(error: unknown): Error {
  if (error instanceof Error && 'code' in error) return new Error(String(error.code));
  throw error;
}
