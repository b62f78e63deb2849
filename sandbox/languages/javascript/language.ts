// JavaScript and TypeScript, also with JSX: three grammars of one language. Pure.
import type { Language } from '../language.ts';
import { ASKED } from './asked.ts';
import { PERTURB, TYPED_PERTURB } from './perturb.ts';
import { PLACES } from './places.ts';
import { PROJECTS } from './projects.ts';
import { SETTINGS } from './settings.ts';
import { SYNTAX, TYPED_SYNTAX } from './syntax.ts';
import { TAMPER } from './tamper.ts';
import { TESTS } from './tests.ts';
import { TWIN } from './twin.ts';

export const JAVASCRIPT: Language = {
  grammar: 'javascript',
  endings: ['js', 'mjs', 'cjs', 'jsx'],
  interpreters: /^(?:node|deno|bun)$/,
  inline: /^(?:node|nodejs|deno|bun|tsx|ts-node)$/,
  testsNamedBy: 'path',
  besideCode: undefined,
  table: { name: 'JavaScript', ...SYNTAX, ...TESTS, places: PLACES, twin: TWIN },
  perturb: PERTURB,
  asked: ASKED,
  projects: PROJECTS,
  settings: SETTINGS,
  tamper: TAMPER,
};

/** Its projects are those of JavaScript. */
export const TYPESCRIPT: Language = {
  grammar: 'typescript',
  endings: ['ts', 'mts', 'cts'],
  interpreters: undefined,
  inline: undefined,
  testsNamedBy: 'path',
  besideCode: undefined,
  table: { name: 'TypeScript', ...TYPED_SYNTAX, ...TESTS, places: PLACES, twin: TWIN },
  perturb: TYPED_PERTURB,
  asked: ASKED,
  projects: undefined,
  settings: undefined,
  tamper: TAMPER,
};

export const TSX: Language = { ...TYPESCRIPT, grammar: 'tsx', endings: ['tsx'] };
