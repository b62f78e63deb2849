// `report.json`: the report as bytes. The same report gives the same bytes, whatever order its keys
// came in. Pure.
import { Report } from './report.ts';

/** Keys stand in the order of the schema. Throws when the value is no report. */
export function reportJson(report: Report): string {
  return `${JSON.stringify(Report.parse(report), undefined, 2)}\n`;
}

/** What two verifications of one tree must agree on: all but how long things took and what was printed. */
export function comparable(report: Report): object {
  const { runs, attempts, ...rest } = Report.parse(report);
  return {
    ...rest,
    runs: runs.map(({ durationMs: _time, output: _output, ...run }) => run),
    attempts: attempts.map(({ durationMs: _time, ...attempt }) => attempt),
  };
}
