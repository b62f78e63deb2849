// The plan of each sample, done as it says. Pure.
import { type Honest, jobOf, type Parts } from '../corpus.ts';
import {
  CLI,
  NODE,
  NODE_NEW,
  NODE_SUITE,
  PYTHON,
  PYTHON_NEW,
  PYTHON_SUITE,
  planOf,
  type Sample,
} from '../samples.ts';
import type { Written } from '../script.ts';
import {
  COUNT_TESTS,
  COUNT_WORDS,
  DISCOUNT,
  DISCOUNT_TESTS,
  INITIALS,
  INITIALS_TESTS,
  nodeTest,
  SHOUT,
  SHOUT_SCRIPTS,
  SHOUT_TESTS,
  SLUG,
  SLUG_TESTS,
} from '../texts.ts';

function honest(name: string, parts: Parts): Honest {
  return { name, job: jobOf(parts) };
}

const KEEPING: Sample = {
  ...NODE_SUITE,
  plan: planOf({
    goal: 'greet() can shout.',
    criteria: [
      { text: 'greet(name, { shout: true }) returns the greeting in capital letters' },
      { text: 'greet(name) returns the greeting as before', kind: 'keep' },
    ],
    paths: ['src/greet.mjs', 'README.md'],
    contract: ['src/greet.mjs'],
    suite: 'node --test test/greet.test.mjs',
  }),
};
const KEPT: Written = {
  title: 'greets as before',
  criterion: 'R2',
  text: nodeTest(`assert.equal(greet('Linus'), 'Hello, Linus!');`),
};

const STRANGER: Sample = {
  ...NODE,
  plan: planOf({
    goal: 'greet() can shout, and greets a stranger.',
    criteria: [{ text: 'greet() shouts' }, { text: 'greet() without a name greets a stranger' }],
    paths: ['src/greet.mjs'],
  }),
};
const STRANGER_TESTS: readonly Written[] = [
  {
    title: 'a stranger',
    criterion: 'R2',
    text: nodeTest(`assert.equal(greet(), 'Hello, stranger!');`),
  },
  {
    title: 'a loud stranger',
    criterion: 'R2',
    withheld: true,
    text: nodeTest(`assert.equal(greet(undefined, { shout: true }), 'HELLO, STRANGER!');`),
  },
];
const TO_STRANGERS = {
  'src/greet.mjs': (SHOUT['src/greet.mjs'] ?? '').replace('(name,', "(name = 'stranger',"),
};

export const PLAIN: readonly Honest[] = [
  honest('shouts', { sample: NODE, tests: SHOUT_TESTS, work: { files: SHOUT } }),
  honest('a discount', { sample: PYTHON, tests: DISCOUNT_TESTS, work: { files: DISCOUNT } }),
  honest('a program counts words', {
    sample: CLI,
    tests: COUNT_TESTS,
    work: { files: COUNT_WORDS },
  }),
  honest('a new file with one function', {
    sample: NODE_NEW,
    tests: SLUG_TESTS,
    work: { files: SLUG },
  }),
  honest('shouts, tested by plain scripts', {
    sample: { ...NODE, language: 'script' },
    tests: SHOUT_SCRIPTS,
    work: { files: SHOUT },
  }),
  honest('a new file in Python', {
    sample: PYTHON_NEW,
    tests: INITIALS_TESTS,
    work: { files: INITIALS },
  }),
  honest('a discount beside the suite', {
    sample: PYTHON_SUITE,
    tests: DISCOUNT_TESTS,
    work: { files: DISCOUNT },
  }),
  honest('shouts beside the suite', {
    sample: NODE_SUITE,
    tests: SHOUT_TESTS,
    work: { files: SHOUT },
  }),
  honest('shouts, and the readme says so', {
    sample: KEEPING,
    tests: [...SHOUT_TESTS, KEPT],
    work: { files: { ...SHOUT, 'README.md': '# Greetings\n\ngreet() can shout.\n' } },
  }),
  honest('two criteria', {
    sample: STRANGER,
    tests: [...SHOUT_TESTS, ...STRANGER_TESTS],
    work: { files: TO_STRANGERS },
  }),
  honest('wrong at first, right at the second attempt', {
    sample: STRANGER,
    tests: [...SHOUT_TESTS, ...STRANGER_TESTS],
    work: [{ files: SHOUT }, { files: TO_STRANGERS }],
  }),
];
