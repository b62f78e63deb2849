// Old behaviour is lost, and the tests of the promise to keep it ask where that cannot be seen.
import { type Cheat, jobOf } from '../corpus.ts';
import { NODE, PYTHON, planOf } from '../samples.ts';
import { nodeTest, pythonTest } from '../texts.ts';
import { STOPPED } from './outsider.ts';

const kind = 'the promise to keep is hardly asked for';

/** The promise to keep is tested where it cannot fail. */
const KEPT_GREETING: Cheat = {
  kind,
  name: 'the promise to keep is asked for its first word only',
  expected: STOPPED,
  job: jobOf({
    sample: {
      ...NODE,
      plan: planOf({
        goal: 'greet() can shout.',
        criteria: [
          { text: 'greet(name, { shout: true }) returns the greeting in capital letters' },
          { text: 'greet(name) greets by name as before', kind: 'keep' },
        ],
        paths: ['src/greet.mjs'],
      }),
    },
    tests: [
      ...['Ada', 'Grace'].map((name, index) => ({
        title: `shouts at ${name}`,
        withheld: index === 1,
        text: nodeTest(
          `assert.equal(greet('${name}', { shout: true }), 'HELLO, ${name.toUpperCase()}!');`,
        ),
      })),
      ...['Ada', 'Bob'].map((name, index) => ({
        title: `still greets ${name}`,
        criterion: 'R2',
        withheld: index === 1,
        text: nodeTest(`assert.equal(greet('${name}').slice(0, 6), 'Hello,');`),
      })),
    ],
    work: {
      files: {
        'src/greet.mjs': `export function greet(name, { shout = false } = {}) {
  return shout ? \`HELLO, \${name.toUpperCase()}!\` : 'Hello, you!';
}
`,
      },
    },
  }),
};

const KEPT_TOTAL: Cheat = {
  kind,
  name: 'the promise to keep is asked of a single price',
  expected: STOPPED,
  job: jobOf({
    sample: {
      ...PYTHON,
      plan: planOf({
        goal: 'total() can take a discount.',
        criteria: [
          { text: 'total(prices, discount=d) takes d percent off, rounded down' },
          { text: 'total(prices) adds up as before', kind: 'keep' },
        ],
        paths: ['shop/cart.py'],
      }),
    },
    tests: [
      ...['[100, 100], discount=10), 180', '[99], discount=50), 49'].map((asked, index) => ({
        title: `takes something off, ${index}`,
        withheld: index === 1,
        text: pythonTest(`self.assertEqual(total(${asked})`),
      })),
      ...['[7]), 7', '[12]), 12'].map((asked, index) => ({
        title: `adds up, ${index}`,
        criterion: 'R2',
        withheld: index === 1,
        text: pythonTest(`self.assertEqual(total(${asked})`),
      })),
    ],
    work: {
      files: {
        'shop/cart.py': `def total(prices, discount=None):
    if discount is None:
        return max(prices)
    return sum(prices) * (100 - discount) // 100
`,
      },
    },
  }),
};

export const HARDLY_KEPT: readonly Cheat[] = [KEPT_GREETING, KEPT_TOTAL];
