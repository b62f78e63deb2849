// Read: a file as a model can take it: lines with their numbers, an image, the pages of a PDF, the
// cells of a notebook, or the beginning of its bytes.
import { realpath } from 'node:fs/promises';
import { decodeText, isBinary, readRegularFile } from '../../files/content.ts';
import { identifyImage } from '../../files/image.ts';
import {
  fitting,
  type LineWindow,
  linesOf,
  numberLines,
  readLineWindow,
} from '../../files/lines.ts';
import { parseNotebook } from '../../files/notebook.ts';
import { defineTool, rejected, success, type ToolResult } from '../../tool.ts';
import { hexDump } from './binary.ts';
import { showImage } from './image.ts';
import { showNotebook } from './notebook.ts';
import { isPdf, readPdf } from './pdf.ts';

const MAX_FILE_BYTES = 32 * 1024 * 1024;
const DEFAULT_LINES = 2_000;

export const readTool = defineTool('Read', async (input, context) => {
  const path = context.workspace.resolve(input.file_path);
  const window = { first: Math.max(1, input.offset ?? 1), count: input.limit ?? DEFAULT_LINES };
  const file = readRegularFile(path, MAX_FILE_BYTES);
  switch (file.kind) {
    case 'missing':
      return rejected(`File does not exist: ${path}`);
    case 'unreadable':
      return rejected(file.problem);
    case 'too_big':
      return await showPart({ path, size: file.size }, window, context.signal);
    case 'file':
      context.memory.remember(await realpath(path), file.bytes);
  }
  if (isPdf(file.bytes)) return await readPdf(path, input.pages, context.signal);
  if (input.pages !== undefined) return rejected(`${path} is no PDF: pages is for PDF files only.`);
  return show(path, file.bytes, window);
});

function show(path: string, bytes: Buffer, window: LineWindow): ToolResult {
  const image = identifyImage(bytes);
  if (image !== undefined) return showImage(path, bytes, image);
  const content = decodeText(bytes);
  if (content.kind === 'binary') return success(hexDump(path, bytes));
  const notebook = path.endsWith('.ipynb') ? parseNotebook(content.text) : undefined;
  if (notebook?.ok) return showNotebook(path, notebook.notebook);
  return showLines(path, linesOf(content.text), window);
}

function showLines(
  path: string,
  lines: readonly string[],
  { first, count }: LineWindow,
): ToolResult {
  const total = `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`;
  if (lines.length === 0) return success(`${path} (0 lines): the file is empty.`);
  if (first > lines.length) {
    return success(`${path} (${total}): the file is shorter than the offset ${first}.`);
  }
  const numbered = fitting(numberLines(lines.slice(first - 1, first - 1 + count), first));
  const last = first + numbered.length - 1;
  const isWhole = first === 1 && last === lines.length;
  const part = isWhole ? total : `${total}, showing ${first}-${last}`;
  return success(`${path} (${part})\n${numbered.join('\n')}`);
}

/** Of a file that is too big to be read whole; it cannot be changed by Write or Edit either. */
async function showPart(
  { path, size }: { path: string; size: number },
  window: LineWindow,
  signal: AbortSignal,
): Promise<ToolResult> {
  const lines = await readLineWindow(path, window, signal);
  if (lines.some((line) => isBinary(Buffer.from(line)))) {
    return rejected(
      `${path} is a binary file of ${size} bytes; only parts of it can be looked at.`,
    );
  }
  if (lines.length === 0) {
    return success(`${path} (${size} bytes): the file is shorter than the offset ${window.first}.`);
  }
  const numbered = fitting(numberLines(lines, window.first));
  const last = window.first + numbered.length - 1;
  return success(
    `${path} (${size} bytes, showing ${window.first}-${last})\n${numbered.join('\n')}`,
  );
}
