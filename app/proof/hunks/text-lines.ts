// The lines of a text and where they begin, looked up once: whoever asks for the line of every token
// would else count the text's lines from its beginning each time. Pure.
import { countBelow } from '../../../sandbox/syntax/code/view.ts';
import { splitLines } from './diff.ts';

export type TextLines = {
  /** With their line breaks. */
  lines: readonly string[];
  /** The line of an offset, from 0. */
  lineOf(at: number): number;
  /** All lines of a place, from 0. */
  linesOf(place: { start: number; end: number }): number[];
  /** The text of lines `from` up to, not including, `to`. */
  slice(from: number, to: number): string;
};

export function createTextLines(text: string): TextLines {
  const lines = splitLines(text);
  const breaks = Array.from(text.matchAll(/\n/g), ({ index }) => index);
  const lineOf = (at: number) => countBelow(breaks, at);
  const startOf = (line: number) => (line <= 0 ? 0 : (breaks[line - 1] ?? text.length - 1) + 1);
  return {
    lines,
    lineOf,
    linesOf: ({ start, end }) => range(lineOf(start), lineOf(Math.max(start, end - 1)) + 1),
    slice: (from, to) => text.slice(startOf(from), startOf(to)),
  };
}

/** From the first up to, not including, the last. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_none, index) => from + index);
}
