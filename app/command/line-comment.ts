// What is said in a review, on a line of its diff or as its text → a command on its first line as
// anywhere, or what stands above a last line `/fix`. Pure.
import { type ParsedComment, parseComment } from './parse.ts';
import { visibleText } from './visible-text.ts';

/** At most three spaces in: four would be code. Nothing may follow it on its line. */
const FIX_AT_THE_END = /^ {0,3}\/fix\s*$/i;
const QUOTED = /^ {0,3}>/;
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

export function parseLineComment(body: string): ParsedComment {
  const { above, isFix } = parted(body);
  const isSaid = above.some((line) => line.trim() !== '' && !QUOTED.test(line));
  // With nothing said above it, it is a command like any other, and told what it lacks.
  if (!isFix || !isSaid || parseComment(body).kind !== 'none') return parseComment(body);
  return parseComment(`/fix ${above.join('\n').trim()}`);
}

/** The text of a review: `/fix` alone is about the comments that were submitted with it. */
export function parseReview(body: string): ParsedComment {
  const { above, isFix } = parted(body);
  if (!isFix || above.some((line) => line.trim() !== '')) return parseLineComment(body);
  return {
    kind: 'command',
    name: 'fix',
    command: { kind: 'act', act: { type: 'fix', text: '' } },
  };
}

function parted(body: string): { above: string[]; isFix: boolean } {
  const lines = visibleText(body).text.trimEnd().split('\n');
  const above = lines.slice(0, -1);
  return { above, isFix: FIX_AT_THE_END.test(lines.at(-1) ?? '') && !isInFence(above) };
}

/** A fence ends with the same marks, at least as many, and nothing behind them. */
function isInFence(lines: readonly string[]): boolean {
  let opened: string | undefined;
  for (const line of lines) {
    const [, marks = '', rest = ''] = FENCE.exec(line) ?? [];
    if (marks === '') continue;
    if (opened === undefined) opened = marks.startsWith('`') && rest.includes('`') ? opened : marks;
    else if (marks.startsWith(opened) && rest.trim() === '') opened = undefined;
  }
  return opened !== undefined;
}
