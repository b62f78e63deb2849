// Shell: scripts that are run, without modules and without manifests. Pure.
import type { Language } from '../language.ts';
import { SYNTAX } from './syntax.ts';
import { TAMPER } from './tamper.ts';
import { TESTS } from './tests.ts';
import { TWIN } from './twin.ts';

export const SHELL: Language = {
  grammar: 'bash',
  endings: ['sh', 'bash'],
  interpreters: /^(?:ba|da|z|k)?sh$/,
  inline: undefined,
  testsNamedBy: 'path',
  besideCode: undefined,
  table: { name: 'shell', ...SYNTAX, ...TESTS, places: undefined, twin: TWIN },
  perturb: undefined,
  asked: undefined,
  projects: undefined,
  settings: undefined,
  tamper: TAMPER,
};
