// The result of a search as text: lines, paths or numbers, cut to what was asked for.
import type { ToolInput } from '../../../protocol/tools.ts';
import { newestFirst } from '../../files/newest-first.ts';
import type { ToolContext } from '../../tool.ts';
import { SEPARATOR, type Span, showSpans } from './lines.ts';

/** `count` are the matches, at most one a line; `shown` is empty unless contents were asked for. */
export type FileMatch = { file: string; count: number; shown: readonly string[] };

export type GrepInput = ToolInput<'Grep'>;

const DEFAULT_HEAD = 250;

export function showMatches(
  matches: readonly FileMatch[],
  input: GrepInput,
  { workspace, task }: Pick<ToolContext, 'workspace' | 'task'>,
): string {
  const mode = input.output_mode ?? 'files_with_matches';
  const show = ({ file }: FileMatch) => workspace.show(file);
  if (mode === 'files_with_matches') {
    if (matches.length === 0) return 'No files found';
    const newest = newestFirst(matches, ({ file }) => file);
    const head = `Found ${newest.length} ${newest.length === 1 ? 'file' : 'files'}`;
    return toText([head, ...cut(newest.map(show), input)], task.limits.outputBytes);
  }
  if (matches.length === 0) return 'No matches found';
  if (mode === 'content') {
    return toText(cut(joinFiles(matches, input), input), task.limits.outputBytes);
  }
  const counts = matches.map((match) => `${show(match)}:${match.count}`);
  const total = matches.reduce((sum, { count }) => sum + count, 0);
  const tail = `Found ${total} matching lines in ${matches.length} files`;
  return toText([...cut(counts, input), tail], task.limits.outputBytes);
}

export function showSpansOf(
  lines: readonly string[],
  spans: readonly Span[],
  input: GrepInput,
): string[] {
  const { before, after } = contextOf(input);
  return showSpans(lines, spans, { before, after, hasNumbers: input['-n'] ?? true });
}

function contextOf(input: GrepInput): { before: number; after: number } {
  const around = input['-C'] ?? input.context ?? 0;
  return { before: input['-B'] ?? around, after: input['-A'] ?? around };
}

function joinFiles(matches: readonly FileMatch[], input: GrepInput): string[] {
  const { before, after } = contextOf(input);
  if (before + after === 0) return matches.flatMap(({ shown }) => shown);
  return matches.flatMap(({ shown }, index) => (index === 0 ? shown : [SEPARATOR, ...shown]));
}

function cut(lines: readonly string[], input: GrepInput): string[] {
  const first = input.offset ?? 0;
  const count = input.head_limit ?? DEFAULT_HEAD;
  const shown = count === 0 ? lines.slice(first) : lines.slice(first, first + count);
  const left = lines.length - first - shown.length;
  if (left <= 0) return shown;
  return [...shown, `[${left} more; use offset and head_limit to see them]`];
}

function toText(lines: readonly string[], maxBytes: number): string {
  const text = lines.join('\n');
  return text.length <= maxBytes ? text : `${text.slice(0, maxBytes)}[SDLC_TRUNCATED]`;
}
