// The PR body of a finished attempt, and what other pages take of it: everything `sections` tells, as
// Markdown. Pure.
import { HEADLINE_MARKS } from '../headline.ts';
import type { Report } from '../report.ts';
import { sectionsOf } from '../sections/sections.ts';
import { verdictLine } from '../sections/verdict.ts';
import { sectionText } from './blocks.ts';
import { type Redact, visible } from './filter.ts';
import { type Detail, fitReport } from './fit.ts';
import { joined, section } from './layout.ts';

export function reportBody(report: Report, redact: Redact): string {
  const shown = withVisibleOutputs(report, redact);
  return fitReport((detail) => render(shown, redact, detail), report.totals.cases);
}

/** All sections, without the verdict over them. */
export function reportSections(report: Report, redact: Redact, detail: Detail): string {
  const sections = sectionsOf(report, detail.outputs);
  return joined(sections.map((one) => sectionText(one, { redact, detail })));
}

/** Every output made visible once: a page is rendered several times until it fits. */
export function withVisibleOutputs(report: Report, redact: Redact): Report {
  const visibleRun = (run: Report['runs'][number]) =>
    Object.assign({}, run, { output: visible(run.output, redact) });
  return { ...report, runs: report.runs.map(visibleRun) };
}

const TURN =
  'Read the changes and the proof. Marking this pull request ready and merging it are yours: nothing here does either.';

function render(report: Report, redact: Redact, detail: Detail): string {
  return joined([
    `## ${HEADLINE_MARKS[report.headline]} ${verdictLine(report)}`,
    reportSections(report, redact, detail),
    report.verdict.passed ? section('Your turn', TURN) : '',
  ]);
}
