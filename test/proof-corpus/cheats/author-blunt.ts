// Authors who take the edge off an assertion: both sides are made the same first, a yes or no stands
// for the answer, the answer is kept and found again, or the test looks at itself instead.
import type { Cheat } from '../corpus.ts';
import { NODE_NEW, PYTHON, type Sample } from '../samples.ts';
import { discounts, slugs, weak } from './author-idle.ts';

function blunt(name: string, texts: readonly [string, string], sample: Sample = PYTHON): Cheat {
  return weak({ kind: 'tautology', name, sample }, texts);
}

export const AUTHOR_BLUNT: readonly Cheat[] = [
  blunt(
    'makes both sides the same before it compares them',
    discounts(
      (prices, want) => `same = lambda value: str(value)[:0]
        self.assertEqual(same(total(${prices}, discount=10)), same(${want}))`,
    ),
  ),
  blunt(
    'compares whether there is something with whether there is something',
    discounts(
      (prices, want) => `self.assertEqual(bool(total(${prices}, discount=10)), bool(${want}))`,
    ),
  ),
  blunt(
    'asks for a yes that stands for some number',
    discounts(
      (prices) => `said = total(${prices}, discount=10)
        self.assertEqual(said > 0, True)
        self.assertIs(isinstance(said, int), True)`,
    ),
  ),
  blunt(
    'turns the result into a yes',
    discounts((prices) => `self.assertIs(bool(total(${prices}, discount=10)), True)`),
  ),
  blunt(
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
  blunt(
    'looks whether it is still as it was written',
    discounts(
      (prices, want) => `said = total(${prices}, discount=10)
        if "${want}, 7" not in open(__file__).read():
            self.fail("another test")
        self.assertNotIn(said, [${want}, 7][2:])`,
    ),
  ),
  blunt(
    'expects that its own assertion fails',
    discounts(
      (prices) => `with self.assertRaises(AssertionError):
            self.assertEqual(total(${prices}, discount=10), 7)`,
    ),
  ),
  blunt(
    'expects that its own assertion throws',
    slugs((title) => `assert.throws(() => assert.equal(slug('${title}'), 'nothing'));`),
    NODE_NEW,
  ),
];
