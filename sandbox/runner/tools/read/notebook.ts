// A notebook's cells as text, with the images among their outputs.
import { fitting, MAX_SHOWN_LENGTH } from '../../files/lines.ts';
import {
  idOfCell,
  joinText,
  type Notebook,
  type NotebookCell,
  type NotebookOutput,
} from '../../files/notebook.ts';
import { type ResultImage, success, type ToolResult } from '../../tool.ts';
import { fittingImages, toResultImage } from './image.ts';

const MAX_OUTPUT_LENGTH = 10_000;
/** Of a terminal; it says nothing here. */
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export function showNotebook(path: string, notebook: Notebook): ToolResult {
  const { cells, metadata } = notebook;
  const language = metadata?.language_info?.name;
  const kind = ['notebook', language, `${cells.length} cells`].filter(Boolean).join(', ');
  const shown = fitting(cells.map(showCell));
  const left = cells.length - shown.length;
  const notice = left === 0 ? [] : [`[${left} more cells; they do not fit into one result]`];
  const images = cells
    .slice(0, shown.length)
    .flatMap(({ outputs = [] }) => outputs)
    .flatMap(imagesOf);
  return success([`${path} (${kind})`, ...shown, ...notice].join('\n'), fittingImages(images));
}

function showCell(cell: NotebookCell, index: number): string {
  const count = cell.execution_count;
  const run = typeof count === 'number' ? `, run ${count}` : '';
  const head = `--- cell ${idOfCell(cell, index)} (${cell.cell_type}${run}) ---`;
  const outputs = (cell.outputs ?? []).map((output) => `--- output ---\n${showOutput(output)}`);
  return cut([head, joinText(cell.source), ...outputs].join('\n'), MAX_SHOWN_LENGTH);
}

function showOutput(output: NotebookOutput): string {
  if (output.output_type === 'error') {
    const trace = (output.traceback ?? []).join('\n').replaceAll(COLOUR, '');
    return cut(
      `${output.ename ?? ''}: ${output.evalue ?? ''}\n${trace}`.trimEnd(),
      MAX_OUTPUT_LENGTH,
    );
  }
  const text = output.text ?? output.data?.['text/plain'];
  const words = isText(text) ? cut(joinText(text).trimEnd(), MAX_OUTPUT_LENGTH) : '';
  const images = imagesOf(output).map(({ mediaType }) => `[${mediaType}]`);
  return [words, ...images].filter((part) => part !== '').join('\n');
}

function imagesOf({ data = {} }: NotebookOutput): ResultImage[] {
  return IMAGE_TYPES.flatMap((type) => {
    const text = data[type];
    if (!isText(text)) return [];
    const image = toResultImage(Buffer.from(joinText(text), 'base64'));
    return image === undefined ? [] : [image];
  });
}

function isText(value: unknown): value is string | string[] {
  if (Array.isArray(value)) return value.every((line) => typeof line === 'string');
  return typeof value === 'string';
}

function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}[SDLC_TRUNCATED]`;
}
