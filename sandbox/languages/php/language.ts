// PHP: its projects are known, its code is parsed and not judged. Pure.
import type { Language } from '../language.ts';
import { PROJECTS } from './projects.ts';
import { SETTINGS } from './settings.ts';
import { TAMPER } from './tamper.ts';

export const PHP: Language = {
  grammar: 'php',
  endings: ['php'],
  interpreters: undefined,
  inline: /^php$/,
  testsNamedBy: 'name',
  besideCode: undefined,
  table: undefined,
  perturb: undefined,
  asked: undefined,
  projects: PROJECTS,
  settings: SETTINGS,
  tamper: TAMPER,
};
