// All languages, one line each, in the order in which their projects are told of. Whatever depends on
// the language of a file asks here. Pure.

import type { Tamper } from '../syntax/code/tamper.ts';
import { GO } from './go/language.ts';
import { JAVA } from './java/language.ts';
import { JAVASCRIPT, TSX, TYPESCRIPT } from './javascript/language.ts';
import type { Language } from './language.ts';
import { PHP } from './php/language.ts';
import { PYTHON } from './python/language.ts';
import { RUBY } from './ruby/language.ts';
import { RUST } from './rust/language.ts';
import { SHELL } from './shell/language.ts';

export const LANGUAGES: readonly Language[] = [
  SHELL,
  JAVASCRIPT,
  TYPESCRIPT,
  TSX,
  PYTHON,
  GO,
  RUST,
  JAVA,
  RUBY,
  PHP,
];

/** Undefined: a language we do not know, which is said and never guessed. */
export function languageOf(path: string): Language | undefined {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return LANGUAGES.find(({ endings }) => endings.includes(ending));
}

/** Of a program without an ending, by the line that says who runs it. */
export function languageOfScript(text: string): Language | undefined {
  const [, line = ''] = /^#!\s*([^\n]*)/.exec(text) ?? [];
  const program = line.split(/\s+/).find((word) => !/^-|=|\/env$/.test(word));
  const name = program?.replace(/^.*\//, '') ?? '';
  return LANGUAGES.find(({ interpreters }) => interpreters?.test(name));
}

/** What the languages know of projects, of settings of tests, and of tampering, each once. */
export const PROJECTS = LANGUAGES.flatMap(({ projects }) => projects ?? []);
export const SETTINGS = LANGUAGES.flatMap(({ settings }) => settings ?? []);
export const TAMPER: readonly Tamper[] = [...new Set(LANGUAGES.map(({ tamper }) => tamper))];
