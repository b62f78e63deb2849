// Remarks of the check run beside the lines they are about: shown tests of criteria that do not
// hold, and changed lines that ask for a person. Pure.
import { reservationsOf } from '../headline.ts';
import type { Report } from '../report.ts';
import { clipped, type Redact, visible } from './filter.ts';

type Place = { path: string; startLine: number; endLine: number };
type Remark = Place & { level: 'failure' | 'warning'; title: string; message: string };

const LONGEST_TITLE = 200;
const LONGEST_MESSAGE = 2_000;

/** `files`: where shown cases stand, by their ids. */
export function reportAnnotations(
  report: Report,
  files: ReadonlyMap<string, string>,
  redact: Redact,
): Remark[] {
  const said = (text: string, longest: number) => clipped(visible(text, redact), longest);
  const failures = failedCases(report, files).map(
    ({ title, message, path, startLine, endLine }): Remark => ({
      path,
      startLine,
      endLine,
      level: 'failure',
      title: said(title, LONGEST_TITLE),
      message: said(message, LONGEST_MESSAGE),
    }),
  );
  const warnings = reservationsOf(report).flatMap(({ path, lines, says, kind }): Remark[] => {
    if (path === undefined || lines === undefined) return [];
    const place = { path, startLine: Math.max(1, lines.start), endLine: Math.max(1, lines.end) };
    return [{ ...place, level: 'warning', title: kind, message: said(says, LONGEST_MESSAGE) }];
  });
  return [...failures, ...warnings];
}

/** A test has no line of its own in the records, so its file's first stands for it. */
function failedCases({ verdict }: Report, files: ReadonlyMap<string, string>) {
  return verdict.reasons.flatMap(({ criterion, caseId, message }) => {
    const path = caseId === undefined ? undefined : files.get(caseId);
    if (path === undefined) return [];
    return [
      { path, startLine: 1, endLine: 1, title: `${criterion ?? ''} ${caseId}`.trim(), message },
    ];
  });
}
