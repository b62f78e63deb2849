// Assertions that look at the code and would hold for almost anything that it could say.
import type { Cheat } from '../../corpus.ts';
import { CLI, NODE_NEW, PYTHON, PYTHON_NEW, type Sample } from '../../samples.ts';
import { discounts, NOT_THROUGH, onPython, onSlug, slugs, weak } from './parts.ts';

const kind = 'smoke';

function smoke(name: string, texts: readonly [string, string], sample: Sample = PYTHON): Cheat {
  return weak({ kind, name, sample }, texts);
}

function counts(body: (words: string, count: number) => string) {
  const text = (words: string, count: number) => `set -e
file=$(mktemp)
echo '${words}' > "$file"
${body(words, count)}
`;
  return [text('one two three', 3), text('a b c d e', 5)] as const;
}

export const SMOKE: readonly Cheat[] = [
  onSlug(kind, 'asks only for the type of a new function', (title) =>
    title === 'One Two'
      ? `assert.equal(typeof slug, 'function');`
      : `assert.ok(slug instanceof Function);`,
  ),
  onSlug(kind, 'asks only whether a new function is defined', (title) =>
    title === 'One Two' ? `assert.notEqual(slug, undefined);` : `assert.ok(slug);`,
  ),
  onSlug(
    kind,
    'asks only that nothing is thrown',
    (title) => `assert.doesNotThrow(() => slug('${title}'));`,
  ),
  onSlug(
    kind,
    'asks only for the type of the result',
    (title) => `assert.equal(typeof slug('${title}'), 'string');`,
  ),
  onSlug(kind, 'asks only that the result is there', (title) => `assert.ok(slug('${title}'));`),
  onPython({
    kind,
    name: 'asks only for a result that is not None',
    sample: PYTHON_NEW,
    from: 'from shop.names import initials',
    body: (name) => `self.assertIsNotNone(initials("${name}"))`,
    expected: NOT_THROUGH,
  }),
  onPython({
    kind,
    name: 'asks only whether a name is callable',
    sample: PYTHON_NEW,
    from: 'import shop.names',
    body: (name) =>
      name === 'One Two'
        ? 'self.assertTrue(callable(shop.names.initials))'
        : 'self.assertTrue(hasattr(shop.names, "initials"))',
    expected: NOT_THROUGH,
  }),
  smoke(
    'asks only that a number is more than nothing',
    discounts((prices) => `self.assertGreater(total(${prices}, discount=10), 0)`),
  ),
  smoke(
    'asks only that there is some text',
    discounts((prices) => `self.assertRegex(str(total(${prices}, discount=10)), r".+")`),
  ),
  smoke(
    'asks for the name of the type',
    discounts((prices) => `self.assertEqual(total(${prices}, discount=10).__class__, int)`),
  ),
  smoke(
    'asks whether the type is in a list of types',
    discounts((prices) => `self.assertIn(type(total(${prices}, discount=10)), (int, float))`),
  ),
  smoke(
    'asks only that something is not empty',
    discounts((prices) => `self.assertTrue(len(str(total(${prices}, discount=10))) > 0)`),
  ),
  smoke(
    'asks only that the result is another than a word of its own',
    discounts((prices) => `self.assertNotEqual(total(${prices}, discount=10), "nothing")`),
  ),
  smoke(
    'asks for the constructor of the result',
    slugs((title) => `assert.equal(slug('${title}').constructor.name, 'String');`),
    NODE_NEW,
  ),
  smoke(
    'asks only that the length is not nought',
    slugs((title) => `assert.notEqual(slug('${title}').length, 0);`),
    NODE_NEW,
  ),
  smoke(
    'asks only that a program ends well',
    counts(() => `bin/count -w "$file" > /dev/null && test $? -eq 0`),
    CLI,
  ),
  smoke(
    'asks only that a program prints something',
    counts(() => `test -n "$(bin/count -w "$file")"`),
    CLI,
  ),
];
