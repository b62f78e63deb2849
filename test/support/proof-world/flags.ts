// What a delivered report says against itself: everything for which `/accept` needs `override`. Pure.
import { z } from 'zod';
import { oldSuiteText } from '../../../app/proof/old-suite/words.ts';
import type { Report } from '../../../app/proof/report.ts';
import { lostTests } from '../../../app/proof/suite.ts';
import { notVariedText } from '../../../app/proof/world/words.ts';

/** Loose: what is counted grows with the guard, and what is not counted is no flag. */
const Hunks = z.looseObject({
  measured: z.boolean(),
  unguarded: z.number().default(0),
  unmeasured: z.number().default(0),
});

export function flagsOf(report: Report): string[] {
  const { measured, unguarded, unmeasured } = Hunks.parse(report.hunks);
  // Without a guard every report says so; that would make a flag of every job and prove nothing.
  // What this machine cannot make different is no flag either.
  const around = new Set(notVariedText(report.world));
  const notMeasured = report.notMeasured.filter(
    (line) => !around.has(line) && (measured || !line.startsWith('Hunks:')),
  );
  const blocked = report.matrix.filter((row) => row.blocked);
  return [
    ...blocked.map(({ criterion }) => `${criterion} is blocked: not proven`),
    ...report.tampering
      .filter(({ isAnnounced }) => isAnnounced !== true)
      .map(({ kind, path }) => `${kind} ${path}`),
    ...lostTests(report),
    ...oldSuiteText(report.oldSuite),
    ...(unguarded > 0 ? [`${unguarded} hunks unguarded`] : []),
    ...(unmeasured > 0 ? [`${unmeasured} hunks unmeasured`] : []),
    ...notMeasured.map((line) => `not measured: ${line}`),
  ];
}
