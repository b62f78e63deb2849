// How much of each file the verified tree changes, in lines added and removed. Pure.
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import { diffLines, splitLines } from './hunks/diff.ts';
import { isTestPath } from './path-rules.ts';
import type { ChangedFile } from './report.ts';

/** What is longer was written by no hand; what holds a NUL is no text. */
const LONGEST_TEXT = 1_048_576;

export function changedFiles(
  /** As applied to the base. */
  changes: readonly FileChange[],
  authored: readonly { path: string }[],
  baseText: (path: string) => string | undefined,
): ChangedFile[] {
  const tests = new Set(authored.map(({ path }) => path));
  const files = changes.map((change): ChangedFile => {
    const { path } = change;
    const part = tests.has(path) ? 'authored' : isTestPath(path) ? 'tests' : 'code';
    return { path, part, ...linesOf(baseText(path) ?? '', headText(change)) };
  });
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function headText(change: FileChange): string {
  return 'deleted' in change ? '' : Buffer.from(change.content, 'base64').toString('utf8');
}

function linesOf(base: string, head: string): Pick<ChangedFile, 'added' | 'removed'> {
  if ([base, head].some((text) => text.length > LONGEST_TEXT || text.includes('\0'))) return {};
  const hunks = diffLines(splitLines(base), splitLines(head));
  return {
    added: hunks.reduce((sum, { headStart, headEnd }) => sum + headEnd - headStart, 0),
    removed: hunks.reduce((sum, { baseStart, baseEnd }) => sum + baseEnd - baseStart, 0),
  };
}
