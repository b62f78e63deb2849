// What the judge knows about a language: by text what syntax trees will say later. Types only.
import type { Source, Syntax } from './source.ts';

/** Found at a place, with words that say what is wrong. */
export type Found = { index: number; message: string };
export type Import = { index: number; module: string; isComputed: boolean };

export type Language = {
  id: 'javascript' | 'python' | 'go' | 'shell';
  name: string;
  endings: readonly string[];
  syntax: Syntax;
  skips: (source: Source) => Found[];
  mocks: (source: Source, isProjectModule: (module: string) => boolean) => Found[];
  network: (source: Source) => Found[];
  tautologies: (source: Source) => Found[];
  hasAssertion: (source: Source) => boolean;
  /** Undefined: this language's imports are not read yet. */
  imports: ((source: Source) => Import[]) | undefined;
};
