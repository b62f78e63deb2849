// Java. Pure.
import type { Language } from '../language.ts';
import { PROJECTS } from './detect.ts';
import { PLACES } from './places.ts';
import { SYNTAX } from './syntax.ts';
import { TESTS } from './tests.ts';
import { TWIN } from './twin.ts';

export const JAVA: Language = {
  grammar: 'java',
  endings: ['java'],
  interpreters: undefined,
  table: { name: 'Java', ...SYNTAX, ...TESTS, places: PLACES, twin: TWIN },
  projects: PROJECTS,
};
