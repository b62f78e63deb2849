// A text in another layout: the same program, as long as it does not look at its own text. Pure.
import { countBelow } from '../../../sandbox/syntax/code/view.ts';
import { type SyntaxNode, walk } from '../../../sandbox/syntax/tree.ts';
import { type Replacement, replaced } from '../replaced.ts';
import type { ChangedFile } from './hunk.ts';
import { isMeasured } from './plan-hunks.ts';

/** The code of the head with blanks and empty lines where they say nothing. */
export function relaidAll(files: readonly ChangedFile[]): { path: string; content: string }[] {
  return files.flatMap(({ path, head }) => {
    if (head?.tree === undefined || !isMeasured(path)) return [];
    const { text, tree } = head;
    const nodes = [...walk(tree.root)];
    const texts = nodes.filter(({ type, children }) => children.length === 0 || TEXT.test(type));
    const ends = Array.from(text.matchAll(/(?<![\\\r])\n/g), ({ index }) => index);
    const inner = new Set(texts.flatMap((one) => breaksInside(ends, one)));
    const free = ends.filter((at) => !inner.has(at));
    const comments = new Set(nodes.flatMap(({ type, end }) => (COMMENT.test(type) ? [end] : [])));
    const edits = free.map((at): Replacement => {
      // What a comment says may be about the next line.
      const more = comments.has(at) || text.startsWith('#!') ? ' ' : ' \n';
      return { start: at, end: at, text: more };
    });
    return edits.length === 0 ? [] : [{ path, content: replaced(text, edits) }];
  });
}

/** `ends` are sorted. */
function breaksInside(ends: readonly number[], { start, end }: SyntaxNode): number[] {
  return ends.slice(countBelow(ends, start + 1), countBelow(ends, end));
}

const TEXT = /string|template|heredoc|regex|jsx/;
const COMMENT = /comment/;
