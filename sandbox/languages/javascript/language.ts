// JavaScript and TypeScript, also with JSX: three grammars of one language. Pure.
import type { Language } from '../language.ts';
import { PROJECTS } from './detect.ts';
import { PLACES } from './places.ts';
import { SYNTAX, TYPED_SYNTAX } from './syntax.ts';
import { TESTS } from './tests.ts';
import { TWIN } from './twin.ts';

export const JAVASCRIPT: Language = {
  grammar: 'javascript',
  endings: ['js', 'mjs', 'cjs', 'jsx'],
  interpreters: /^(?:node|deno|bun)$/,
  table: { name: 'JavaScript', ...SYNTAX, ...TESTS, places: PLACES, twin: TWIN },
  projects: PROJECTS,
};

export const TYPESCRIPT: Language = {
  grammar: 'typescript',
  endings: ['ts', 'mts', 'cts'],
  interpreters: undefined,
  table: { name: 'TypeScript', ...TYPED_SYNTAX, ...TESTS, places: PLACES, twin: TWIN },
  projects: undefined,
};

export const TSX: Language = { ...TYPESCRIPT, grammar: 'tsx', endings: ['tsx'] };
