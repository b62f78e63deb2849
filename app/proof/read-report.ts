// Reads a stored report, whatever version it was written in. Pure.
import { z } from 'zod';
import { headlineOf } from './headline.ts';
import { REPORT_VERSION, Report } from './report.ts';

/** Version 1 had no headline, and none of what is optional since. */
const First = Report.omit({ headline: true }).extend({ version: z.literal(1) });
const Stored = z.union([Report, First.transform(upgraded)]);

/** Undefined when it is of an unknown version or damaged. */
export function readReport(content: unknown): Report | undefined {
  return Stored.safeParse(content).data;
}

/** Where a report is damaged, in words. */
export function damageOf(content: unknown): string {
  const shape = versionOf(content) === 1 ? First : Report;
  const [issue] = shape.safeParse(content).error?.issues ?? [];
  const place = issue?.path.map(String).join('.') || 'the whole';
  return `${place}: ${issue?.message ?? ''}`;
}

/** The version it was written in. */
export function versionOf(content: unknown): unknown {
  return z.looseObject({ version: z.unknown() }).safeParse(content).data?.version;
}

function upgraded({ version: _old, ...report }: z.infer<typeof First>): Report {
  const judged = { version: REPORT_VERSION, ...report } as const;
  return { ...judged, headline: headlineOf(judged) };
}
