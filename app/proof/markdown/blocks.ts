// Sections as Markdown for GitHub: every word goes through the filter on its way. Pure.
import type { CaseStatus } from '../matrix.ts';
import type { Block, Section, Span, Spans } from '../sections/words.ts';
import { block, code, html, inline, prose, type Redact } from './filter.ts';
import type { Detail } from './fit.ts';
import { details, dollars, joined, list, section, table } from './layout.ts';

type Look = { redact: Redact; detail: Detail };

export function sectionText({ heading, isFolded, blocks }: Section, look: Look): string {
  const body = blocksText(blocks, look);
  if (body === '') return '';
  if (heading === undefined) return body;
  return isFolded === true ? details(heading, body) : section(heading, body);
}

export function blocksText(blocks: readonly Block[], look: Look): string {
  return joined(blocks.map((one) => blockText(one, look)));
}

function blockText(one: Block, look: Look): string {
  const { redact, detail } = look;
  switch (one.kind) {
    case 'text':
      return spansText(one.spans, look);
    case 'prose':
      return prose(one.text, redact, detail.text);
    case 'quote':
      return `> ${spansText(one.spans, look)}`;
    case 'list':
      return list(
        one.items.map((item) => spansText(item, look)),
        detail.list,
      );
    case 'table':
      return table(
        one.head,
        one.rows.map((row) => row.map((cell) => spansText(cell, look))),
      );
    case 'fold':
      return details(summaryText(one.summary, look), blocksText(one.blocks, look));
    case 'output':
      return block(lastLines(one.text, detail.lines), redact, detail.output);
  }
}

/** The end of what a program printed says more than its beginning. */
function lastLines(text: string, most: number): string {
  const lines = text.trimEnd().split('\n');
  if (lines.length <= most) return text;
  const head = Math.floor(most / 3);
  const tail = most - head;
  const left = `… ${lines.length - most} lines left out …`;
  return [...lines.slice(0, head), left, ...lines.slice(-tail)].join('\n');
}

function spansText(spans: Spans, look: Look): string {
  return spans
    .map((span) => spanText(span, look))
    .join('')
    .trim();
}

function spanText(span: Span, { redact, detail }: Look): string {
  if (typeof span === 'string') return own(span, redact);
  if ('said' in span) return inline(span.said, redact, least(span.most, detail.text));
  if ('code' in span) return code(span.code, redact, least(span.most, detail.text));
  if ('strong' in span) return `**${inline(span.strong, redact)}**`;
  if ('em' in span) return `*${inline(span.em, redact)}*`;
  if ('money' in span) return dollars(span.money);
  if ('closes' in span) return `Closes #${span.closes}`;
  if ('mark' in span) return WITHHELD;
  return statusText(span);
}

const WITHHELD = '🔒';

function least(one = Infinity, other: number): number {
  return Math.min(one, other);
}

/** The filter takes blanks away at both ends; between spans they are wanted. */
function own(words: string, redact: Redact): string {
  const [, before = '', after = ''] = /^(\s*).*?(\s*)$/s.exec(words) ?? [];
  return words.trim() === '' ? words : `${before && ' '}${inline(words, redact)}${after && ' '}`;
}

/** Inside a tag Markdown is not read. */
function summaryText(spans: Spans, { redact, detail }: Look): string {
  return spans
    .map((span) => {
      if (typeof span === 'string') return span;
      if ('said' in span) return html(span.said, redact, least(span.most, detail.text));
      return 'mark' in span ? WITHHELD : '';
    })
    .join('');
}

const MARKS: Record<CaseStatus, string> = {
  red: '🔴 red',
  green: '🟢 green',
  mixed: '〰️ red and green',
  'not run': '– not run',
};

function statusText({ status, why, wanted }: Extract<Span, { status: unknown }>): string {
  const kind = why === undefined ? '' : ` (${why})`;
  const isWrong = status !== wanted && status !== 'not run';
  return `${MARKS[status]}${kind}${isWrong ? `, must be ${wanted}` : ''}`;
}
