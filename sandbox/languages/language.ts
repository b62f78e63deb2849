// What a language has to say to be one of ours. Each has a folder with the same names inside, and its
// `language.ts` joins them: a part that is forgotten does not compile, and one that a language does
// not have is written down as undefined. Types only.
import type { Projects } from '../projects/projects.ts';
import type { LanguageTable } from '../syntax/code/table.ts';

export type Language = {
  /** Of tree-sitter: `tree-sitter-<grammar>.wasm`. */
  grammar: string;
  /** Of file names, without the dot. */
  endings: readonly string[];
  /** Who runs its programs when they have no ending; undefined: they have one. */
  interpreters: RegExp | undefined;
  /** Undefined: its files are parsed, but the proof cannot read them, and says so. */
  table: LanguageTable | undefined;
  /** Undefined: it has no manifests, or another language's row has them. */
  projects: Projects | undefined;
};
