// Glob: paths by a pattern, the newest change first.
import { isAbsolute, join } from 'node:path';
import { compilePathGlob, type Glob } from '../files/glob-pattern.ts';
import { newestFirst } from '../files/newest-first.ts';
import { walkFiles } from '../files/walk.ts';
import { TookTooLong } from '../limited.ts';
import { defineTool, internalFailure, rejected, success } from '../tool.ts';
import { findSearchPlace } from './search-place.ts';

const MAX_RESULTS = 100;
/** So many are dated before the newest are chosen. */
const MAX_CANDIDATES = 20_000;

export const globTool = defineTool('Glob', async (input, { workspace, signal }) => {
  const { directory, glob } = splitPattern(input);
  const place = await findSearchPlace(workspace, directory);
  if (place.kind === 'missing') return rejected(place.problem);
  if (place.kind === 'file') return rejected(`${join(place.root, place.path)} is no directory.`);
  const pattern = compileOrUndefined(glob);
  if (pattern === undefined) return rejected(`The pattern is not valid: ${input.pattern}`);
  const wantsPackages = `${input.pattern}/${input.path ?? ''}`.includes('node_modules');
  const skip = new Set(wantsPackages ? [] : ['node_modules']);
  const paths: string[] = [];
  for await (const path of walkFiles({ ...place, honoursIgnoreFiles: false, skip, signal })) {
    paths.push(place.from === '' ? path : path.slice(place.from.length + 1));
  }
  const names = matchLimited(pattern, paths);
  if (names === undefined) return internalFailure(`The pattern took too long: ${input.pattern}`);
  const found = names.map((name) => join(place.root, place.from, name));
  if (found.length === 0) return success('No files found');
  const newest = newestFirst(found, (path) => path);
  const isCut = newest.length > MAX_RESULTS;
  const notice = `(Only the first ${MAX_RESULTS} of ${newest.length} are shown. Use a more exact path or pattern.)`;
  return success([...newest.slice(0, MAX_RESULTS), ...(isCut ? [notice] : [])].join('\n'));
});

/** Undefined when it takes too long: many stars make a pattern try without end. */
function matchLimited(pattern: Glob, paths: readonly string[]): string[] | undefined {
  try {
    return paths.filter((path) => pattern.test(path)).slice(0, MAX_CANDIDATES);
  } catch (error) {
    if (error instanceof TookTooLong) return undefined;
    throw error;
  }
}

/** The directories that an absolute pattern begins with are where the search begins. */
function splitPattern(input: { pattern: string; path?: string | undefined }): {
  directory: string | undefined;
  glob: string;
} {
  if (!isAbsolute(input.pattern)) return { directory: input.path, glob: input.pattern };
  const parts = input.pattern.split('/');
  const firstMagic = parts.findIndex((part) => /[*?[{\\]/.test(part));
  const fixed = firstMagic === -1 ? parts.length - 1 : firstMagic;
  const directory = parts.slice(0, fixed).join('/');
  return {
    directory: directory === '' ? '/' : directory,
    glob: `./${parts.slice(fixed).join('/')}`,
  };
}

function compileOrUndefined(glob: string): Glob | undefined {
  try {
    return compilePathGlob(glob);
  } catch {
    return undefined;
  }
}
