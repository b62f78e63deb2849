// What every test printed: all its runs, on base and head, folded until someone wants to see them.
// Pure.
import { duration } from '../markdown/layout.ts';
import type { MatrixCase } from '../matrix.ts';
import type { Report } from '../report.ts';
import type { Escape } from './escape.ts';

type Run = Report['runs'][number];

export function outputs(report: Report, escape: Escape): string {
  const cases = report.matrix.flatMap((row) => row.cases);
  const folded = cases.map((one) => caseOutput(one, ofCase(report, one.id), escape));
  const own = ofCase(report, undefined);
  const { suite } = report;
  if (suite !== undefined) {
    const summary = `The repository’s own tests: <code>${escape(suite.run)}</code>`;
    folded.push(details(summary, own, escape));
  }
  return folded.join('\n');
}

function ofCase({ runs }: Report, id: string | undefined): Run[] {
  return runs.filter(({ caseId }) => caseId === id);
}

function caseOutput(one: MatrixCase, runs: readonly Run[], escape: Escape): string {
  const lock = one.withheld ? ' <span class="badge">withheld</span>' : '';
  const summary = `<strong>${escape(one.id)}</strong> ${escape(one.title)}${lock}`;
  return details(summary, runs, escape);
}

function details(summary: string, runs: readonly Run[], escape: Escape): string {
  const body =
    runs.length === 0
      ? '<p>It was not run.</p>'
      : runs.map((run) => runOutput(run, escape)).join('');
  return `<details><summary>${summary}</summary>${body}</details>`;
}

function runOutput({ tree, run, exitCode, why, durationMs, output }: Run, escape: Escape): string {
  const kind = why === undefined ? '' : ` (${why})`;
  const name = `On ${tree}, run ${run}`;
  const facts = `<h3>${name}: exit code ${exitCode}${kind} after ${duration(durationMs)}</h3>`;
  if (output.trim() === '') return `${facts}<p>It printed nothing.</p>`;
  // The first line break inside a pre is dropped by browsers.
  return `${facts}<pre tabindex="0">\n${escape(output)}</pre>`;
}
