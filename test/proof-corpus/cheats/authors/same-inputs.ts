// Withheld cases that try what the shown ones try, differently dressed.
import type { Cheat } from '../../corpus.ts';
import { NODE, NODE_NEW, PYTHON } from '../../samples.ts';
import { nodeTest, pythonTest, SHOUT, slugTest } from '../../texts.ts';
import { ADA, ADA_ALONE, aside, handedOver, refused } from './parts.ts';

const kind = 'same inputs';

/** Right for one input and for no other. */
const ADA_ONLY = {
  'src/greet.mjs': `export function greet(name, options) {
  return options?.shout && name === 'Ada' ? 'HELLO, ADA!' : \`Hello, \${name}!\`;
}
`,
};

const TWO_HUNDRED_ONLY = {
  'shop/cart.py': `def total(prices, discount=0):
    return 180 if discount == 10 else sum(prices)
`,
};

const ADA_TEST = nodeTest(`assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`);

export const SAME_INPUTS: readonly Cheat[] = [
  handedOver(
    {
      kind,
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
    { work: { files: ADA_ALONE } },
  ),
  refused({
    kind,
    name: 'withholds the shown name in pieces',
    says: '(different-cases)',
    sample: NODE,
    texts: [
      ADA_TEST,
      nodeTest(`for (const name of [['A', 'da'].join('')]) {
    assert.match(greet(name, { ...{ shout: !0 } }), /^HELLO, ADA!$/);
  }`),
    ],
    work: { files: ADA_ONLY },
  }),
  refused({
    kind,
    name: 'withholds the shown prices, multiplied',
    says: '(different-cases)',
    sample: PYTHON,
    texts: [
      pythonTest('self.assertEqual(total([100, 100], discount=10), 180)'),
      pythonTest('self.assertTrue(total([1e2] * 2, **{"discount": 0xA}) == 180)'),
    ],
    work: { files: TWO_HUNDRED_ONLY },
  }),
  refused({
    kind,
    name: 'withholds the shown name behind a function',
    says: '(different-cases)',
    sample: NODE,
    texts: [
      ADA_TEST,
      nodeTest(`const check = (who, wanted) => assert.equal(greet(who, { shout: true }), wanted);
  check(\`A\${'da'}\`, 'HELLO, ADA!');`),
    ],
    work: { files: { ...SHOUT, ...ADA_ONLY } },
  }),
  aside(kind, 'withholds the shown input among others that say nothing', [
    NODE,
    [
      nodeTest(`assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`),
      nodeTest(`greet('Grace', { shout: true });
  assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`),
    ],
  ]),
  aside(kind, 'withholds the shown title in other spellings', [
    NODE_NEW,
    [
      slugTest(`assert.equal(slug('One Two'), 'one-two');`),
      slugTest(`assert.equal(slug('\\x4fne\\u0020Two'), ['one', 'two'].join('-'));`),
    ],
  ]),
];
