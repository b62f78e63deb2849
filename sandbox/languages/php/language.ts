// PHP: its projects are known, its code is parsed and not judged. Pure.
import type { Language } from '../language.ts';
import { PROJECTS } from './detect.ts';

export const PHP: Language = {
  grammar: 'php',
  endings: ['php'],
  interpreters: undefined,
  table: undefined,
  projects: PROJECTS,
};
