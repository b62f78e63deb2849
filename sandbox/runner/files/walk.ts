// Lists the regular files below a directory. Follows no symbolic link, never enters .git, and ends:
// at a number of entries, or when the session is cancelled.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeText, readRegularFile } from './content.ts';
import { type IgnoreRule, isIgnored, parseIgnoreFile } from './ignore-rules.ts';

export type WalkOptions = {
  root: string;
  /** Where to begin, relative to the root; '' is the root itself. */
  from: string;
  /** Leave out what .gitignore files from the root down name. */
  honoursIgnoreFiles: boolean;
  /** Directories with these names are not entered. */
  skip?: ReadonlySet<string>;
  signal: AbortSignal;
};

const MAX_ENTRIES = 500_000;
const MAX_IGNORE_FILE_BYTES = 1024 * 1024;

/** Paths relative to the root, sorted by name directory by directory. */
export async function* walkFiles(options: WalkOptions): AsyncGenerator<string> {
  const parts = options.from === '' ? [] : options.from.split('/');
  const rules: IgnoreRule[] = [];
  for (const [index] of parts.entries()) {
    rules.push(...(await readIgnoreFile(options, parts.slice(0, index).join('/'))));
  }
  yield* walk(options, { directory: options.from, rules }, { left: MAX_ENTRIES });
}

type Place = { directory: string; rules: readonly IgnoreRule[] };

async function* walk(
  options: WalkOptions,
  { directory, rules: outer }: Place,
  budget: { left: number },
): AsyncGenerator<string> {
  options.signal.throwIfAborted();
  const place = join(options.root, directory);
  // A directory that has vanished or may not be read has nothing to show.
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const rules = [...outer, ...(await readIgnoreFile(options, directory))];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    budget.left -= 1;
    if (budget.left < 0) return;
    const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
    if (isIgnored(rules, path, entry.isDirectory())) continue;
    if (entry.isFile()) yield path;
    if (!entry.isDirectory() || entry.name === '.git' || options.skip?.has(entry.name)) continue;
    yield* walk(options, { directory: path, rules }, budget);
  }
}

async function readIgnoreFile(options: WalkOptions, directory: string): Promise<IgnoreRule[]> {
  if (!options.honoursIgnoreFiles) return [];
  const path = join(options.root, directory, '.gitignore');
  const file = await readRegularFile(path, MAX_IGNORE_FILE_BYTES);
  if (file.kind !== 'file') return [];
  const content = decodeText(file.bytes);
  return content.kind === 'text' ? parseIgnoreFile(content.text, directory) : [];
}
