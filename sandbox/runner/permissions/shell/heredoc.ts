// Here-documents: where bash ends them, and what it runs in their text. Pure.
import { type SyntaxNode, type SyntaxTree, textOf } from '../../../syntax/tree.ts';
import { ANY, type Word } from './line.ts';

const EXPANDED = /(?<!\\)(?:\\\\)*[`$]/;
/** As between double quotes; quotes mean nothing here. */
const LIVE = /^(?:[^\\$]|\\[\s\S]|\$(?![({[\w@*#?$!\\-]))*$/;

/** Undefined: the grammar sees it where bash sees it. */
export function heredocProblem(tree: SyntaxTree, node: SyntaxNode): string | undefined {
  const place = placeOf(tree, node);
  if (place === undefined) return 'a here-document in it does not end where it seems to';
  if (place.isQuoted) return undefined;
  const parts = literalParts(tree, place);
  return parts.every((part) => LIVE.test(part))
    ? undefined
    : 'a here-document in it can be read in more than one way: quote its delimiter';
}

/** The grammar loses the dash of `python - <<EOF`. */
export function isLostDash(gap: string): boolean {
  return /^[ \t]+-[ \t]*$/.test(gap);
}

/** Scripts between backticks, which the grammar takes for text here. */
export function heredocBackticks(tree: SyntaxTree, node: SyntaxNode): string[] {
  const place = placeOf(tree, node);
  if (place === undefined || place.isQuoted) return [];
  return literalParts(tree, place).flatMap((part) => {
    return [...part.matchAll(/(?:\\[\s\S]|[^\\`])*(?:`((?:\\[\s\S]|[^\\`])*)(`?))?/g)]
      .filter(([, script]) => script !== undefined)
      .map(([, script = '', end]) => (end === '`' ? unescapeBackticks(script) : ANY));
  });
}

export function unescapeBackticks(script: string): string {
  return script.replaceAll(/\\([`$\\])/g, '$1');
}

/** What the command reads. */
export function heredocText(tree: SyntaxTree, node: SyntaxNode): Word {
  const place = placeOf(tree, node);
  const raw = place === undefined ? '' : tree.text.slice(place.start, place.end);
  const isKnown = place !== undefined && (place.isQuoted || !EXPANDED.test(raw));
  const text = place?.isQuoted === true ? raw : raw.replaceAll(/\\([`$\\])/g, '$1');
  return { text: isKnown ? text : ANY, raw };
}

type Place = { start: number; end: number; isQuoted: boolean; body: SyntaxNode | undefined };

/** By bash's rule: from the next line to the first one that is the delimiter and nothing else. */
function placeOf(tree: SyntaxTree, { children }: SyntaxNode): Place | undefined {
  const opening = children.find(({ type }) => type === 'heredoc_start');
  const closing = children.find(({ type }) => type === 'heredoc_end');
  const body = children.find(({ type }) => type === 'heredoc_body');
  if (opening === undefined || closing === undefined) return undefined;
  const written = textOf(tree, opening);
  const delimiter = /^(?:\\?([\w-]+)|'([\w -]+)'|"([\w -]+)")$/.exec(written)?.slice(1).join('');
  const start = tree.text.indexOf('\n', opening.end) + 1;
  if (delimiter === undefined || start === 0) return undefined;
  const isBefore = (child: SyntaxNode) => child === body || child === closing || child.end < start;
  if (!children.every(isBefore)) return undefined;
  const hasTabs = children.some(({ type }) => type === '<<-');
  const end = findLine(tree.text, { start, hasTabs, delimiter });
  if (end === undefined || closing.start !== end.name) return undefined;
  return { start, end: end.line, isQuoted: written !== delimiter, body };
}

function findLine(
  text: string,
  { start, hasTabs, delimiter }: { start: number; hasTabs: boolean; delimiter: string },
): { line: number; name: number } | undefined {
  let line = start;
  for (const one of text.slice(start).split('\n')) {
    const bare = hasTabs ? one.replace(/^\t+/, '') : one;
    if (bare === delimiter) return { line, name: line + one.length - bare.length };
    line += one.length + 1;
  }
  return undefined;
}

function literalParts(tree: SyntaxTree, { start, end, body }: Place): string[] {
  const parts: string[] = [];
  let from = start;
  for (const child of body?.children ?? []) {
    if (child.type === 'heredoc_content') continue;
    parts.push(tree.text.slice(from, child.start));
    from = child.end;
  }
  return [...parts, tree.text.slice(from, Math.max(from, end))];
}
