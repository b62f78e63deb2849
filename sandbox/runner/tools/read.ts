// Read: a file's lines with their numbers.
import { realpath } from 'node:fs/promises';
import { ReadInput } from '../../protocol/tool-inputs.ts';
import { decodeText, readRegularFile } from '../files/content.ts';
import { defineTool, rejected, success, type ToolResult } from '../tool.ts';

const MAX_FILE_BYTES = 32 * 1024 * 1024;
const DEFAULT_LINES = 2_000;
const MAX_LINE_LENGTH = 2_000;
const MAX_RESULT_LENGTH = 256 * 1024;
const HEX_BYTES = 512;

export const readTool = defineTool(ReadInput, async (input, { workspace, memory }) => {
  const path = workspace.resolve(input.file_path);
  const file = await readRegularFile(path, MAX_FILE_BYTES);
  if (file.kind === 'missing') return rejected(`File does not exist: ${path}`);
  if (file.kind === 'unreadable') return rejected(file.problem);
  memory.remember(await realpath(path), file.bytes);
  const content = decodeText(file.bytes);
  if (content.kind === 'binary') return success(hexDump(path, file.bytes));
  return showLines(path, linesOf(content.text), {
    first: Math.max(1, input.offset ?? 1),
    count: input.limit ?? DEFAULT_LINES,
  });
});

/** A last newline ends the last line; it does not begin another. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** Each line after its number and an arrow, from number `first` on. */
export function numberLines(lines: readonly string[], first: number): string[] {
  return lines.map((line, index) => {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    const shown = text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
    return `${String(first + index).padStart(6)}→${shown}`;
  });
}

function showLines(
  path: string,
  lines: readonly string[],
  { first, count }: { first: number; count: number },
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

function fitting(lines: readonly string[]): string[] {
  let length = 0;
  return lines.filter((line, index) => {
    length += line.length + 1;
    return index === 0 || length <= MAX_RESULT_LENGTH;
  });
}

function hexDump(path: string, bytes: Buffer): string {
  const shown = bytes.subarray(0, HEX_BYTES);
  const rows = Array.from({ length: Math.ceil(shown.length / 16) }, (_, index) => {
    const row = shown.subarray(index * 16, index * 16 + 16);
    const hex = [...row].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const letters = row.toString('latin1').replaceAll(/[^\x20-\x7e]/g, '.');
    return `${(index * 16).toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  ${letters}`;
  });
  return `${path} (binary, ${bytes.length} bytes)\n${rows.join('\n')}`;
}
