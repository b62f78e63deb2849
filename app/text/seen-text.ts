// A text of GitHub as a person sees it rendered, and what of it is not seen. Pure.
import { visibleCharacters } from './characters.ts';
import { toHtml } from './markdown.ts';
import { collectRemoved, type Removed } from './removed.ts';
import { seenOf } from './seen-tree.ts';
import { writeText } from './write-text.ts';

type SeenText = { text: string; removed: Removed[] };

/** GitHub's own limits: a longer text did not come from its pages. */
const LONGEST_TITLE = 256;
export const LONGEST_BODY = 65_536;

export function seenText(source: string, longest = LONGEST_BODY): SeenText {
  const removed = collectRemoved();
  const plain = source.slice(0, longest * 2).replaceAll(/\r\n?/g, '\n');
  const bounded = atParagraph(plain, longest);
  const html = toHtml(bounded, removed);
  const seen = html === undefined ? undefined : seenOf(html, removed);
  if (seen === undefined) {
    removed.add('unread', plain);
    return { text: '', removed: removed.list() };
  }
  const text = writeText(seen, (part) => removed.add('drawing', part));
  if (bounded.length < plain.length || source.length > longest * 2) removed.add('cut');
  return { text, removed: removed.list() };
}

/** One line, in which GitHub renders nothing but code. */
export function seenTitle(source: string): SeenText {
  const removed = collectRemoved();
  const line = source.slice(0, LONGEST_TITLE * 8).replaceAll(/\s+/g, ' ');
  const { text, removed: count } = visibleCharacters(line);
  if (count > 0) removed.add('character', '', count);
  const characters = Array.from(text.trim());
  if (characters.length > LONGEST_TITLE) removed.add('cut');
  return { text: characters.slice(0, LONGEST_TITLE).join(''), removed: removed.list() };
}

/** Nothing that is hidden by its end comes into view by being cut off before it. */
function atParagraph(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf('\n\n', longest);
  return end === -1 ? '' : text.slice(0, end);
}
