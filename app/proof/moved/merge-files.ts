// One file that both sides changed: what either left as it was is the other's, text is merged line by
// line, and everything else is for a person. Pure.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { Allowance } from './firm-lines.ts';
import { type MergedText, mergeLines } from './merge-lines.ts';

/** How a file stands in three commits; one that is not there is deleted. */
type Versions = { base: FileChange; ours: FileChange; theirs: FileChange };

export type MergedFile = { ok: true; file: FileChange } | { ok: false; why: string };

const LINK = 0o120000;

export function mergeFiles({ base, ours, theirs }: Versions, allowance: Allowance): MergedFile {
  if (isSameFile(ours, theirs) || isSameFile(base, theirs)) return { ok: true, file: ours };
  if (isSameFile(base, ours)) return { ok: true, file: theirs };
  if ('deleted' in base) return { ok: false, why: 'new on both sides' };
  if ('deleted' in ours || 'deleted' in theirs) {
    return { ok: false, why: 'deleted or renamed on one side' };
  }
  const { path, mode } = ours;
  if (mode === LINK || base.mode !== mode || theirs.mode !== mode) {
    return { ok: false, why: 'its kind or mode was changed' };
  }
  const texts = { base: bytesOf(base), ours: bytesOf(ours), theirs: bytesOf(theirs) };
  const merged = mergeLines(texts, allowance);
  if (!merged.ok) return { ok: false, why: wordsFor(merged) };
  return { ok: true, file: { path, mode, content: merged.bytes.toString('base64') } };
}

export function isSameFile(one: FileChange, other: FileChange): boolean {
  if ('deleted' in one || 'deleted' in other) return 'deleted' in one && 'deleted' in other;
  return one.mode === other.mode && one.content === other.content;
}

function bytesOf({ content }: { content: string }): Buffer {
  return Buffer.from(content, 'base64');
}

function wordsFor(conflict: MergedText & { ok: false }): string {
  switch (conflict.why) {
    case 'binary':
      return 'it is no text';
    case 'large':
      return 'too large, or too different, to be merged';
    case 'moved':
      return 'lines were moved about in it';
    case 'lines': {
      const { first, last } = conflict;
      return first === last ? `line ${first}` : `lines ${first} to ${last}`;
    }
  }
}
