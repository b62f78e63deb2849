// Python. Pure.
import type { Language } from '../language.ts';
import { ASKED } from './asked.ts';
import { PERTURB } from './perturb.ts';
import { PLACES } from './places.ts';
import { PROJECTS } from './projects.ts';
import { SETTINGS } from './settings.ts';
import { SYNTAX } from './syntax.ts';
import { TAMPER } from './tamper.ts';
import { TESTS } from './tests.ts';
import { TWIN } from './twin.ts';

export const PYTHON: Language = {
  grammar: 'python',
  endings: ['py'],
  interpreters: /^python[\d.]*$/,
  inline: /^python[\d.]*$/,
  testsNamedBy: 'module',
  besideCode: undefined,
  table: { name: 'Python', ...SYNTAX, ...TESTS, places: PLACES, twin: TWIN },
  perturb: PERTURB,
  asked: ASKED,
  projects: PROJECTS,
  settings: SETTINGS,
  tamper: TAMPER,
};
