// Whether the report of a delivered job may be approved, as its headline and reservations say. Pure.
import { reservationsOf } from '../../proof/headline.ts';
import { inline, type Redact } from '../../proof/markdown/filter.ts';
import { readReport } from '../../proof/read-report.ts';
import type { Report as StoredReport } from '../../store/proof.ts';

const MOST_NAMED = 5;

type Acceptable = { ok: true; reportId: string; headline: string } | { ok: false; problem: string };

type Asked = { isOverride: boolean; redact: Redact };

/** The problem is Markdown; what it names was written by agents in part, and does nothing. */
export function judgeAcceptance(
  reports: readonly StoredReport[],
  { isOverride, redact }: Asked,
): Acceptable {
  const published = reports.findLast(({ publishedAt }) => publishedAt !== undefined);
  const report = published && readReport(published.content);
  if (published === undefined || report === undefined) {
    return { ok: false, problem: 'this job has published no report, so there is none to approve' };
  }
  const { headline } = report;
  if (headline === 'Proven' || isOverride) return { ok: true, reportId: published.id, headline };
  const found = reservationsOf(report).map(({ says }) => `- ${inline(says, redact)}`);
  const more = found.length - MOST_NAMED;
  const lines = [...found.slice(0, MOST_NAMED), ...(more > 0 ? [`- and ${more} more`] : [])];
  const problem = `the report says “${headline}”, and this asks for a person:\n\n${lines.join('\n')}\n\nLook at it first. \`/accept override\` approves the report all the same`;
  return { ok: false, problem };
}
