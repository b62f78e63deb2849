// How calls of a file's functions are noted while a test makes them, and made again by a program of
// one's own: once as a test, once as a plain program, and again to see what else they do. Pure.
import type { Edit } from './perturb.ts';
import type { View } from './view.ts';

type Noting = {
  /** A name in the language, of letters only. */
  name: string;
  /** The file in which calls are noted, a line of JSON each. */
  marks: string;
  path: string;
};

/**
 * Where calls.json lies, and where `test.json` and `plain.json` are written. Each call has `path`,
 * `name` and `args`. The program that ran them first, and how a test of its kind was started.
 */
type Asking = { directory: string; by: string; runner: string };

/** What no program needs more of for a few calls: seconds of a processor, and open files. */
export const WITHIN_LIMITS = 'ulimit -S -t 4 -n 256';

export type Asked = {
  /** Everything that a file needs for it; none: there is no function whose calls could be noted. */
  edits(view: View, noting: Noting): Edit[];
  /** By name in the directory. */
  files: Readonly<Record<string, string>>;
  asTest(asking: Asking): string;
  plainly(asking: Asking): string;
  /** Writes `again.jsonl`. */
  again(asking: Asking): string;
};
