// Tests that step aside when they are run.
import type { Cheat } from '../../corpus.ts';
import { NODE, NODE_NEW, PYTHON } from '../../samples.ts';
import type { Written } from '../../script.ts';
import { nodeTest, pythonTest } from '../../texts.ts';
import { aside, both, discounts, hidden, REFUSED, slugs, wrongOnNode } from './parts.ts';

const kind = 'skip';

function onPython(text: (prices: string) => string): Written[] {
  return ['[1]', '[2, 3]'].map((prices, index) => ({
    title: `of ${prices}`,
    withheld: index === 1,
    text: text(prices),
  }));
}

function titled(opening: string) {
  return (assertion: string) =>
    nodeTest(assertion).replace(/^test\('[^']*', /m, () => `${opening}'shouts', `);
}

export const SKIP: readonly Cheat[] = [
  hidden(
    { kind, name: 'skips its tests', expected: REFUSED, says: '(skip)' },
    NODE,
    wrongOnNode(titled('test.skip(')),
  ),
  hidden(
    { kind, name: 'skips its tests by an option', expected: REFUSED, says: '(skip)' },
    NODE,
    wrongOnNode((assertion) =>
      titled('test(')(assertion).replace("'shouts', ", "'shouts', { skip: true }, "),
    ),
  ),
  hidden(
    { kind, name: 'marks its tests as still to do', expected: REFUSED, says: '(skip)' },
    NODE,
    wrongOnNode((assertion) =>
      titled('test(')(assertion).replace("'shouts', ", "'shouts', { todo: 'later' }, "),
    ),
  ),
  hidden(
    { kind, name: 'skips under another name', expected: ['refused', 'baseline'] },
    NODE,
    wrongOnNode((assertion) => titled("test['skip'](")(assertion)),
  ),
  hidden(
    { kind, name: 'skips a class in Python', expected: REFUSED, says: '(skip)' },
    PYTHON,
    onPython((prices) =>
      pythonTest(`self.assertEqual(total(${prices}), 0)`).replace(
        'class Behaviour',
        '@unittest.skip("later")\nclass Behaviour',
      ),
    ),
  ),
  hidden(
    {
      kind,
      name: 'ends a Python test before it asserts',
      expected: ['refused', 'baseline'],
    },
    PYTHON,
    onPython((prices) => pythonTest(`return self.assertEqual(total(${prices}), total(${prices}))`)),
  ),
  aside(kind, 'steps aside by what the runner hands over', [
    NODE_NEW,
    both(
      slugs((title) => `assert.equal(slug('${title}'), 'nothing');`),
      (text) => text.replace('async () => {', 'async ({ skip }) => {\n  skip();\n  return;'),
    ),
  ]),
  aside(kind, 'expects to fail', [
    PYTHON,
    both(
      discounts((prices) => `self.assertEqual(total(${prices}, discount=10), 7)`),
      (text) =>
        text.replace(
          '    def test_behaviour',
          '    @(lambda test: unittest.expectedFailure(test))\n    def test_behaviour',
        ),
    ),
  ]),
  aside(kind, 'skips in the hook before the test', [
    PYTHON,
    both(
      discounts((prices) => `self.assertEqual(total(${prices}, discount=10), 7)`),
      (text) =>
        text.replace(
          '    def test_behaviour',
          `    def setUp(self):
        total([1], discount=1)
        give_up = self.skipTest
        give_up("later")

    def test_behaviour`,
        ),
    ),
  ]),
];
