// How a repository is set up and tested, read from its listing and its manifests. Says what is there
// and by which evidence; a repository without tests or with broken manifests is a fact too. Pure.
import { languageOf, PROJECTS } from '../../../sandbox/languages/languages.ts';
import type { Listing, RepositoryFacts, Root } from '../../../sandbox/projects/facts.ts';
import {
  createPlaces,
  directoryOf,
  isOwnPath,
  isOwnRoot,
} from '../../../sandbox/projects/place.ts';
import { isTestPath } from '../path-rules.ts';
import { MAKEFILES } from './manifests.ts';

/** Sources of languages that we have no folder for. */
const OTHER_SOURCE = /\.(?:kt|groovy|scala|bats|t|cs|swift|ex|exs)$/;
const MOST_ROOTS = 50;
/** Of one language; those nearest to the root count. */
const MOST_PLACES = 100;

export function detect(listing: Listing): RepositoryFacts {
  const placeAt = createPlaces(listing);
  const found = PROJECTS.flatMap((projects) =>
    projects.detect(findDirectories(listing, projects.isRoot).map(placeAt)),
  );
  const roots = withMake(listing, found.map(({ root }) => root).sort(byDirectory));
  const hasTests = roots.some(({ test }) => test !== undefined) || listing.paths.some(isOwnTest);
  const notes = found.flatMap((one) => one.notes);
  if (!hasTests) notes.push('No tests were found.');
  if (hasTests && roots.every(({ test }) => test === undefined)) {
    notes.push('There are files that look like tests, but nothing says how they are run.');
  }
  if (roots.length > MOST_ROOTS)
    notes.push(`${roots.length} projects; the first ${MOST_ROOTS} are listed.`);
  return { roots: roots.slice(0, MOST_ROOTS), hasTests, notes };
}

/** The repository's own directories that hold such a file, those above first. */
function findDirectories(listing: Listing, isRoot: (path: string) => boolean): string[] {
  const directories = listing.paths
    .filter((path) => isRoot(path))
    .map(directoryOf)
    .filter(isOwnRoot);
  const nearest = [...new Set(directories)].sort(
    (one, other) => depthOf(one) - depthOf(other) || byText(one, other),
  );
  return nearest.slice(0, MOST_PLACES).sort(byText);
}

/** A `test` target of the root's Makefile, where nothing else there says how tests are run. */
function withMake(listing: Listing, roots: readonly Root[]): Root[] {
  const file = MAKEFILES.find((name) => listing.texts.has(name));
  const isTarget = /^(?:[\w.%/-]+[ \t]+)*test(?:[ \t]+[\w.%/-]+)*[ \t]*::?(?!=)/m;
  if (file === undefined || !isTarget.test(listing.texts.get(file) ?? '')) return [...roots];
  if (roots.some(({ test }) => test !== undefined)) return [...roots];
  const made = { test: 'make test', testRunner: 'make' };
  const why = `${file} has the target test`;
  const [first, ...others] = roots;
  if (first?.directory === '') {
    return [
      { ...first, ...made, manifests: [...first.manifests, file], why: [...first.why, why] },
      ...others,
    ];
  }
  const root: Root = {
    directory: '',
    language: 'unknown',
    packageManager: undefined,
    setup: undefined,
    ...made,
    manifests: [file],
    lockFiles: [],
    why: [why],
  };
  return [root, ...roots];
}

function isOwnTest(path: string): boolean {
  const isSource = languageOf(path) !== undefined || OTHER_SOURCE.test(path);
  return isSource && isTestPath(path) && isOwnPath(path);
}

function depthOf(directory: string): number {
  return directory.split('/').length;
}

function byDirectory(one: Root, other: Root): number {
  return byText(one.directory, other.directory);
}

/** By code units: the same everywhere, whatever the locale. */
function byText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
