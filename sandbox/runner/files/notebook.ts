// Jupyter notebooks (nbformat 4): their cells by id, and a change of one cell that leaves every
// other byte of the file as it was. Pure.
import { z } from 'zod';
import { elementSpans, type JsonSpan } from './json-spans.ts';

/** Sources and texts come whole or line by line. */
const Text = z.union([z.string(), z.array(z.string())]);

const Output = z.looseObject({
  output_type: z.string(),
  text: Text.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
  traceback: z.array(z.string()).optional(),
});
export type NotebookOutput = z.infer<typeof Output>;

const Cell = z.looseObject({
  cell_type: z.string(),
  id: z.string().optional(),
  source: Text,
  outputs: z.array(Output).optional(),
  execution_count: z.number().nullish(),
});
export type NotebookCell = z.infer<typeof Cell>;

const Notebook = z.looseObject({
  cells: z.array(Cell),
  nbformat: z.number().optional(),
  nbformat_minor: z.number().optional(),
  metadata: z
    .looseObject({
      language_info: z.looseObject({ name: z.string().optional() }).optional(),
    })
    .optional(),
});
export type Notebook = z.infer<typeof Notebook>;

type ParsedNotebook = { ok: true; notebook: Notebook } | { ok: false; problem: string };

export function parseNotebook(text: string): ParsedNotebook {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    // The value itself is kept: what the shape makes of it has its keys in another order.
    if (isNotebook(value)) return { ok: true, notebook: value };
    const [issue] = Notebook.safeParse(value).error?.issues ?? [];
    return { ok: false, problem: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function isNotebook(value: unknown): value is Notebook {
  return Notebook.safeParse(value).success;
}

export function joinText(text: string | readonly string[]): string {
  return typeof text === 'string' ? text : text.join('');
}

/** A cell without an id of its own is known by its place. */
export function idOfCell(cell: NotebookCell, index: number): string {
  return cell.id ?? `cell-${index}`;
}

/** Its place, by id or by `cell-N`; -1 when there is none. */
export function findCell({ cells }: Notebook, id: string): number {
  const own = cells.findIndex((cell, index) => idOfCell(cell, index) === id);
  if (own !== -1) return own;
  const place = Number(/^cell-(\d+)$/.exec(id)?.[1] ?? -1);
  return place < cells.length ? place : -1;
}

/** One line an entry, as Jupyter writes sources. */
export function toSourceLines(source: string): string[] {
  return source.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** `cell` undefined deletes the one at `index`; `isNew` puts it before that one. */
export type CellChange = { index: number; cell: NotebookCell | undefined; isNew: boolean };

/** The file's text with one cell changed. `text` must have been parsed before. */
export function changeCell(text: string, { index, cell, isNew }: CellChange): string {
  const { open, close, spans } = elementSpans(text, 'cells');
  const style = styleOf(text, open, spans);
  const span = spans[index];
  if (cell === undefined) {
    if (spans.length === 1) return text.slice(0, open + 1) + text.slice(close);
    return removeSpan(text, spans, index);
  }
  const written = writeCell(cell, style);
  if (span === undefined) {
    const before = spans.at(-1);
    const at = before?.end ?? open + 1;
    const tail = before === undefined ? `${style.outer}${text.slice(close)}` : text.slice(at);
    return `${text.slice(0, at)}${before === undefined ? '' : ','}${style.gap}${written}${tail}`;
  }
  const rest = isNew ? `,${style.gap}${text.slice(span.start)}` : text.slice(span.end);
  return `${text.slice(0, span.start)}${written}${rest}`;
}

function removeSpan(text: string, spans: readonly JsonSpan[], index: number): string {
  const span = spans[index];
  if (span === undefined) return text;
  const next = spans[index + 1];
  if (next !== undefined) return text.slice(0, span.start) + text.slice(next.start);
  const previous = spans[index - 1];
  const from = previous === undefined ? span.start : previous.end;
  return text.slice(0, from) + text.slice(span.end);
}

/** `gap` stands before each cell, `outer` before the closing bracket. */
type Style = { indent: string; gap: string; outer: string; isAscii: boolean };

function styleOf(text: string, open: number, spans: readonly JsonSpan[]): Style {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^\s*\{\r?\n([ \t]+)"/.exec(text.replace(/^\ufeff/, ''))?.[1] ?? '';
  const [first] = spans;
  const ownGap = first === undefined ? undefined : text.slice(open + 1, first.start);
  const gap = ownGap ?? (indent === '' ? '' : newline + indent.repeat(2));
  const outer = indent === '' ? '' : newline + indent;
  // A file that writes every other letter as \u… goes on doing so.
  const isAscii = /\\u00[89a-f]|\\u0[1-9a-f]|\\u[1-9a-f]/i.test(text) && !/[^\0-\x7f]/.test(text);
  return { indent, gap, outer, isAscii };
}

function writeCell(cell: NotebookCell, { indent, gap, isAscii }: Style): string {
  const json = JSON.stringify(cell, null, indent).replaceAll('\n', gap === '' ? '\n' : gap);
  if (!isAscii) return json;
  return json.replaceAll(/[^\0-\x7f]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
