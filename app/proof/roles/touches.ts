// What each run on the head touched of the changed files, as it is kept in the records: a row of its
// own beside the run's. Pure.
import { z } from 'zod';

/** Names these rows. */
export const TOUCHED = 'touched';

/** Of one run. `paths` undefined: nobody could tell. */
export type Touch = { caseId?: string | undefined; paths: readonly string[] | undefined };

type Row = {
  tree: string;
  hunk?: string;
  attemptNumber?: number;
  caseId?: string;
  runNumber: number;
  output: string;
};

const Kept = z.array(z.string()).nullable();

export function writeTouch(paths: Touch['paths']): string {
  return JSON.stringify(paths ?? null);
}

/** Of every run on the head of an attempt; one without such a row was not told. */
export function touchesOf(rows: readonly Row[], attempt: number): Touch[] {
  const own = rows.filter(({ attemptNumber }) => attemptNumber === attempt);
  const noted = own.filter(({ tree, hunk }) => tree === 'hunk' && hunk === TOUCHED);
  const byRun = new Map(noted.map((row) => [keyOf(row), Kept.parse(JSON.parse(row.output))]));
  return own
    .filter(({ tree }) => tree === 'head')
    .map((run) => ({ caseId: run.caseId, paths: byRun.get(keyOf(run)) ?? undefined }));
}

function keyOf({ caseId, runNumber }: Row): string {
  return `${caseId ?? ''} ${runNumber}`;
}
