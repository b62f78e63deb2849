// `report.json`: the report as bytes. The same report gives the same bytes, whatever order its keys
// came in. Pure.
import { Report } from './report.ts';

/** Keys stand in the order of the schema. Throws when the value is no report. */
export function reportJson(report: Report): string {
  return `${JSON.stringify(Report.parse(report), undefined, 2)}\n`;
}
