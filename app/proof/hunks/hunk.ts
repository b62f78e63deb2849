// The words of the hunk guard.
import { languageOf, languageOfScript } from '../../../sandbox/languages/languages.ts';
import type { LanguageTable } from '../../../sandbox/syntax/code/table.ts';
import type { SyntaxTree } from '../../../sandbox/syntax/tree.ts';

type HunkKind = 'changed' | 'added-function' | 'added-lines' | 'removed';

/** The file with this one hunk taken back or made hollow. */
export type HunkVariant = {
  name:
    | 'undone'
    | 'returns-nothing'
    | 'returns-first-argument'
    | 'limit-out-of-reach'
    | 'limit-passed';
  content: string;
};

export type HunkPlan = {
  /** H1, H2, … in the order of paths and lines. */
  id: string;
  path: string;
  /** Lines of the head, from 1; of what was removed, the line it stood before. */
  startLine: number;
  endLine: number;
  kind: HunkKind;
  symbol?: string;
  /** Empty: nothing can be put in its place. */
  variants: HunkVariant[];
};

/** A text and, where its language has a grammar, its tree. */
export type Side = { text: string; tree?: SyntaxTree | undefined };

/** Without `base` it is new, without `head` it is gone. */
export type ChangedFile = { path: string; base?: Side | undefined; head?: Side | undefined };

/** By its name, else by its first line. */
export function tableOf({ path, base, head }: ChangedFile): LanguageTable | undefined {
  return (languageOf(path) ?? languageOfScript(head?.text ?? base?.text ?? ''))?.table;
}
