// The PR body of a finished attempt: the verdict first, then the matrix, then what a reviewer should
// look at, then the evidence. Pure.
import { HEADLINE_MARKS } from '../headline.ts';
import type { Report } from '../report.ts';
import { code, inline, prose, type Redact } from './filter.ts';
import { type Detail, fitBody } from './fit.ts';
import { joined, list, plural, section, shortSha } from './layout.ts';
import { legend, matrixTable } from './matrix-table.ts';
import {
  attemptsSection,
  boundsSection,
  hunksSection,
  outputsSection,
  withVisibleOutputs,
} from './report-parts.ts';

export function reportBody(report: Report, redact: Redact): string {
  const shown = withVisibleOutputs(report, redact);
  return fitBody((detail) => render(shown, redact, detail));
}

/** One sentence, without Markdown: also the title of the check run. */
export function verdictLine({ headline, verdict, totals }: Report): string {
  const { proven, criteria } = totals;
  if (!verdict.passed) return `${headline}: ${proven} of ${criteria} criteria hold`;
  if (proven < criteria)
    return `${headline}: ${proven} of ${criteria} criteria, the rest is blocked`;
  return `${headline}: ${criteria === 1 ? 'the criterion holds' : `all ${criteria} criteria hold`}`;
}

export function reasonsList({ verdict }: Report, redact: Redact, detail: Detail): string {
  return list(
    verdict.reasons.map(({ message }) => inline(message, redact, detail.text)),
    detail.list,
  );
}

/** How many traced tests there are, how many pass. */
export function totalsLine({ totals, suite }: Report, redact: Redact): string {
  const withheld = totals.withheld === 0 ? '' : `, ${totals.withheld} of them withheld`;
  const own =
    suite === undefined
      ? 'The repository has no tests of its own.'
      : `The repository’s own tests (${code(suite.run, redact)}): ${suite.base} on the base, ${suite.head} on the head.`;
  return `${totals.green} of ${plural(totals.cases, 'test')} green on the head${withheld}. ${own}`;
}

const PASSED =
  'Tests for new behaviour failed on the base commit and pass on this one. They were written by someone who never saw this code.';

function render(report: Report, redact: Redact, detail: Detail): string {
  const { verdict, sandboxes, notMeasured, issue } = report;
  return joined([
    `## ${HEADLINE_MARKS[report.headline]} ${verdictLine(report)}`,
    verdict.passed ? PASSED : reasonsList(report, redact, detail),
    prose(report.plan.goal, redact, detail.text),
    factsLine(report, issue),
    packagesLine(report, redact, detail),
    section('Matrix', matrixTable(report.matrix, redact, detail), legend(report.matrix)),
    totalsLine(report, redact),
    boundsSection(report, redact, detail),
    hunksSection(report),
    outputsSection(report, redact, detail),
    attemptsSection(report.attempts, report.costUsd),
    section(
      'Where it ran',
      `Every status above is the exit code of a command in a sandbox with no agent in it. Sandboxes of this job: ${sandboxes.created} created, ${sandboxes.wiped} wiped with evidence.`,
    ),
    notMeasured.length === 0
      ? ''
      : section('Not measured', list(notMeasured.map((one) => inline(one, redact)))),
    verdict.passed ? nextSteps() : '',
  ]);
}

function factsLine({ baseSha, attempt, plan }: Report, issue: number | undefined): string {
  const closes = issue === undefined ? '' : `Closes #${issue} · `;
  const revision = plan.revision.replaceAll(/[^\w-]/g, '');
  return `${closes}base ${shortSha(baseSha)} · attempt ${attempt} · plan \`${revision}\``;
}

/** What was approved; no other package can have been added. */
function packagesLine({ plan: { packages } }: Report, redact: Redact, detail: Detail): string {
  if (packages.length === 0) return '';
  return `Packages of the plan: ${packages.map((one) => code(one, redact, detail.text)).join(', ')}`;
}

function nextSteps(): string {
  return section(
    'Your turn',
    'Read the changes and the proof. Marking this pull request ready and merging it are yours: nothing here does either.',
  );
}
