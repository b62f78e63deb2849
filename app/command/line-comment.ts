// A comment on a line of a diff → what it says: a command on its first line as anywhere, or a comment
// that ends in a line `/fix`, with what stands above it as its text. Pure.
import { type ParsedComment, parseComment } from './parse.ts';
import { visibleText } from './visible-text.ts';

/** At most three spaces in: four would be code. Nothing may follow it on its line. */
const FIX_AT_THE_END = /^ {0,3}\/fix\s*$/i;
const QUOTED = /^ {0,3}>/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;

export function parseLineComment(body: string): ParsedComment {
  const lines = visibleText(body).text.trimEnd().split('\n');
  const above = lines.slice(0, -1);
  const isEnding = FIX_AT_THE_END.test(lines.at(-1) ?? '') && !isInFence(above);
  const isSaid = above.some((line) => line.trim() !== '' && !QUOTED.test(line));
  // With nothing said above it, it is a command like any other, and told what it lacks.
  if (!isEnding || !isSaid || parseComment(body).kind !== 'none') return parseComment(body);
  return parseComment(`/fix ${above.join('\n').trim()}`);
}

function isInFence(lines: readonly string[]): boolean {
  return lines.filter((line) => FENCE.test(line)).length % 2 === 1;
}
