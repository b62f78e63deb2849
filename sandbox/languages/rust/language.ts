// Rust. Pure.
import type { Language } from '../language.ts';
import { PLACES } from './places.ts';
import { PROJECTS } from './projects.ts';
import { SETTINGS } from './settings.ts';
import { SYNTAX } from './syntax.ts';
import { TAMPER } from './tamper.ts';
import { TESTS } from './tests.ts';
import { TWIN } from './twin.ts';

export const RUST: Language = {
  grammar: 'rust',
  endings: ['rs'],
  interpreters: undefined,
  inline: undefined,
  testsNamedBy: 'name',
  besideCode: undefined,
  table: { name: 'Rust', ...SYNTAX, ...TESTS, places: PLACES, twin: TWIN },
  perturb: undefined,
  asked: undefined,
  projects: PROJECTS,
  settings: SETTINGS,
  tamper: TAMPER,
};
