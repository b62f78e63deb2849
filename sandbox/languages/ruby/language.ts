// Ruby. Pure.
import type { Language } from '../language.ts';
import { PROJECTS } from './detect.ts';
import { PLACES } from './places.ts';
import { SYNTAX } from './syntax.ts';
import { TESTS } from './tests.ts';
import { TWIN } from './twin.ts';

export const RUBY: Language = {
  grammar: 'ruby',
  endings: ['rb'],
  interpreters: /^ruby$/,
  table: { name: 'Ruby', ...SYNTAX, ...TESTS, places: PLACES, twin: TWIN },
  projects: PROJECTS,
};
