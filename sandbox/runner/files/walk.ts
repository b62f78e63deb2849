// Lists the regular files below a directory. Follows no symbolic link, never enters .git, and ends:
// at a number of entries, or when the session is cancelled.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeText, readRegularFile } from './content.ts';
import { type IgnoreRule, isIgnored, parseIgnoreFile } from './ignore-rules.ts';

type WalkOptions = {
  root: string;
  /** Where to begin, relative to the root; '' is the root itself. */
  from: string;
  /** Leave out what ignore files from the root down name. */
  honoursIgnoreFiles: boolean;
  /** What is not left out even so. */
  rescues?(path: string): boolean;
  /** Directories with these names are not entered. */
  skip?: ReadonlySet<string>;
  signal: AbortSignal;
};

const MAX_ENTRIES = 500_000;
const MAX_IGNORE_FILE_BYTES = 1024 * 1024;
/** As ripgrep reads them: the later ones are stronger. */
const IGNORE_FILES = ['.gitignore', '.ignore', '.rgignore'];

/** Paths relative to the root, sorted by name directory by directory. */
export async function* walkFiles(options: WalkOptions): AsyncGenerator<string> {
  const parts = options.from === '' ? [] : options.from.split('/');
  const rules = readIgnoreFiles(options, '', ['.git/info/exclude']);
  for (const [index] of parts.entries()) {
    rules.push(...readIgnoreFiles(options, parts.slice(0, index).join('/'), IGNORE_FILES));
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
  const present = new Set(entries.map(({ name }) => name));
  const ignoring = IGNORE_FILES.filter((name) => present.has(name));
  const rules = [...outer, ...readIgnoreFiles(options, directory, ignoring)];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    budget.left -= 1;
    if (budget.left < 0) return;
    const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
    if (isIgnored(rules, path, entry.isDirectory()) && !options.rescues?.(path)) continue;
    if (entry.isFile()) yield path;
    if (!entry.isDirectory() || entry.name === '.git' || options.skip?.has(entry.name)) continue;
    yield* walk(options, { directory: path, rules }, budget);
  }
}

function readIgnoreFiles(
  options: WalkOptions,
  directory: string,
  names: readonly string[],
): IgnoreRule[] {
  if (!options.honoursIgnoreFiles) return [];
  const rules: IgnoreRule[] = [];
  for (const name of names) {
    const path = join(options.root, directory, name);
    const file = readRegularFile(path, MAX_IGNORE_FILE_BYTES);
    const content = file.kind === 'file' ? decodeText(file.bytes) : undefined;
    if (content?.kind === 'text') rules.push(...parseIgnoreFile(content.text, directory));
  }
  return rules;
}
