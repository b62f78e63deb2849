// Go. Pure.
import type { Language } from '../language.ts';
import { PERTURB } from './perturb.ts';
import { PLACES } from './places.ts';
import { PROJECTS } from './projects.ts';
import { SETTINGS } from './settings.ts';
import { SYNTAX } from './syntax.ts';
import { TAMPER } from './tamper.ts';
import { TESTS } from './tests.ts';
import { TWIN } from './twin.ts';

export const GO: Language = {
  grammar: 'go',
  endings: ['go'],
  interpreters: undefined,
  inline: undefined,
  testsNamedBy: 'directory',
  besideCode: /_test\.go$/,
  table: { name: 'Go', ...SYNTAX, ...TESTS, places: PLACES, twin: TWIN },
  perturb: PERTURB,
  asked: undefined,
  projects: PROJECTS,
  settings: SETTINGS,
  tamper: TAMPER,
};
