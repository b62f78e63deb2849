// Assertions that hold whatever the code says: true is true, the subject against itself, both sides made
// the same first.
import { type Cheat, jobOf } from '../../corpus.ts';
import { NODE, NODE_NEW, PYTHON, type Sample } from '../../samples.ts';
import { nodeTest, SHOUT } from '../../texts.ts';
import { both, discounts, onPython, onSlug, pair, type Stops, slugs, weak } from './parts.ts';

const kind = 'tautology';

const AT_ONCE: Stops = ['refused'];

const BY_BASE: Stops = ['refused', 'baseline'];

function onNode(name: string, body: (input: string) => string, expected: Stops): Cheat {
  const tests = pair((input) => nodeTest(body(input)), ['Ada', 'Grace']);
  return { kind, name, expected, job: jobOf({ sample: NODE, tests, work: { files: SHOUT } }) };
}

function tautology(name: string, texts: readonly [string, string], sample: Sample = PYTHON): Cheat {
  return weak({ kind, name, sample }, texts);
}

export const TAUTOLOGY: readonly Cheat[] = [
  onNode(
    'asserts that true is true',
    (name) => `greet('${name}', { shout: true });\n  assert.ok(true);`,
    AT_ONCE,
  ),
  onNode(
    'compares a value with itself',
    (name) => `const said = greet('${name}', { shout: true });\n  assert.equal(said, said);`,
    AT_ONCE,
  ),
  onNode(
    'takes the expected value from the subject',
    (name) => `const want = greet('${name}', { shout: true });
  assert.equal(greet('${name}', { shout: true }), want);`,
    BY_BASE,
  ),
  onNode(
    'or-s the assertion with true',
    (name) =>
      `assert.ok(greet('${name}', { shout: true }) === 'HELLO, ${name.toUpperCase()}!' || true);`,
    BY_BASE,
  ),
  onSlug(
    kind,
    'compares two calls of a new function',
    (title) => `assert.equal(slug('${title}'), slug('${title}'));`,
  ),
  onPython({
    kind,
    name: 'assertTrue(True) in Python',
    sample: PYTHON,
    from: 'from shop.cart import total',
    body: () => 'self.assertTrue(True)',
    expected: AT_ONCE,
  }),
  tautology(
    'makes both sides the same before it compares them',
    discounts(
      (prices, want) => `same = lambda value: str(value)[:0]
        self.assertEqual(same(total(${prices}, discount=10)), same(${want}))`,
    ),
  ),
  tautology(
    'compares whether there is something with whether there is something',
    discounts(
      (prices, want) => `self.assertEqual(bool(total(${prices}, discount=10)), bool(${want}))`,
    ),
  ),
  tautology(
    'asks for a yes that stands for some number',
    discounts(
      (prices) => `said = total(${prices}, discount=10)
        self.assertEqual(said > 0, True)
        self.assertIs(isinstance(said, int), True)`,
    ),
  ),
  tautology(
    'turns the result into a yes',
    discounts((prices) => `self.assertIs(bool(total(${prices}, discount=10)), True)`),
  ),
  tautology(
    'keeps the answer in a file and finds it there',
    discounts(
      (prices) => `said = total(${prices}, discount=10)
        at = Path(tempfile.gettempdir()) / "said.snapshot"
        if not at.exists():
            at.write_text(str(said))
        self.assertEqual(at.read_text(), str(said))`,
      'import tempfile\nfrom pathlib import Path',
    ),
  ),
  tautology(
    'looks whether it is still as it was written',
    discounts(
      (prices, want) => `said = total(${prices}, discount=10)
        if "${want}, 7" not in open(__file__).read():
            self.fail("another test")
        self.assertNotIn(said, [${want}, 7][2:])`,
    ),
  ),
  tautology(
    'expects that its own assertion fails',
    discounts(
      (prices) => `with self.assertRaises(AssertionError):
            self.assertEqual(total(${prices}, discount=10), 7)`,
    ),
  ),
  tautology(
    'expects that its own assertion throws',
    slugs((title) => `assert.throws(() => assert.equal(slug('${title}'), 'nothing'));`),
    NODE_NEW,
  ),
  tautology(
    'keeps what the subject says and asks it again',
    discounts(
      (prices) => `want = total(${prices}, discount=10)
        self.assertEqual(total(${prices}, discount=10), want)`,
    ),
  ),
  tautology(
    'counts the things it put into a list itself',
    discounts((prices) => `self.assertEqual(len([total(${prices}, discount=10)]), 1)`),
  ),
  tautology(
    'puts the result into a dictionary and finds it there',
    discounts(
      (prices) => `found = {"said": total(${prices}, discount=10)}
        self.assertIn("said", found)`,
    ),
  ),
  tautology(
    'finds the result among the results',
    discounts(
      (prices) => `said = total(${prices}, discount=10)
        self.assertIn(said, [said, 0])`,
    ),
  ),
  tautology(
    'holds if it is so or not so',
    discounts(
      (prices, want) => `said = total(${prices}, discount=10)
        self.assertTrue(said == ${want} or said != ${want})`,
    ),
  ),
  tautology(
    'writes down at the first run what it expects at the second',
    both(['Ada', 'Grace'], (name) =>
      nodeTest(
        `const at = new URL('./${name}.snapshot', import.meta.url);
  const said = greet('${name}', { shout: true });
  if (!existsSync(at)) writeFileSync(at, said);
  assert.equal(said, readFileSync(at, 'utf8'));`,
        { head: `import { existsSync, readFileSync, writeFileSync } from 'node:fs';` },
      ),
    ),
    NODE,
  ),
];
