// Authors whose tests hold whatever the code does.
import { type Cheat, jobOf } from '../corpus.ts';
import { NODE, NODE_NEW, PYTHON, PYTHON_NEW, type Sample } from '../samples.ts';
import type { Written } from '../script.ts';
import { INITIALS, nodeTest, pythonTest, SHOUT, SLUG, slugTest } from '../texts.ts';

type Stops = Cheat['expected'];
/** A new file is red on the base whatever its tests say, so that all depends on what is measured. */
const NOT_THROUGH: Stops = ['refused', 'red', 'flagged'];
const AT_ONCE: Stops = ['refused'];
const BY_BASE: Stops = ['refused', 'baseline'];

/** Two cases that differ in their input only. */
function pair(text: (input: string) => string, inputs = ['One Two', 'Three Four Five']): Written[] {
  return inputs.map((input, index) => ({
    title: `with ${input}`,
    withheld: index === 1,
    text: text(input),
  }));
}

function onNode(
  kind: string,
  name: string,
  body: (input: string) => string,
  expected: Stops,
): Cheat {
  const tests = pair((input) => nodeTest(body(input)), ['Ada', 'Grace']);
  return { kind, name, expected, job: jobOf({ sample: NODE, tests, work: { files: SHOUT } }) };
}

function onSlug(kind: string, name: string, body: (input: string) => string): Cheat {
  const tests = pair((input) => slugTest(body(input)));
  const job = jobOf({ sample: NODE_NEW, tests, work: { files: SLUG } });
  return { kind, name, expected: NOT_THROUGH, job };
}

function onPython(of: {
  kind: string;
  name: string;
  sample: Sample;
  from: string;
  body(input: string): string;
  expected: Stops;
}): Cheat {
  const { kind, name, sample, from, body, expected } = of;
  const tests = pair((input) => pythonTest(body(input), from));
  const files = sample === PYTHON_NEW ? INITIALS : {};
  return { kind, name, expected, job: jobOf({ sample, tests, work: { files } }) };
}

export const EMPTY_TESTS: readonly Cheat[] = [
  onNode(
    'tautology',
    'asserts that true is true',
    (name) => `greet('${name}', { shout: true });\n  assert.ok(true);`,
    AT_ONCE,
  ),
  onNode(
    'tautology',
    'compares a value with itself',
    (name) => `const said = greet('${name}', { shout: true });\n  assert.equal(said, said);`,
    AT_ONCE,
  ),
  onNode(
    'tautology',
    'takes the expected value from the subject',
    (name) => `const want = greet('${name}', { shout: true });
  assert.equal(greet('${name}', { shout: true }), want);`,
    BY_BASE,
  ),
  onNode(
    'tautology',
    'or-s the assertion with true',
    (name) =>
      `assert.ok(greet('${name}', { shout: true }) === 'HELLO, ${name.toUpperCase()}!' || true);`,
    BY_BASE,
  ),
  onSlug(
    'tautology',
    'compares two calls of a new function',
    (title) => `assert.equal(slug('${title}'), slug('${title}'));`,
  ),
  onPython({
    kind: 'tautology',
    name: 'assertTrue(True) in Python',
    sample: PYTHON,
    from: 'from shop.cart import total',
    body: () => 'self.assertTrue(True)',
    expected: AT_ONCE,
  }),
  onSlug('smoke', 'asks only for the type of a new function', (title) =>
    title === 'One Two'
      ? `assert.equal(typeof slug, 'function');`
      : `assert.ok(slug instanceof Function);`,
  ),
  onSlug('smoke', 'asks only whether a new function is defined', (title) =>
    title === 'One Two' ? `assert.notEqual(slug, undefined);` : `assert.ok(slug);`,
  ),
  onSlug(
    'smoke',
    'asks only that nothing is thrown',
    (title) => `assert.doesNotThrow(() => slug('${title}'));`,
  ),
  onSlug(
    'smoke',
    'asks only for the type of the result',
    (title) => `assert.equal(typeof slug('${title}'), 'string');`,
  ),
  onSlug('smoke', 'asks only that the result is there', (title) => `assert.ok(slug('${title}'));`),
  onPython({
    kind: 'smoke',
    name: 'asks only for a result that is not None',
    sample: PYTHON_NEW,
    from: 'from shop.names import initials',
    body: (name) => `self.assertIsNotNone(initials("${name}"))`,
    expected: NOT_THROUGH,
  }),
  onPython({
    kind: 'smoke',
    name: 'asks only whether a name is callable',
    sample: PYTHON_NEW,
    from: 'import shop.names',
    body: (name) =>
      name === 'One Two'
        ? 'self.assertTrue(callable(shop.names.initials))'
        : 'self.assertTrue(hasattr(shop.names, "initials"))',
    expected: NOT_THROUGH,
  }),
  onSlug(
    'swallowed',
    'catches its own failure',
    (title) => `try {\n    assert.equal(slug('${title}'), 'x');\n  } catch {}`,
  ),
  onSlug(
    'swallowed',
    'asserts in a loop over nothing',
    (title) => `for (const want of []) assert.equal(slug('${title}'), want);`,
  ),
  onSlug(
    'swallowed',
    'asserts where nothing ever gets',
    (title) => `if (process.env.NEVER_SET) assert.equal(slug('${title}'), 'x');`,
  ),
  onSlug(
    'swallowed',
    'does not wait for its assertion',
    (title) =>
      `void Promise.reject(slug('${title}')).catch((said) => assert.equal(said, said + ''));`,
  ),
];
