// Rust. Pure.
import type { Language } from '../language.ts';
import { PROJECTS } from './detect.ts';
import { PLACES } from './places.ts';
import { SYNTAX } from './syntax.ts';
import { TESTS } from './tests.ts';
import { TWIN } from './twin.ts';

export const RUST: Language = {
  grammar: 'rust',
  endings: ['rs'],
  interpreters: undefined,
  table: { name: 'Rust', ...SYNTAX, ...TESTS, places: PLACES, twin: TWIN },
  projects: PROJECTS,
};
