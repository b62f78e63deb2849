// Go. Pure.
import type { Language } from '../language.ts';
import { PROJECTS } from './detect.ts';
import { PLACES } from './places.ts';
import { SYNTAX } from './syntax.ts';
import { TESTS } from './tests.ts';
import { TWIN } from './twin.ts';

export const GO: Language = {
  grammar: 'go',
  endings: ['go'],
  interpreters: undefined,
  table: { name: 'Go', ...SYNTAX, ...TESTS, places: PLACES, twin: TWIN },
  projects: PROJECTS,
};
