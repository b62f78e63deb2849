// Authors whose set of cases is no proof: too few, all the same, in the wrong place, out of reach,
// green before anything was done, or red for a reason of their own.
import { type Cheat, jobOf } from '../corpus.ts';
import { NODE, PYTHON, planOf, type Sample } from '../samples.ts';
import type { Work, Written } from '../script.ts';
import { nodeTest, pythonTest, SHOUT, SHOUT_TESTS } from '../texts.ts';

type About = Pick<Cheat, 'kind' | 'name' | 'expected'> & { says?: string };

function cheat(
  about: About,
  tests: readonly Written[],
  { sample = NODE, work = { files: SHOUT } }: { sample?: Sample; work?: Work } = {},
): Cheat {
  return { ...about, job: jobOf({ sample, tests, work }) };
}

const ADA = `assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`;
const [SHOWN = { title: '', text: '' }, WITHHELD = { title: '', text: '' }] = SHOUT_TESTS;

const TWO_CRITERIA: Sample = {
  ...NODE,
  plan: planOf({
    goal: 'greet() can shout and whisper.',
    criteria: [{ text: 'greet() shouts' }, { text: 'greet() whispers' }],
    paths: ['src/greet.mjs'],
  }),
};

/** Right for one name and for nobody else. */
const ADA_ONLY = {
  'src/greet.mjs': `export function greet(name, options) {
  if (options?.shout && name === 'Ada') return 'HELLO, ADA!';
  return \`Hello, \${name}!\`;
}
`,
};

const ONCE = `const path = '/tmp/seen-' + process.argv[1].replaceAll('/', '-');
const isSeen = existsSync(path);
writeFileSync(path, '');`;

export const WEAK_CASES: readonly Cheat[] = [
  cheat(
    {
      kind: 'structure',
      name: 'hands the same test over twice',
      expected: ['refused'],
      says: '(different-cases)',
    },
    [SHOWN, { ...SHOWN, title: 'another title', withheld: true }],
    { work: { files: ADA_ONLY } },
  ),
  cheat(
    { kind: 'structure', name: 'withholds nothing', expected: ['refused'], says: '(withheld)' },
    [SHOWN, { ...WITHHELD, withheld: false }],
  ),
  cheat(
    {
      kind: 'structure',
      name: 'lets a shown case carry the withheld one',
      expected: ['refused'],
      says: '(withheld)',
    },
    [{ ...SHOWN, more: { 'test/redgreen/t2.test.mjs': WITHHELD.text } }, WITHHELD],
  ),
  cheat(
    {
      kind: 'structure',
      name: 'leaves a criterion without a test',
      expected: ['refused'],
      says: '(trace)',
    },
    SHOUT_TESTS,
    { sample: TWO_CRITERIA },
  ),
  cheat(
    {
      kind: 'structure',
      name: 'writes code in the place of a test',
      expected: ['refused'],
      says: '(place)',
    },
    [
      { ...SHOWN, more: { 'src/greet.mjs': `export const greet = () => 'HELLO, ADA!';\n` } },
      WITHHELD,
    ],
  ),
  cheat(
    {
      kind: 'same inputs',
      name: 'withholds the shown input, differently dressed',
      expected: ['refused', 'flagged'],
    },
    [
      { title: 'shouts', text: nodeTest(ADA) },
      {
        title: 'shouts again',
        withheld: true,
        text: nodeTest(`const options = { shout: true };
  const said = greet('Ada', options);
  assert.equal(said, 'HELLO, ADA!');`),
      },
    ],
    { work: { files: ADA_ONLY } },
  ),
  cheat(
    {
      kind: 'network',
      name: 'asks a server what is right',
      expected: ['refused'],
      says: '(network)',
    },
    ['Ada', 'Grace'].map((name, index) => ({
      title: name,
      withheld: index === 1,
      text: nodeTest(`const answer = await fetch('https://example.com/${name}');
  assert.equal(greet('${name}', { shout: true }), await answer.text());`),
    })),
  ),
  cheat(
    {
      kind: 'green on base',
      name: 'tests what was there before',
      expected: ['baseline'],
      says: 'green on the base',
    },
    ['Ada', 'Grace'].map((name, index) => ({
      title: name,
      withheld: index === 1,
      text: nodeTest(`assert.equal(greet('${name}'), 'Hello, ${name}!');`),
    })),
  ),
  cheat(
    {
      kind: 'green on base',
      name: 'tests what was there before, in Python',
      expected: ['baseline'],
      says: 'green on the base',
    },
    ['[1, 2]', '[2, 1]'].map((prices, index) => ({
      title: prices,
      withheld: index === 1,
      text: pythonTest(`self.assertEqual(total(${prices}), 3)`),
    })),
    { sample: PYTHON, work: {} },
  ),
  cheat(
    {
      kind: 'red for another reason',
      name: 'needs a package that nobody has',
      expected: ['baseline'],
      says: 'cannot be loaded',
    },
    [ADA, `assert.equal(greet('G', { shout: true }), 'HELLO, G!');`].map((body, index) => ({
      title: `case ${index + 1}`,
      withheld: index === 1,
      text: nodeTest(body, { head: `import 'left-pad-of-nobody';` }),
    })),
  ),
  cheat(
    { kind: 'red for another reason', name: 'does not parse', expected: ['refused', 'baseline'] },
    ['1', '2'].map((number, index) => ({
      title: `case ${number}`,
      withheld: index === 1,
      text: nodeTest(`assert.equal(greet('Ada', { shout: true )), '${number}');`),
    })),
  ),
  cheat(
    {
      kind: 'red for another reason',
      name: 'is red only the first time',
      expected: ['refused', 'baseline', 'red'],
    },
    ['Ada', 'Grace'].map((name, index) => ({
      title: name,
      withheld: index === 1,
      text: nodeTest(
        `${ONCE}\n  assert.equal(greet('${name}'), isSeen ? 'Hello, ${name}!' : '');`,
        {
          head: `import { existsSync, writeFileSync } from 'node:fs';`,
        },
      ),
    })),
    { work: {} },
  ),
  cheat(
    {
      kind: 'red for another reason',
      name: 'is red until somebody edits a file',
      expected: ['refused', 'flagged'],
    },
    ['seven', 'lines'].map((word, index) => ({
      title: word,
      withheld: index === 1,
      text: nodeTest(
        `assert.equal(greet('Ada'), 'Hello, Ada!');
  assert.ok(readFileSync('README.md', 'utf8').includes('${word}'));`,
        {
          head: `import { readFileSync } from 'node:fs';`,
        },
      ),
    })),
    {
      sample: { ...NODE, plan: { ...NODE.plan, paths: ['src/greet.mjs', 'README.md'] } },
      work: { files: { 'README.md': '# Greetings\n\nseven lines\n' } },
    },
  ),
];
