// Sets of cases that are no proof: too few, in the wrong place, or of no criterion.
import type { Cheat } from '../../corpus.ts';
import { NODE, planOf, type Sample } from '../../samples.ts';
import { SHOUT_TESTS } from '../../texts.ts';
import { ADA_ALONE, handedOver } from './parts.ts';

const kind = 'structure';

const [SHOWN = { title: '', text: '' }, WITHHELD = { title: '', text: '' }] = SHOUT_TESTS;

const TWO_CRITERIA: Sample = {
  ...NODE,
  plan: planOf({
    goal: 'greet() can shout and whisper.',
    criteria: [{ text: 'greet() shouts' }, { text: 'greet() whispers' }],
    paths: ['src/greet.mjs'],
  }),
};

export const STRUCTURE: readonly Cheat[] = [
  handedOver(
    {
      kind,
      name: 'hands the same test over twice',
      expected: ['refused'],
      says: '(different-cases)',
    },
    [SHOWN, { ...SHOWN, title: 'another title', withheld: true }],
    { work: { files: ADA_ALONE } },
  ),
  handedOver({ kind, name: 'withholds nothing', expected: ['refused'], says: '(withheld)' }, [
    SHOWN,
    { ...WITHHELD, withheld: false },
  ]),
  handedOver(
    {
      kind,
      name: 'lets a shown case carry the withheld one',
      expected: ['refused'],
      says: '(withheld)',
    },
    [{ ...SHOWN, more: { 'test/redgreen/t2.test.mjs': WITHHELD.text } }, WITHHELD],
  ),
  handedOver(
    {
      kind,
      name: 'leaves a criterion without a test',
      expected: ['refused'],
      says: '(trace)',
    },
    SHOUT_TESTS,
    { sample: TWO_CRITERIA },
  ),
  handedOver(
    {
      kind,
      name: 'writes code in the place of a test',
      expected: ['refused'],
      says: '(place)',
    },
    [
      { ...SHOWN, more: { 'src/greet.mjs': `export const greet = () => 'HELLO, ADA!';\n` } },
      WITHHELD,
    ],
  ),
];
