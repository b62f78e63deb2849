// The one table of languages the judge knows. A file whose language is not here is reported as not
// judged, never guessed at. Pure.
import { fileName } from '../path-rules.ts';
import { GO } from './go.ts';
import { JAVASCRIPT } from './javascript.ts';
import type { Language } from './language.ts';
import { PYTHON } from './python.ts';
import { SHELL } from './shell.ts';

const LANGUAGES: readonly Language[] = [JAVASCRIPT, PYTHON, GO, SHELL];

const DATA = /\.(?:json|jsonl|txt|md|csv|tsv|ya?ml|toml|xml|html|css|svg|snap|sql|bin|png|golden)$/;

/** `data` holds no code; `unknown` is a language that is not in the table. */
export function languageOf(path: string): Language | 'data' | 'unknown' {
  const name = fileName(path);
  const known = LANGUAGES.find(({ endings }) => endings.some((ending) => name.endsWith(ending)));
  return known ?? (DATA.test(name) ? 'data' : 'unknown');
}
