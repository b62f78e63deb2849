// The output filter: makes text that an agent, a person or a program wrote safe to put into a page
// of ours. Hidden characters out, secrets out, then escaped so that it is read and does nothing: no
// mention, reference, link, image, HTML or command works, and nothing can leave its block. Pure.
import { visibleCharacters } from '../../text/characters.ts';
import { plainText, shortened } from '../output/terminal-text.ts';

/** What a text of ours is made with. */
export type Redact = (text: string) => string;

/** Breaks a mention, reference or link for GitHub and is not seen by people. */
const BREAK = '\u200B';
/** Also where it makes what is seen, as in an emoji. */
const HIDDEN = /\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFB]/gu;

/** Visible text without secrets. Everything below begins with it. */
export function visible(text: string, redact: Redact): string {
  return redact(visibleCharacters(plainText(text)).text);
}

/** What cannot be seen is written out: who decides about a text must know all of it. */
export function shownExactly(text: string): string {
  const written = (one: string) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`;
  return text.replaceAll(/(?![\t\n])\p{Cc}/gu, written).replaceAll(HIDDEN, written);
}

/** One line of Markdown, also fit for a table cell. Code spans stay code spans. */
export function inline(text: string, redact: Redact, longest = Infinity): string {
  return escapeLine(line(text, redact, longest));
}

/** Several lines: paragraphs and lists stay what they are, headings, quotes and tables do not. */
export function prose(text: string, redact: Redact, longest = Infinity): string {
  return clipped(visible(text, redact), longest)
    .split('\n')
    .map((one) => {
      const [, indent = '', mark = '', rest = ''] = LIST.exec(one) ?? [];
      const body = mark === '' ? one.trim() : rest.trim();
      const place = mark === '' ? '' : `${indent.length > 1 ? '  ' : ''}${mark} `;
      return place + escapeLine(body);
    })
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const LIST = /^([ \t]*)([-*]|\d{1,3}[.)])[ \t]+(.*)$/;

/** A code span of its own; the longest run of backquotes inside decides its fence. */
export function code(text: string, redact: Redact, longest = Infinity): string {
  return codeSpan(line(text, redact, longest));
}

/** A fenced block that cannot be closed from inside. */
export function block(text: string, redact: Redact, longest: number): string {
  const shown = shortened(visible(text, redact).replace(/\s+$/, ''), longest);
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

/** For the inside of an HTML tag of ours, where Markdown is not read. */
export function html(text: string, redact: Redact, longest = Infinity): string {
  return defused(escapeHtml(line(text, redact, longest)));
}

/** A title or the first line of a commit: plain text, but a merge makes its references work. */
export function title(text: string, redact: Redact, longest: number): string {
  const shown = defused(line(text, redact, longest)).replaceAll(SKIPPING, `$&${BREAK}`);
  return clipped(shown, longest);
}

/** Keeps services from testing a commit: `[skip ci]`, `[no ci]`, `***NO_CI***`, `skip-checks: true`. */
const SKIPPING = /\[(?=[^\]]*\b(?:skip|ci)\b)|\*{3}(?=NO_CI)|\bskip(?=-checks)/gi;

/** Cut only after secrets are out: half a secret is no longer recognised. */
function line(text: string, redact: Redact, longest: number): string {
  return clipped(visible(text, redact).replaceAll(/\s+/g, ' ').trim(), longest);
}

/** At most so many characters, with an ellipsis as the last; never half a character. */
export function clipped(text: string, longest: number): string {
  const characters = Array.from(text);
  if (characters.length <= longest) return text;
  return `${characters
    .slice(0, Math.max(0, longest - 1))
    .join('')
    .trimEnd()}…`;
}

/** Code spans first, since nothing is escaped inside them; the rest is escaped. */
function escapeLine(text: string): string {
  return text
    .split(/(?<!`)(`+)(?!`)([^`]+)(?<!`)\1(?!`)/)
    .map((part, index) => {
      if (index % 3 === 0) return defused(escapeMarkdown(part));
      return index % 3 === 2 ? codeSpan(part.trim()) : '';
    })
    .join('')
    .trim();
}

/** Without words in it a blank, so that what stands before it and behind it stays apart. */
function codeSpan(text: string): string {
  if (text === '') return ' ';
  const fence = '`'.repeat(longestRun(text) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  // Inside a table a bar ends the cell even in code; GitHub takes the backslash away again.
  return `${fence}${pad}${text.replaceAll('|', '\\|')}${pad}${fence}`;
}

function escapeMarkdown(text: string): string {
  return escapeHtml(text.replaceAll(/[\\`*_~[\]|$]/g, '\\$&')).replace(
    /^(\s*)(#{1,6}(?=\s|$)|[-+=](?=[-+=:\s]|$)|:(?=-))/,
    '$1\\$2',
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Mentions, references to issues and commits, addresses, and commands at the start of a line. */
function defused(text: string): string {
  return text
    .replaceAll(/@(?=[A-Za-z0-9_-])/g, `@${BREAK}`)
    .replaceAll(/#(?=\d)/g, `#${BREAK}`)
    .replaceAll(/(?<![a-z\d])(GH)-(?=\d)/gi, `$1${BREAK}-`)
    .replaceAll(/(?<![a-z\d])[0-9a-f]{7,40}(?![a-z\d])/gi, (hex) =>
      hex.replaceAll(/.{6}(?=.)/g, `$&${BREAK}`),
    )
    .replaceAll(/:\/\//g, `:${BREAK}//`)
    .replaceAll(/\bwww\./gi, (found) => `${found.slice(0, -1)}${BREAK}.`)
    .replace(/^(\s*)\/(?=[A-Za-z])/, `$1/${BREAK}`);
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
