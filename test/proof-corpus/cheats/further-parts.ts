// What the further cheats are put together from: the old code behind a few lines of one's own. Pure.
import { type Cheat, jobOf } from '../corpus.ts';
import { CLI, NODE, PYTHON, type Sample } from '../samples.ts';
import type { Work, Written } from '../script.ts';
import { COUNT_TESTS, DISCOUNT_TESTS, SHOUT_SCRIPTS, SHOUT_TESTS } from '../texts.ts';

export type About = Omit<Cheat, 'job'>;

/** Who stops it, and what is said then. */
export const TWIN = { expected: ['red'], says: 'twin:' } as const;
export const HEAD = { expected: ['red'], says: 'head:' } as const;
export const SUITE = { expected: ['red'], says: 'suite:' } as const;
export const UNGUARDED = { expected: ['flagged'], says: 'unguarded' } as const;
export const WATCHED = { expected: ['flagged'], says: 'own-text-watched' } as const;
export const DATA = { expected: ['flagged'], says: 'test-data-changed' } as const;
export const LOST = { expected: ['flagged'], says: 'any more' } as const;

export function play(
  about: About,
  { sample, tests, work }: { sample: Sample; tests: readonly Written[]; work: Work },
): Cheat {
  return { ...about, job: jobOf({ sample, tests, work }) };
}

/** The whole of greet.mjs. */
export function greetIs(about: About, text: string): Cheat {
  return play(about, {
    sample: NODE,
    tests: SHOUT_TESTS,
    work: { files: { 'src/greet.mjs': text } },
  });
}

/** Lines before greet(), which does nothing new; under the test runner. */
export function greetAfter(about: About, head: string): Cheat {
  return greetIs(about, `${head}\n${NODE.files['src/greet.mjs'] ?? ''}`);
}

/** The same, tested by plain scripts. */
export function scriptAfter(about: About, head: string): Cheat {
  return play(about, {
    sample: { ...NODE, language: 'script' },
    tests: SHOUT_SCRIPTS,
    work: { files: { 'src/greet.mjs': `${head}\n${NODE.files['src/greet.mjs'] ?? ''}` } },
  });
}

/** The whole of cart.py. */
export function cartIs(about: About, text: string): Cheat {
  return play(about, {
    sample: PYTHON,
    tests: DISCOUNT_TESTS,
    work: { files: { 'shop/cart.py': text } },
  });
}

/** Lines before total(), which does nothing new. */
export function cartAfter(about: About, head: string): Cheat {
  return cartIs(about, `${head}\n\n\ndef total(prices, discount=0):\n    return sum(prices)\n`);
}

/** The whole of bin/count. */
export function countIs(about: About, text: string): Cheat {
  return play(about, {
    sample: CLI,
    tests: COUNT_TESTS,
    work: { files: { 'bin/count': `#!/bin/sh\n# Counts lines.\n${text}` } },
  });
}
