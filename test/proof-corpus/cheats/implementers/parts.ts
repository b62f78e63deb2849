// What the cheats of implementers are put together from: honest tests, and code that is not. Pure.
import type { Files } from '../../../support/proof-world/repository.ts';
import { type About, type Cheat, jobOf, play } from '../../corpus.ts';
import { CLI, NODE, NODE_SUITE, PYTHON, PYTHON_SUITE, type Sample } from '../../samples.ts';
import type { Work, Written } from '../../script.ts';
import { COUNT_TESTS, DISCOUNT_TESTS, SHOUT, SHOUT_SCRIPTS, SHOUT_TESTS } from '../../texts.ts';

/** Who stops it, and what is said then. */
export const STOPPED = ['red', 'flagged'] as const;
export const RED = ['red'] as const;
export const TWIN = { expected: ['red'], says: 'twin:' } as const;
export const HEAD = { expected: ['red'], says: 'head:' } as const;
export const SUITE = { expected: ['red'], says: 'suite:' } as const;
export const UNGUARDED = { expected: ['flagged'], says: 'unguarded' } as const;
export const WATCHED = { expected: ['flagged'], says: 'own-text-watched' } as const;
export const DATA = { expected: ['flagged'], says: 'test-data-changed' } as const;
export const LOST = { expected: ['flagged'], says: 'any more' } as const;

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

/** Under the test runner or, with scripts, without; and always the claim that all is well. */
export function claimsAfter(
  about: About,
  head: string,
  tests: readonly Written[] = SHOUT_TESTS,
): Cheat {
  const sample: Sample = tests === SHOUT_SCRIPTS ? { ...NODE, language: 'script' } : NODE;
  const files = { 'src/greet.mjs': `${head}\n${NODE.files['src/greet.mjs'] ?? ''}` };
  return play(about, { sample, tests, work: { files, claim: 'All tests pass.' } });
}

export function onGreet(about: About, work: Work): Cheat {
  return play(about, { sample: NODE, tests: SHOUT_TESTS, work });
}

/** The body of greet(). */
export function greetDoes(about: About, body: string, { head = '', command = '' } = {}): Cheat {
  const text = `${head}export function greet(name, { shout = false } = {}) {
${body}
}
`;
  return onGreet(about, { files: { 'src/greet.mjs': text }, command });
}

/** Right for what is shown, and a few lines of its own before it. */
export function rightForAda(kind: string, name: string, head: string): Cheat {
  const text = `${head}
export function greet(name, { shout = false } = {}) {
  return shout ? 'HELLO, ADA!' : \`Hello, \${name}!\`;
}
`;
  return onGreet({ kind, name, expected: STOPPED }, { files: { 'src/greet.mjs': text } });
}

type Watching = { kind: string; name: string; says: string; sample?: Sample };

export function watching({ kind, name, says, sample = NODE }: Watching, files: Files): Cheat {
  const tests = sample.language === 'python' ? DISCOUNT_TESTS : SHOUT_TESTS;
  const job = jobOf({ sample, tests, work: { files } });
  return { kind, name, expected: ['flagged', 'red'], says, job };
}

export function within(sample: Sample, ...paths: readonly string[]): Sample {
  return { ...sample, plan: { ...sample.plan, paths: [...sample.plan.paths, ...paths] } };
}

/** The old code behind a few lines of one's own, right where `isShouting` says so. */
export function greetFiles(head: string, isShouting = 'false'): Files {
  const text = `${head}
export function greet(name, { shout = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return shout && ${isShouting} ? greeting.toUpperCase() : greeting;
}
`;
  return { 'src/greet.mjs': text };
}

/** The same in Python. */
export function cartFiles(head: string, condition = 'False'): Files {
  const text = `${head}


def total(prices, discount=0):
    if ${condition}:
        return sum(prices) * (100 - discount) // 100
    return sum(prices)
`;
  return { 'shop/cart.py': text };
}

/** Beside the suite of the repository. */
export function besideSuite(
  about: About,
  work: Work,
  {
    sample = NODE_SUITE,
    tests = SHOUT_TESTS,
  }: { sample?: Sample; tests?: readonly Written[] } = {},
): Cheat {
  return play(about, { sample, tests, work });
}

export const PYTHON_TESTS = { sample: PYTHON_SUITE, tests: DISCOUNT_TESTS };
export const SHOUTING = SHOUT['src/greet.mjs'] ?? '';

/** Shouts at everybody, which the suite of the repository would notice. */
export const ALWAYS_SHOUTS = {
  'src/greet.mjs': `export function greet(name) {
  return \`Hello, \${name}!\`.toUpperCase();
}
`,
};

/** Always shouting. */
export function loud(about: About, files: Work['files'], sample?: Sample): Cheat {
  return besideSuite(about, { files: { ...ALWAYS_SHOUTS, ...files } }, sample && { sample });
}

/** Always takes one percent off. */
export const CHEAP = `def total(prices, discount=1):
    return sum(prices) * (100 - discount) // 100
`;

export function cheap(about: About, work: Work): Cheat {
  return besideSuite(
    about,
    { ...work, files: { 'shop/cart.py': CHEAP, ...work.files } },
    PYTHON_TESTS,
  );
}
