// One directory of a repository, as a detector asks about it. Pure.
import type { Listing } from './facts.ts';

export type Place = {
  directory: string;
  /** Whether the directory holds a file of this name. */
  has(name: string): boolean;
  /** The text of such a file; undefined: there is none, or it was not read. */
  text(name: string): string | undefined;
  /** The path from the repository's root. */
  path(name: string): string;
  /** All paths below it, from it; vendored files and examples left out. */
  below: readonly string[];
};

/** Holds copies of other people's code, or what a build wrote. */
const FOREIGN: ReadonlySet<string> = new Set(
  `node_modules bower_components vendor third_party thirdparty site-packages .venv venv dist build
   target out .git .yarn .tox .nox .gradle .idea .vscode`.split(/\s+/),
);
/** Whole projects that lie there to be shown or to be tested with: never how the repository is tested. */
const SHOWN: ReadonlySet<string> = new Set(
  `example examples sample samples demo demos template templates fixture fixtures __fixtures__
   testdata test-data playground playgrounds snippets skeleton boilerplate tutorial tutorials`.split(
    /\s+/,
  ),
);
/** A project inside a folder of tests is a fixture. */
const TESTED: ReadonlySet<string> = new Set(
  'test tests __tests__ spec specs integration-tests e2e'.split(' '),
);

export function isForeign(path: string): boolean {
  return path.split('/').some((part) => FOREIGN.has(part.toLowerCase()));
}

function isShown(path: string): boolean {
  return path.split('/').some((part) => SHOWN.has(part.toLowerCase()));
}

/** Whether a project at this directory is one of the repository's own. */
export function isOwnRoot(directory: string): boolean {
  if (isForeign(directory) || isShown(directory)) return false;
  return !directory.split('/').some((part) => TESTED.has(part.toLowerCase()));
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function isBelow(directory: string, path: string): boolean {
  return directory === '' || path.startsWith(`${directory}/`);
}

/** Reads the listing once, for all its places. */
export function createPlaces(listing: Listing): (directory: string) => Place {
  const all = new Set(listing.paths);
  const own = listing.paths.filter(isOwnPath);
  return (directory) => {
    const path = (name: string) => (directory === '' ? name : `${directory}/${name}`);
    return {
      directory,
      has: (name) => all.has(path(name)),
      text: (name) => listing.texts.get(path(name)),
      path,
      below: own
        .filter((one) => isBelow(directory, one))
        .map((one) => (directory === '' ? one : one.slice(directory.length + 1))),
    };
  };
}

/** Neither vendored nor part of an example. */
export function isOwnPath(path: string): boolean {
  const directory = directoryOf(path);
  return !isForeign(directory) && !isShown(directory);
}

/** Those of these names that are there, as paths from the repository's root. */
export function present(place: Place, names: readonly string[]): string[] {
  return names.filter((name) => place.has(name)).map(place.path);
}

/** A project inside one that builds it as its part is no root. */
export function withoutMembers(
  places: readonly Place[],
  isParent: (place: Place) => boolean,
): Place[] {
  const parents = places.filter(isParent);
  return places.filter((place) =>
    parents.every((parent) => parent === place || !isBelow(parent.directory, place.directory)),
  );
}
