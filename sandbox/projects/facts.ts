// What a repository says of itself: how it is set up and tested, and by which evidence. Shapes only.

/** A repository as detection sees it: all paths, and the texts of the files it wants to read. */
export type Listing = { paths: readonly string[]; texts: ReadonlyMap<string, string> };

export type Root = {
  /** From the repository's root; empty: the root itself. */
  directory: string;
  /** As people call it: `node`, `python`, …; `unknown` where only a Makefile is. */
  language: string;
  packageManager: string | undefined;
  /** Installs what the lock file, or where there is no such thing the manifest, names. */
  setup: string | undefined;
  /** Runs the existing tests. Both lines are meant to be run in `directory`. */
  test: string | undefined;
  testRunner: string | undefined;
  manifests: string[];
  lockFiles: string[];
  /** Each with the file and the key that says so. */
  why: string[];
  /** Where the root lies whose setup and tests include this one's. */
  partOf?: string;
};

export type RepositoryFacts = {
  roots: Root[];
  hasTests: boolean;
  /** What a person should know: two lock files, a broken manifest, no tests. */
  notes: string[];
};

/** What one language finds in one directory. */
export type Found = { root: Root; notes: string[] };
