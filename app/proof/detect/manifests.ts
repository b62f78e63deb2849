// Which files say how a repository is set up: those that detection reads, and those after whose
// change `setup` has to run again. By name alone. Pure.
import { PROJECTS } from '../../../sandbox/languages/languages.ts';
import { directoryOf, isForeign, isOwnRoot } from '../../../sandbox/projects/place.ts';
import { filesNamed } from '../../../sandbox/projects/projects.ts';

export const MAKEFILES: readonly string[] = ['GNUmakefile', 'makefile', 'Makefile'];

const isMakefile = filesNamed(MAKEFILES.join(' '));
const MOST_READ = 200;

/** After its change `setup` has to run again. */
export function isSetupFile(path: string): boolean {
  return !isForeign(directoryOf(path)) && PROJECTS.some(({ files }) => files.setup(path));
}

/** The files whose texts `detect` wants, those near the root first. */
export function wantedFiles(paths: readonly string[]): string[] {
  return paths
    .filter((path) => isOwnRoot(directoryOf(path)) && isRead(path))
    .sort((one, other) => depthOf(one) - depthOf(other) || (one < other ? -1 : 1))
    .slice(0, MOST_READ);
}

function isRead(path: string): boolean {
  if (isMakefile(path) || PROJECTS.some(({ files }) => files.alsoRead(path))) return true;
  return isSetupFile(path) && !PROJECTS.some(({ files }) => files.neverRead(path));
}

function depthOf(path: string): number {
  return path.split('/').length;
}
