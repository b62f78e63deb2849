// How a repository is set up and tested, read from its listing and its manifests. Says what is there
// and by which evidence; a repository without tests or with broken manifests is a fact too. Pure.
import { fileName, isTestPath } from '../path-rules.ts';
import type { Found, Listing, RepositoryFacts, Root } from './facts.ts';
import { detectGo, joinedModules } from './go.ts';
import { detectJava, isJavaParent, JAVA_ROOTS } from './java.ts';
import { detectNode } from './node.ts';
import { detectPhp } from './php.ts';
import { createPlaces, directoryOf, isBelow, isOwnPath, isOwnRoot, type Place } from './place.ts';
import { detectPython, PYTHON_ROOTS } from './python.ts';
import { detectRuby, RUBY_ROOTS } from './ruby.ts';
import { detectRust, isCargoWorkspace } from './rust.ts';

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];
const SOURCE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|groovy|scala|rb|php|sh|bats|t|cs|swift|ex|exs)$/;
const MOST_ROOTS = 50;
/** Of one language; those nearest to the root count. */
const MOST_PLACES = 100;

export function detect(listing: Listing): RepositoryFacts {
  const placeAt = createPlaces(listing);
  const placesOf = (names: readonly string[]) =>
    findDirectories(listing, names).map((directory) => placeAt(directory));
  const found: Found[] = [
    ...detectNode(placesOf(['package.json'])),
    ...withoutMembers(placesOf(PYTHON_ROOTS), () => false).map(detectPython),
    ...withoutJoined(placesOf(['go.work', 'go.mod'])).map(detectGo),
    ...withoutMembers(placesOf(['Cargo.toml']), isCargoWorkspace).map(detectRust),
    ...withoutMembers(placesOf(JAVA_ROOTS), isJavaParent).map(detectJava),
    ...placesOf(RUBY_ROOTS).map(detectRuby),
    ...placesOf(['composer.json']).map(detectPhp),
  ];
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

/** The repository's own directories that hold one of these files, those above first. */
function findDirectories(listing: Listing, names: readonly string[]): string[] {
  const directories = listing.paths
    .filter((path) => names.includes(fileName(path)))
    .map(directoryOf)
    .filter(isOwnRoot);
  const nearest = [...new Set(directories)].sort(
    (one, other) => depthOf(one) - depthOf(other) || byText(one, other),
  );
  return nearest.slice(0, MOST_PLACES).sort(byText);
}

/** A project inside one that builds it as its part is no root. */
function withoutMembers(places: readonly Place[], isParent: (place: Place) => boolean): Place[] {
  const parents = places.filter(isParent);
  return places.filter((place) =>
    parents.every((parent) => parent === place || !isBelow(parent.directory, place.directory)),
  );
}

function withoutJoined(places: readonly Place[]): Place[] {
  const joined = new Set(
    places.flatMap((place) =>
      (joinedModules(place) ?? []).filter((one) => one !== '').map(place.path),
    ),
  );
  return places.filter(({ directory }) => !joined.has(directory));
}

/** A `test` target of the root's Makefile, where nothing else there says how tests are run. */
function withMake(listing: Listing, roots: readonly Root[]): Root[] {
  const file = MAKEFILES.find((name) => listing.texts.has(name));
  const isTarget = /^(?:[\w.%/-]+[ \t]+)*test(?:[ \t]+[\w.%/-]+)*[ \t]*::?(?!=)/m;
  if (file === undefined || !isTarget.test(listing.texts.get(file) ?? '')) return [...roots];
  if (roots.some(({ test }) => test !== undefined)) return [...roots];
  const made = { test: 'make test', runner: 'make' };
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
  return SOURCE.test(path) && (isTestPath(path) || path.endsWith('_test.go')) && isOwnPath(path);
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
