// What a page of a report is made of, whether it becomes Markdown or HTML: sections of blocks, blocks
// of spans. Text is safe by default: whoever wrote it, nothing in it is markup. Pure.
import type { CaseStatus, MatrixCase } from '../matrix.ts';

export type Span =
  | string
  /** Words of an agent, a person or a program: at most so many characters, once secrets are out. */
  | { said: string; most?: number }
  | { code: string; most?: number }
  | { strong: string }
  | { em: string }
  | { money: number }
  /** Closes the issue when the pull request is merged. */
  | { closes: number }
  | { status: CaseStatus; why: MatrixCase['why']; wanted: CaseStatus }
  | { mark: 'withheld' };

export type Spans = readonly Span[];

export type Block =
  | { kind: 'text'; spans: Spans }
  /** Of an agent: several paragraphs and lists. */
  | { kind: 'prose'; text: string }
  | { kind: 'quote'; spans: Spans }
  | { kind: 'list'; items: readonly Spans[] }
  /** A first cell without anything belongs to the row above. */
  | { kind: 'table'; name: string; head: readonly string[]; rows: readonly (readonly Spans[])[] }
  | { kind: 'fold'; summary: Spans; blocks: readonly Block[] }
  /** What a program printed. */
  | { kind: 'output'; text: string };

export type Section = { heading?: string; isFolded?: boolean; blocks: readonly Block[] };

/** How much of what tests printed is told. */
export type Outputs = 'all runs' | 'one run' | 'first lines' | 'none';

export function text(...spans: Spans): Block {
  return { kind: 'text', spans };
}

/** None for an empty list, so that no heading stands over nothing. */
export function listed(items: readonly Spans[]): Block[] {
  return items.length === 0 ? [] : [{ kind: 'list', items }];
}

/** In characters, as it is read. */
export function lengthOf(spans: Spans): number {
  const lengths = spans.map((span) => {
    if (typeof span === 'string') return span.length;
    const words = 'said' in span ? span.said : 'code' in span ? span.code : '';
    const most = 'most' in span ? span.most : undefined;
    return Math.min(words.length, most ?? Infinity);
  });
  return lengths.reduce((sum, one) => sum + one, 0);
}
