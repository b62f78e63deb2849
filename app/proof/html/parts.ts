// The smaller sections of the page. What is passed in as text is markup already. Pure.
import { dollars, duration } from '../markdown/layout.ts';
import { ATTEMPT_WORDS } from '../markdown/report-parts.ts';
import type { Report } from '../report.ts';
import { TAMPER_WORDS } from '../tamper/finding.ts';
import type { Escape } from './escape.ts';

export function section(heading: string, ...parts: readonly string[]): string {
  return `<section><h2>${heading}</h2>\n${parts.join('\n')}</section>`;
}

export function bullets(items: readonly string[]): string {
  return items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

/** What a reviewer should look at first; says so when there is nothing. */
export function bounds({ outsideFence, tampering, dropped }: Report, escape: Escape): string {
  const path = (text: string) => `<code>${escape(text)}</code>`;
  const items = [
    ...outsideFence.map((one) => `${path(one)} is not in the plan`),
    ...tampering.map(
      ({ kind, path: one, detail }) => `${path(one)}: ${TAMPER_WORDS[kind]} (${escape(detail)})`,
    ),
    ...dropped.map(({ path: one, why }) => `${path(one)} was left out of the tree (${why})`),
  ];
  if (items.length > 0) return bullets(items);
  return '<p>Nothing was found: only paths of the plan were changed, and no existing test, test setting or CI file was touched.</p>';
}

export function attempts({ attempts: all, costUsd }: Report): string {
  const cost = `<p>The whole job has cost ${dollars(costUsd)}.</p>`;
  if (all.length === 0) return cost;
  const rows = all.map((one) =>
    [
      String(one.number),
      ATTEMPT_WORDS[one.kind],
      one.modelClass,
      one.status,
      one.durationMs === undefined ? '–' : duration(one.durationMs),
      one.costUsd === undefined ? '–' : dollars(one.costUsd),
    ]
      .map((cell) => `<td>${cell}</td>`)
      .join(''),
  );
  const head = ['#', 'What', 'Model', 'Ended', 'Time', 'Cost']
    .map((name) => `<th scope="col">${name}</th>`)
    .join('');
  return `<div class="wide" role="region" aria-label="Attempts" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table></div>${cost}`;
}

/** What was not measured is said at the end. */
export function hunks({ hunks: found, twins }: Report, escape: Escape): string {
  if (!found.measured) return '';
  const { guarded, unguarded, inseparable, unmeasured, list } = found;
  const late = unmeasured === 0 ? '' : ` For ${unmeasured} there was no time.`;
  const loose = list
    .filter(({ verdict }) => verdict === 'unguarded')
    .map(({ path, startLine, endLine, symbol }) => {
      const name = symbol === undefined ? '' : `, <code>${escape(symbol)}</code>`;
      return `<code>${escape(path)}</code> lines ${startLine}–${endLine}${name}: no test notices`;
    });
  return section(
    'Hunks',
    `<p>Undone one at a time: a test notices ${guarded}, none notices ${unguarded}, and ${inseparable} could not be undone alone.${late}</p>`,
    bullets(loose),
    twins === undefined
      ? ''
      : `<p>Tests that were made to expect something else: ${twins.red} failed, as they should; ${twins.green} stayed green.</p>`,
  );
}
