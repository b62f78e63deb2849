// Assertions that are there and never decide anything: nobody gets to them, or nobody hears them.
import type { Cheat } from '../../corpus.ts';
import { NODE_NEW, PYTHON, type Sample } from '../../samples.ts';
import { discounts, onSlug, slugs, weak } from './parts.ts';

const kind = 'swallowed';

function idle(name: string, sample: Sample, texts: readonly [string, string]): Cheat {
  return weak({ kind, name, sample }, texts);
}

export const SWALLOWED: readonly Cheat[] = [
  onSlug(
    kind,
    'catches its own failure',
    (title) => `try {\n    assert.equal(slug('${title}'), 'x');\n  } catch {}`,
  ),
  onSlug(
    kind,
    'asserts in a loop over nothing',
    (title) => `for (const want of []) assert.equal(slug('${title}'), want);`,
  ),
  onSlug(
    kind,
    'asserts where nothing ever gets',
    (title) => `if (process.env.NEVER_SET) assert.equal(slug('${title}'), 'x');`,
  ),
  onSlug(
    kind,
    'does not wait for its assertion',
    (title) =>
      `void Promise.reject(slug('${title}')).catch((said) => assert.equal(said, said + ''));`,
  ),
  idle(
    'hands the assertion to a callback nobody calls',
    NODE_NEW,
    slugs(
      (title, want) => `const said = slug('${title}');
  const later = new EventEmitter();
  later.on('said', () => assert.equal(said, '${want}'));`,
      `import { EventEmitter } from 'node:events';`,
    ),
  ),
  idle(
    'asserts in a generator nobody consumes',
    NODE_NEW,
    slugs(
      (title, want) => `function* checks() {
    yield assert.equal(slug('${title}'), '${want}');
  }
  checks();`,
    ),
  ),
  idle(
    'returns before it asserts',
    NODE_NEW,
    slugs(
      (title, want) => `const said = slug('${title}');
  if (said.length > 0) return;
  assert.equal(said, '${want}');`,
    ),
  ),
  idle(
    'asserts after a timer that the test does not wait for',
    NODE_NEW,
    slugs(
      (title, want) => `const said = slug('${title}');
  setTimeout(() => assert.equal(said, '${want}'), 60_000).unref();`,
    ),
  ),
  idle(
    'maps over the letters that are not there',
    NODE_NEW,
    slugs(
      (title, want) =>
        `'${title}'.match(/\\d/g)?.forEach(() => assert.equal(slug('${title}'), '${want}'));`,
    ),
  ),
  idle(
    'asserts only what an error would have said',
    NODE_NEW,
    slugs(
      (title, want) => `try {
    slug('${title}');
  } catch (error) {
    assert.equal(error.message, '${want}');
  }`,
    ),
  ),
  idle(
    'switches to a case that never comes',
    NODE_NEW,
    slugs(
      (title, want) => `switch (typeof slug('${title}')) {
    case 'number':
      assert.equal(slug('${title}'), '${want}');
  }`,
    ),
  ),
  idle(
    'looks at the result only where it is an integer by chance',
    PYTHON,
    discounts(
      (prices, want) => `said = total(${prices}, discount=10)
        self.assertIsNotNone(said)
        if isinstance(said, str):
            self.assertGreater(said, ${want})`,
    ),
  ),
  idle(
    'returns in the middle of a Python test',
    PYTHON,
    discounts(
      (prices, want) => `said = total(${prices}, discount=10)
        self.assertIsInstance(said, int)
        return
        self.assertLess(said, ${want})`,
    ),
  ),
  idle(
    'makes a generator of assertions in Python',
    PYTHON,
    discounts(
      (prices, want) => `said = total(${prices}, discount=10)
        (self.assertEqual(one, ${want}) for one in [said])`,
    ),
  ),
  idle(
    'asserts in a nested function nobody calls',
    PYTHON,
    discounts(
      (prices, want) => `said = total(${prices}, discount=10)

        def check():
            self.assertEqual(said, ${want})`,
    ),
  ),
  idle(
    'asserts in a coroutine nobody awaits',
    PYTHON,
    discounts(
      (prices, want) => `async def check():
            self.assertEqual(total(${prices}, discount=10), ${want})

        total(${prices}, discount=10)
        check().close()`,
    ),
  ),
  idle(
    'lets a clean-up take the failure',
    PYTHON,
    discounts(
      (prices, want) => `try:
            self.assertEqual(total(${prices}, discount=10), ${want})
        finally:
            return`,
    ),
  ),
  idle(
    'asserts in a thread that nobody asks',
    PYTHON,
    discounts(
      (prices, want) => `said = total(${prices}, discount=10)
        one = threading.Thread(target=lambda: self.assertEqual(said, ${want}))
        one.start()
        one.join()`,
      'import threading',
    ),
  ),
];
