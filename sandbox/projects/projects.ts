// What a language knows of its projects: which files make one, how it is set up and tested, and which
// packages it names. Types, and the few words they are written with. Pure.
import { parseJson } from '../protocol/parse-json.ts';
import type { Found } from './facts.ts';
import { fileName, type Place } from './place.ts';

export type Projects = {
  /** Such a file makes its directory a project. */
  isRoot: IsFile;
  /** The places are those with such a file, those above first. */
  detect(places: readonly Place[]): Found[];
  files: {
    /** Manifests and lock files: who may add packages may change them. */
    dependencies: IsFile;
    /** All after whose change setup has to run again. */
    setup: IsFile;
    /** Tell nothing of packages, but of how tests are run. */
    alsoRead: IsFile;
    /** Long, and read by their names alone. */
    neverRead: IsFile;
  };
  /** By path: the packages that a manifest names by itself. Linear in the length of the text. */
  packages: readonly (readonly [path: RegExp, read: (text: string) => string[]])[];
  /**
   * By package manager: what brings a lock file up to a changed manifest, without running anything of
   * the packages; nothing else is moved to a newer version.
   */
  locking: Readonly<Record<string, string>>;
  /** Hosts that package managers fetch from by default: what a setup may reach. */
  registries: readonly string[];
};

type IsFile = (path: string) => boolean;

/** Files of these names, in whatever directory. */
export function filesNamed(names: string, also: IsFile = () => false): IsFile {
  const all = new Set(names.split(/\s+/).filter((name) => name !== ''));
  return (path) => all.has(fileName(path)) || also(path);
}

/** What the pattern captures, all of it. */
export function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

/** Undefined: no JSON. */
export function parsedJson(text: string): unknown {
  return parseJson(text.replace(/^\uFEFF/, ''));
}

/** What `npm init` writes, and what only prints or ends. */
export function isEmptyScript(script: string): boolean {
  if (/no tests? (?:specified|yet|here)/i.test(script)) return true;
  return script
    .split(/&&|;/)
    .every((part) => /^(?:echo\b[^|]*|true|:|exit \d+|)$/.test(part.trim()));
}
