// Lines of a text and how they are shown: each after its number.
import { createReadStream } from 'node:fs';

const MAX_LINE_LENGTH = 2_000;
export const MAX_SHOWN_LENGTH = 256 * 1024;

/** A last newline ends the last line; it does not begin another. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** Each line after its number and an arrow, from number `first` on. */
export function numberLines(lines: readonly string[], first: number): string[] {
  return lines.map((line, index) => {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    return `${String(first + index).padStart(6)}→${cutLine(text)}`;
  });
}

/** As many of the first lines as a result may hold, but at least one. */
export function fitting(lines: readonly string[]): string[] {
  let length = 0;
  const end = lines.findIndex((line, index) => {
    length += line.length + 1;
    return index > 0 && length > MAX_SHOWN_LENGTH;
  });
  return end === -1 ? [...lines] : lines.slice(0, end);
}

function cutLine(line: string): string {
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line;
}

export type LineWindow = { first: number; count: number };

/**
 * The lines of a window of a file that is too big to be held, read until they are found. Of each
 * line only the beginning is kept.
 */
export async function readLineWindow(
  path: string,
  window: LineWindow,
  signal: AbortSignal,
): Promise<string[]> {
  const collector = createCollector(window);
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 1024 * 1024, signal });
  for await (const chunk of stream) {
    const [rest = '', ...lines] = String(chunk).split('\n');
    collector.add(rest);
    for (const line of lines) {
      collector.endLine();
      collector.add(line);
    }
    if (collector.isFull()) break;
  }
  return collector.lines();
}

function createCollector({ first, count }: LineWindow) {
  const lines: string[] = [];
  let number = 1;
  let current = '';
  const isInside = (): boolean => number >= first && lines.length < count;
  return {
    add(text: string): void {
      const room = MAX_LINE_LENGTH + 1 - current.length;
      if (isInside() && room > 0) current += text.slice(0, room);
    },
    endLine(): void {
      if (isInside()) lines.push(current);
      number += 1;
      current = '';
    },
    isFull: () => lines.length >= count,
    lines: () => (current !== '' && isInside() ? [...lines, current] : lines),
  };
}
