// What differs between two commits of a clone, with contents, through files: a program's output is
// kept as text only, and these are bytes.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FileChange } from '../../sandbox/protocol/cases.ts';
import { recordsOf, shownPath } from '../../sandbox/protocol/git-names.ts';
import type { Changes } from './port.ts';

type Git = (args: readonly string[]) => Promise<{ output: string }>;

/** As much as an attempt may change. */
const MOST_FILES = 500;
const MOST_BYTES = 20 * 1024 * 1024;
const MODES: Record<string, number> = { '100644': 0o644, '100755': 0o755, '120000': 0o120000 };

/** From `refs/heads/from` to `refs/heads/base`. */
export async function readChanges(git: Git, place: string): Promise<Changes> {
  const listing = join(place, 'changes');
  const raw = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames', `--output=${listing}`];
  await git(['diff-tree', ...raw, 'refs/heads/from', 'refs/heads/base']);
  const lines = readLines(await readFile(listing));
  if (lines.length > MOST_FILES) {
    return { ok: false, problem: `${lines.length} files are different, more than ${MOST_FILES}` };
  }
  const files: FileChange[] = [];
  let bytes = 0;
  for (const line of lines) {
    const read = FileChange.safeParse(await readOne(git, place, line));
    if (!read.success) return { ok: false, problem: whyNot(line) };
    bytes += 'content' in read.data ? read.data.content.length : 0;
    if (bytes > MOST_BYTES) {
      return { ok: false, problem: `more than ${MOST_BYTES} bytes are different` };
    }
    files.push(read.data);
  }
  return { ok: true, files };
}

/** Anybody chose the name. */
function whyNot({ path, mode }: Line): string {
  const named = `\`${shownPath(path)
    .replaceAll(/[\p{Cc}`]/gu, '?')
    .slice(0, 200)}\``;
  if (!path.isWellFormed()) {
    return `the name ${named} is not UTF-8, and GitHub takes no such name from us; rename it, or put it back as on the base commit`;
  }
  if (mode === '160000') return `${named} is a submodule and cannot be laid anywhere`;
  return `${named} cannot be laid anywhere; rename it`;
}

type Line = { path: string; mode: string; object: string; isGone: boolean };

/** `:mode mode object object status`, then the path. */
function readLines(listing: Uint8Array): Line[] {
  const parts = recordsOf(listing);
  const lines: Line[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', , object = '', status = ''] = parts[at]?.split(' ') ?? [];
    lines.push({ path: parts[at + 1] ?? '', mode, object, isGone: status === 'D' });
  }
  return lines;
}

async function readOne(git: Git, place: string, line: Line): Promise<unknown> {
  const { path, mode, object, isGone } = line;
  if (isGone) return { path, deleted: true };
  const known = MODES[mode];
  if (known === undefined) return undefined;
  const content = (await readBlob(git, place, object)).toString('base64');
  return { path, mode: known, content };
}

/** Git writes it into a file of a name of its own, and says which. */
async function readBlob(git: Git, place: string, object: string): Promise<Buffer> {
  const folder = join(place, 'blob');
  await mkdir(folder, { recursive: true });
  const { output } = await git(['-C', folder, 'unpack-file', object]);
  const file = join(folder, output.trim());
  try {
    return await readFile(file);
  } finally {
    await rm(file, { force: true });
  }
}
