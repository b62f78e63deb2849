// A report as one page that needs nothing else: no script, no foreign host, no second file. Read by
// people who were sent it. Pure.
import { createHash } from 'node:crypto';
import type { Redact } from '../markdown/filter.ts';
import { dollars, plural } from '../markdown/layout.ts';
import { verdictLine } from '../markdown/report-body.ts';
import type { Headline, Report } from '../report.ts';
import { type Escape, escaper } from './escape.ts';
import { matrixTable } from './matrix.ts';
import { outputs } from './outputs.ts';
import { attempts, bounds, bullets, hunks, section } from './parts.ts';
import { STYLE } from './style.ts';

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function reportPage(report: Report, redact: Redact = (text) => text): string {
  const escape = escaper(redact);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escape(verdictLine(report))} · Redgreen</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${[
  verdict(report, escape),
  `<p class="goal">${escape(report.plan.goal)}</p>`,
  facts(report, escape),
  section('Matrix', matrixTable(report.matrix, escape), totals(report, escape)),
  section('Look here first', bounds(report, escape)),
  section('Output', outputs(report, escape)),
  section('Attempts', attempts(report)),
  hunks(report, escape),
  section('Where it ran', whereItRan(report)),
  section('Not measured', bullets(report.notMeasured.map(escape))),
].join('\n')}
</main>
</body>
</html>
`;
}

const CLASSES = {
  Proven: 'good',
  'Proven with reservations': 'fair',
  'Not proven': 'bad',
} as const satisfies Record<Headline, string>;

function verdict(report: Report, escape: Escape): string {
  const { passed, reasons } = report.verdict;
  const why = passed
    ? '<p>Tests for new behaviour failed on the base commit and pass on the delivered one. They were written by someone who never saw the code.</p>'
    : bullets(reasons.map(({ message }) => escape(message)));
  return `<div class="verdict ${CLASSES[report.headline]}"><h1>${escape(verdictLine(report))}</h1>${why}</div>`;
}

function facts(report: Report, escape: Escape): string {
  const { issue, baseSha, attempt, plan, jobId, costUsd } = report;
  const rows: [string, string][] = [
    ...(issue === undefined ? [] : [['Issue', `#${issue}`] satisfies [string, string]]),
    ['Base', `<code>${escape(baseSha)}</code>`],
    ['Attempt', String(attempt)],
    ['Plan', `<code>${escape(plan.revision)}</code>`],
    ['Paths', plan.paths.map((path) => `<code>${escape(path)}</code>`).join(', ')],
    ...(plan.packages.length === 0
      ? []
      : [['Packages', escape(plan.packages.join(', '))] satisfies [string, string]]),
    ['Job', `<code>${escape(jobId)}</code>`],
    ['Cost', dollars(costUsd)],
  ];
  return `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`;
}

/** How many traced tests there are, how many pass, and what is left uncovered. */
function totals({ totals: all, suite, matrix, verdict: said }: Report, escape: Escape): string {
  const refused = new Set(said.reasons.map(({ criterion }) => criterion));
  const open = matrix
    .filter(({ criterion, blocked }) => blocked || refused.has(criterion))
    .map(({ criterion }) => escape(criterion));
  const withheld = all.withheld === 0 ? '' : `, ${all.withheld} of them withheld`;
  const failed = all.cases - all.green;
  const own =
    suite === undefined
      ? 'The repository has no tests of its own.'
      : `The repository’s own tests (<code>${escape(suite.run)}</code>): ${suite.base} on the base, ${suite.head} on the head.`;
  return `<p>${plural(all.cases, 'traced test')}${withheld}: ${all.green} passed, ${failed} failed on the head. ${all.proven} of ${plural(all.criteria, 'criterion', 'criteria')} proven; not proven: ${open.join(', ') || 'none'}. ${own}</p>`;
}

function whereItRan({ sandboxes: { created, wiped } }: Report): string {
  return `<p>Every status above is the exit code of a command in a sandbox with no agent in it. Sandboxes of this job: ${created} created, ${wiped} wiped with evidence.</p>`;
}
