// Names that some file systems take for one: letters of both cases, one letter written in two ways. Of
// two such files a clone has only one there. Pure.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { TamperFinding } from './finding.ts';

/** Of files that are new; what the base commit has of that kind by itself is nobody's doing. */
export function namesakeFindings(
  base: Iterable<string>,
  changes: readonly FileChange[],
): TamperFinding[] {
  const paths = new Set(base);
  const laid = new Set<string>();
  for (const change of changes) {
    if ('deleted' in change) paths.delete(change.path);
    else if (!paths.has(change.path)) laid.add(change.path);
  }
  const folded = Map.groupBy([...paths, ...laid], folding);
  return [...laid].flatMap((path): TamperFinding[] => {
    const others = folded.get(folding(path))?.filter((other) => other !== path) ?? [];
    const [other] = others;
    if (other === undefined || (laid.has(other) && other < path)) return [];
    const detail = `${other} is the same name on file systems that tell no capitals or forms of a letter apart: a clone there has only one of both`;
    return [{ kind: 'checkout-differs', path, detail }];
  });
}

function folding(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
