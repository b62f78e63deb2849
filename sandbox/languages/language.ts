// What a language has to say to be one of ours. Each has a folder with the same names inside, and its
// `language.ts` joins them: a part that is forgotten does not compile, and one that a language does
// not have is written down as undefined. Types only.
import type { Projects } from '../projects/projects.ts';
import type { TestSettings } from '../projects/test-settings.ts';
import type { Asked } from '../syntax/code/asked.ts';
import type { Perturbing } from '../syntax/code/perturb.ts';
import type { LanguageTable } from '../syntax/code/table.ts';
import type { Tamper } from '../syntax/code/tamper.ts';

export type Language = {
  /** Of tree-sitter: `tree-sitter-<grammar>.wasm`. */
  grammar: string;
  /** Of file names, without the dot. */
  endings: readonly string[];
  /** Who runs its programs when they have no ending; undefined: they have one. */
  interpreters: RegExp | undefined;
  /** Programs that take its code on their command line. */
  inline: RegExp | undefined;
  /** How a command line names a file of tests: some test runners want a module or a directory. */
  testsNamedBy: 'path' | 'module' | 'directory' | 'name';
  /** Files of tests that lie beside the code by rule of the language. */
  besideCode: RegExp | undefined;
  /** Undefined: its files are parsed, but the proof cannot read them, and says so. */
  table: LanguageTable | undefined;
  /** Undefined: what its functions give back cannot be altered, and the report says so. */
  perturb: Perturbing | undefined;
  /** Undefined: its functions cannot be called by a program of ours. */
  asked: Asked | undefined;
  /** Undefined: it has no manifests, or another language's row has them. */
  projects: Projects | undefined;
  /** As `projects`. */
  settings: TestSettings | undefined;
  tamper: Tamper;
};
