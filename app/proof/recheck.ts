// A stored report made again from the records it was made from, and compared with them field by
// field. Nothing of the stored report goes into the new one but what is said to be unchecked. Pure.

import { buildReport, type ReportFacts } from './build-report.ts';
import { type Difference, differences } from './differences.ts';
import { REPORT_VERSION, type Report } from './report.ts';
import { SEEN_IN_RUNS } from './tamper/finding.ts';

export type Mismatch = { path: string; stored: unknown; recomputed: unknown };

export type Recheck = {
  mismatches: Mismatch[];
  /** Fields that the records at hand cannot give again, in words. */
  unchecked: string[];
};

export type RecheckFacts = Omit<ReportFacts, 'tampering' | 'changedFiles'> & {
  /** Absent: the files of the base commit are not at hand. */
  tampering?: ReportFacts['tampering'] | undefined;
  changedFiles?: ReportFacts['changedFiles'];
  /** What the row of the report says beside its content. */
  isGatePassed: boolean;
  /** In which the report was written; absent: in today's. */
  version?: unknown;
};

const NEEDS_BASE = '(it needs the files of the base commit: --repo DIR)';

export function recheck(stored: Report, facts: RecheckFacts): Recheck {
  const { tampering, isGatePassed, version = REPORT_VERSION, ...rest } = facts;
  const given = { ...rest, changedFiles: rest.changedFiles ?? stored.changedFiles };
  // What was seen while the tests ran can be seen only then.
  const meanwhile = stored.tampering.filter(({ kind }) => SEEN_IN_RUNS.has(kind));
  const known = tampering === undefined ? stored.tampering : [...tampering, ...meanwhile];
  const recomputed = buildReport({ ...given, tampering: known });
  const row = differences(
    { isGatePassed },
    { isGatePassed: recomputed.verdict.passed },
    'reports row',
  );
  // What an earlier version had no place for is not missing in it.
  const found = differences(stored, recomputed).filter(
    ({ one }) => version === REPORT_VERSION || one !== undefined,
  );
  return {
    mismatches: [...found, ...row].map(toMismatch),
    unchecked:
      tampering === undefined
        ? [
            `tampering ${NEEDS_BASE}`,
            ...(stored.changedFiles ? [`changedFiles ${NEEDS_BASE}`] : []),
          ]
        : [],
  };
}

function toMismatch({ path, one, other }: Difference): Mismatch {
  return { path, stored: one, recomputed: other };
}
