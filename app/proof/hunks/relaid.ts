// A text in another layout: the same program, as long as it does not look at its own text. Pure.
import type { LanguageTable } from '../../../sandbox/syntax/code/table.ts';
import { countBelow, named } from '../../../sandbox/syntax/code/view.ts';
import { type SyntaxNode, walk } from '../../../sandbox/syntax/tree.ts';
import { type Replacement, replaced } from '../replaced.ts';
import { type ChangedFile, tableOf } from './hunk.ts';

/** The code of the head with blanks, empty lines, comments and brackets where they say nothing. */
export function relaidAll(files: readonly ChangedFile[]): { path: string; content: string }[] {
  return files.flatMap((file) => {
    const { path, head } = file;
    const table = tableOf(file);
    if (head?.tree === undefined || table === undefined) return [];
    const { text, tree } = head;
    const nodes = [...walk(tree.root)];
    const edits = [...nodes.flatMap(bracketed), ...looserLines(table, text, nodes)];
    return edits.length === 0 ? [] : [{ path, content: replaced(text, edits) }];
  });
}

function looserLines(
  { writes, isCommandLine }: LanguageTable,
  text: string,
  nodes: readonly SyntaxNode[],
): Replacement[] {
  const texts = nodes.filter(({ type, children }) => children.length === 0 || TEXT.test(type));
  const ends = Array.from(text.matchAll(/(?<![\\\r])\n/g), ({ index }) => index);
  const inner = new Set(texts.flatMap((one) => breaksInside(ends, one)));
  const endsOf = (kind: RegExp) =>
    new Set(nodes.flatMap(({ type, end }) => (kind.test(type) ? [end] : [])));
  const [comments, heredocs] = [endsOf(COMMENT), endsOf(/heredoc/)];
  // Between the words of a command line a comment may be a word.
  const comment = isCommandLine ? '' : `${writes.comment} .`;
  const interpreter = text.startsWith('#!') ? text.indexOf('\n') : -1;
  const free = ends.filter((at) => !inner.has(at) && !heredocs.has(at));
  return free.map((at) => {
    // What a comment says may be about the next line.
    const more = comments.has(at) || at === interpreter ? ' ' : ` ${comment}\n`;
    return { start: at, end: at, text: more };
  });
}

/** `return x` as `return (x)`: code that forgets blanks and comments sees it. */
function bracketed(node: SyntaxNode): Replacement[] {
  const [value, ...others] = node.type === 'return_statement' ? named(node) : [];
  if (value === undefined || others.length > 0 || LIST.test(value.type)) return [];
  const { start, end } = value;
  return [
    { start, end: start, text: '(' },
    { start: end, end, text: ')' },
  ];
}

/** `ends` are sorted. */
function breaksInside(ends: readonly number[], { start, end }: SyntaxNode): number[] {
  return ends.slice(countBelow(ends, start + 1), countBelow(ends, end));
}

const TEXT = /string|template|heredoc|regex|jsx/;
const COMMENT = /comment/;
/** Of some languages more than one value. */
const LIST = /^expression_list$|comment/;
