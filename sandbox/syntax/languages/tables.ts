// Which table belongs to which language. One without a table is said to be unknown. Pure.
import type { Language } from '../language.ts';
import { GO } from './go.ts';
import { JAVA } from './java.ts';
import { JAVASCRIPT, TYPESCRIPT } from './javascript.ts';
import { PYTHON } from './python.ts';
import { RUBY } from './ruby.ts';
import { RUST } from './rust.ts';
import { SHELL } from './shell.ts';
import type { LanguageTable } from './table.ts';

const TABLES: Readonly<Partial<Record<Language, LanguageTable>>> = {
  bash: SHELL,
  javascript: JAVASCRIPT,
  typescript: TYPESCRIPT,
  tsx: TYPESCRIPT,
  python: PYTHON,
  go: GO,
  rust: RUST,
  java: JAVA,
  ruby: RUBY,
};

export function tableOf(language: Language | undefined): LanguageTable | undefined {
  return language === undefined ? undefined : TABLES[language];
}
