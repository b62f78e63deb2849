// What was done to the base commit, path by path. Pure.
import { createHash } from 'node:crypto';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { TreeEntry } from '../../workspace/port.ts';
import { hashOf } from '../moved/tree-hash.ts';

/** What lies on the base commit, as git names it; nothing lies at a path that is missing. */
export type Base = ReadonlyMap<string, TreeEntry>;

export type Operation = { path: string; before?: TreeEntry } & (
  | { kind: 'added' | 'changed'; mode: string; sha256: string; bytes: Buffer; object: string }
  | { kind: 'deleted' }
);

const MODES = { [0o644]: '100644', [0o755]: '100755', [0o120000]: '120000' } as const;

/** By path; what is as it was on the base commit is none. */
export function operationsOf(changes: readonly FileChange[], base: Base): Operation[] {
  return changes
    .flatMap((change) => operationOf(change, base.get(change.path)))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

function operationOf(change: FileChange, before: TreeEntry | undefined): Operation[] {
  const { path } = change;
  const known = before === undefined ? {} : { before };
  if ('deleted' in change) {
    return before === undefined ? [] : [{ path, kind: 'deleted', ...known }];
  }
  const bytes = Buffer.from(change.content, 'base64');
  const object = hashOf('blob', bytes);
  const mode = MODES[change.mode];
  if (before?.object === object && before.mode === mode) return [];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const kind = before === undefined ? 'added' : 'changed';
  return [{ path, kind, mode, sha256, bytes, object, ...known }];
}
