// The order of runs in a report: by case as the author numbered them, then by run; the repository's
// own suite last. Records come back in any order, and the same runs must give the same bytes. Pure.
import type { ProofCase, ProofRun } from './case.ts';

export function inRunOrder(runs: readonly ProofRun[], cases: readonly ProofCase[]): ProofRun[] {
  const place = new Map(cases.map(({ id }, index) => [id, index]));
  const placeOf = ({ caseId }: ProofRun) =>
    (caseId === undefined ? undefined : place.get(caseId)) ?? cases.length;
  return runs.toSorted(
    (one, other) =>
      (one.attemptNumber ?? 0) - (other.attemptNumber ?? 0) ||
      placeOf(one) - placeOf(other) ||
      one.runNumber - other.runNumber,
  );
}
