// Which packages a manifest names by itself: not what those bring along, which is the lock file's.
// Reads what is right and finds nothing in what is broken: whoever installs says so. The text comes
// from a sandbox: everything here is linear in its length. Pure.
import { z } from 'zod';
import { PROJECTS } from '../../../sandbox/languages/languages.ts';
import { parsedJson } from '../../../sandbox/projects/projects.ts';

const READERS = PROJECTS.flatMap(({ packages }) => packages);
const LONGEST_NAME = 300;

/** Of a path that holds no manifest, none. */
export function packagesIn(path: string, text: string): string[] {
  return READERS.find(([pattern]) => pattern.test(path))?.[1](text) ?? [];
}

/** Without its version and extras, in one spelling: `Left_Words[all]>=1` is `left-words`. */
export function packageName(text: string): string {
  const bare = text
    .slice(0, LONGEST_NAME)
    .trim()
    .replace(/(?<=.)(?:[@=<>~^!;[ ].*|(?<=^[^:]+:[^:]+):.*)$/, '');
  return bare.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

/** The name that a package.json gives to its own project. */
export function ownName(text: string): string[] {
  const read = z.looseObject({ name: z.string() }).safeParse(parsedJson(text));
  return read.success ? [read.data.name] : [];
}
