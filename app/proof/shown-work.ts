// What may be shown of an attempt's work: its files with the tests that were shown, byte for byte as
// their author wrote them, and never a withheld one. Pure.
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import type { TestCase } from '../store/proof.ts';
import { authoredFiles } from './case.ts';
import type { Fence } from './path-rules.ts';
import { buildVerificationTree, type Dropped } from './verification-tree.ts';

export type ShownWork = { changes: FileChange[]; dropped: Dropped[] };

export function shownWork(
  fence: Fence,
  changes: readonly FileChange[],
  cases: readonly Pick<TestCase, 'files' | 'isWithheld'>[],
): ShownWork {
  const shown = authoredFiles(cases.filter(({ isWithheld }) => !isWithheld));
  const withheld = new Set(authoredFiles(cases).map(({ path }) => path));
  for (const { path } of shown) withheld.delete(path);
  const tree = buildVerificationTree(fence, changes, shown);
  const inTheWay = tree.changes.filter(({ path }) => withheld.has(path));
  return {
    changes: tree.changes.filter(({ path }) => !withheld.has(path)),
    dropped: [...tree.dropped, ...inTheWay.map(({ path }) => ({ path, why: 'authored' as const }))],
  };
}
