// Sections as parts of the page: the same words in the same order as on the pull request. Status is
// said in words; colour only repeats it. Pure.
import { dollars } from '../markdown/layout.ts';
import type { CaseStatus } from '../matrix.ts';
import type { Block, Section, Span, Spans } from '../sections/words.ts';
import type { Escape } from './escape.ts';

export function sectionHtml({ heading, isFolded, blocks }: Section, escape: Escape): string {
  const body = blocksHtml(blocks, escape);
  if (heading === undefined) return body;
  const name = `<h2>${escape(heading)}</h2>`;
  return isFolded === true
    ? `<section>${details(name, body)}</section>`
    : `<section>${name}\n${body}</section>`;
}

function blocksHtml(blocks: readonly Block[], escape: Escape): string {
  return blocks.map((one) => blockHtml(one, escape)).join('\n');
}

function blockHtml(one: Block, escape: Escape): string {
  switch (one.kind) {
    case 'text':
      return `<p>${spansHtml(one.spans, escape)}</p>`;
    case 'prose':
      return `<p class="prose">${escape(one.text)}</p>`;
    case 'quote':
      return `<blockquote><p>${spansHtml(one.spans, escape)}</p></blockquote>`;
    case 'list':
      return `<ul>${one.items.map((item) => `<li>${spansHtml(item, escape)}</li>`).join('')}</ul>`;
    case 'table':
      return tableHtml(one, escape);
    case 'fold':
      return details(spansHtml(one.summary, escape), blocksHtml(one.blocks, escape));
    case 'output':
      // The first line break inside a pre is dropped by browsers.
      return `<pre tabindex="0">\n${escape(one.text)}</pre>`;
  }
}

function details(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>${body}</details>`;
}

type Table = Extract<Block, { kind: 'table' }>;

function tableHtml({ name, head, rows }: Table, escape: Escape): string {
  const names = head.map((one) => `<th scope="col">${escape(one)}</th>`).join('');
  const groups = grouped(rows).map((group) => groupHtml(group, escape));
  return `<div class="wide" role="region" aria-label="${escape(name)}" tabindex="0"><table>
<thead><tr>${names}</tr></thead>
${groups.join('\n')}
</table></div>`;
}

type Cells = Table['rows'][number];

/** A row whose first cell is empty goes on with the one above. */
function grouped(rows: Table['rows']): Cells[][] {
  const groups: Cells[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (row[0]?.length === 0 && last !== undefined) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

function groupHtml(rows: readonly Cells[], escape: Escape): string {
  const lines = rows.map((row, index) => {
    const cells = row.slice(1).map((cell) => `<td>${spansHtml(cell, escape)}</td>`);
    const first = spansHtml(row[0] ?? [], escape);
    const head = `<th scope="rowgroup" rowspan="${rows.length}">${first}</th>`;
    return `<tr>${index === 0 ? head : ''}${cells.join('')}</tr>`;
  });
  return `<tbody>${lines.join('\n')}</tbody>`;
}

function spansHtml(spans: Spans, escape: Escape): string {
  return spans.map((span) => spanHtml(span, escape)).join('');
}

function spanHtml(span: Span, escape: Escape): string {
  if (typeof span === 'string') return escape(span);
  if ('said' in span) return escape(span.said, span.most);
  if ('code' in span) return `<code>${escape(span.code, span.most)}</code>`;
  if ('strong' in span) return `<strong>${escape(span.strong)}</strong>`;
  if ('em' in span) return `<em>${escape(span.em)}</em>`;
  if ('money' in span) return dollars(span.money);
  if ('closes' in span) return `Issue #${span.closes}`;
  if ('mark' in span) return '<span class="badge">withheld</span>';
  return statusHtml(span);
}

const WORDS: Record<CaseStatus, string> = {
  red: '✗ red',
  green: '✓ green',
  mixed: '≈ red and green',
  'not run': '– not run',
};

/** The colour says what the words say; whether it is right is said beside it. */
function statusHtml({ status, why, wanted }: Extract<Span, { status: unknown }>): string {
  const colour = status === 'green' ? 'green' : status === 'not run' ? '' : 'red';
  const note = [why, status === wanted ? undefined : `must be ${wanted}`].filter(
    (word) => word !== undefined,
  );
  const more = note.length === 0 ? '' : ` <span class="note">${note.join(', ')}</span>`;
  return `<span class="status ${colour}">${WORDS[status]}${more}</span>`;
}
