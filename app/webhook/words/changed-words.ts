// What changed between two frozen texts, in a few lines that people can read. Pure.
import { diffLines } from '../../proof/hunks/diff.ts';
import type { FrozenText } from '../../text/frozen-text.ts';

type Words = Pick<FrozenText, 'title' | 'body' | 'comments'>;

const MOST_LINES = 12;
const LONGEST_LINE = 120;

/** A list in Markdown; the words stand in code marks, so that they are read and do nothing. */
export function changedWords(before: Words, after: Words): string {
  const lines = [
    ...changesOf('title', before.title, after.title),
    ...changesOf('text', before.body, after.body),
    ...commentChanges(before, after),
  ];
  const left = lines.length - MOST_LINES;
  const shown = left > 0 ? lines.slice(0, MOST_LINES) : lines;
  return [...shown, ...(left > 0 ? [`- and ${left} more lines`] : [])].join('\n');
}

function changesOf(what: string, before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return diffLines(old, now).flatMap(({ baseStart, baseEnd, headStart, headEnd }) =>
    said(`${what} was`, old.slice(baseStart, baseEnd)).concat(
      said(`${what} is`, now.slice(headStart, headEnd)),
    ),
  );
}

function commentChanges(before: Words, after: Words): string[] {
  const ids = new Set([...before.comments, ...after.comments].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [old, now] = [before, after].map(({ comments }) => comments.find((one) => one.id === id));
    const author = (old ?? now)?.author ?? '';
    if (now === undefined) return [`- the comment of ${author} is gone`];
    return changesOf(`comment of ${author}`, old?.text ?? '', now.text);
  });
}

function said(what: string, lines: readonly string[]): string[] {
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => `- ${what}: \`${shortLine(line.trim().replaceAll('`', "'"))}\``);
}

function shortLine(line: string): string {
  const characters = Array.from(line);
  if (characters.length <= LONGEST_LINE) return line;
  return `${characters.slice(0, LONGEST_LINE - 1).join('')}…`;
}
