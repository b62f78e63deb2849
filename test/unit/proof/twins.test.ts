// Twins of tests: what is expected is another, nothing else is, and the text still parses.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../app/proof/build-report.ts';
import { gate } from '../../../app/proof/gate.ts';
import { buildMatrix } from '../../../app/proof/matrix.ts';
import { twinOf } from '../../../app/proof/twins/twin.ts';
import { languageOf } from '../../../sandbox/languages/languages.ts';
import { parse } from '../../support/syntax.ts';
import { CASES, goodRuns, PLAN, reportFacts } from './samples.ts';

/** Language → name of the file, and pairs of an assertion and its twin. */
const PAIRS: Readonly<Record<string, readonly (readonly [test: string, twin: string])[]>> = {
  'a.test.mjs': [
    [`assert.equal(f('x'), 'HELLO, ADA!');`, `assert.equal(f('x'), 'HELLO, ADDA!');`],
    [`assert.equal('ab', f(1));`, `assert.equal('aab', f(1));`],
    [`assert.deepEqual(f(1), { a: [1, ''] });`, `assert.deepEqual(f(1), { a: [2, 'q'] });`],
    [`assert.equal(f(1), expected);`, `assert.equal(f(1), [expected, 0]);`],
    [`assert.match(f(1), /^a+$/);`, `assert.match(f(1), /(?!)/);`],
    [`assert.ok(f(1) === 3);`, `assert.ok(f(1) === 4);`],
    [`assert.ok(await f(1));`, `assert.ok(!(await f(1)));`],
    [`assert(!f(1));`, `assert(!!(f(1)));`],
    [`assert.equal(f(1), true);`, `assert.equal(f(1), false);`],
    [`assert.equal(f(1), 10n);`, `assert.equal(f(1), (10n + 1n));`],
    [`expect(f(0.1)).toBeCloseTo(0.3);`, `expect(f(0.1)).toBeCloseTo(7919.3);`],
    [`expect(f(1)).toBeNull();`, `expect([f(1), 0]).toBeNull();`],
    [`assert.throws(() => f(1));`, `assert.throws(() => {});`],
    [`assert.throws(() => f(1), 'no text');`, `assert.throws(() => {}, 'no text');`],
    [`assert.throws(() => f(1), /bad/);`, `assert.throws(() => f(1), /(?!)/);`],
    [`await assert.rejects(f(1));`, `await assert.rejects(Promise.resolve());`],
    [`expect(() => f(1)).toThrow('bad');`, `expect(() => f(1)).toThrow('baad');`],
    [`assert.notEqual(f(1), 3);`, `(() => { throw new Error('q'); })();`],
  ],
  'a.test.ts': [
    [
      `expect(f<number>(1)).toEqual({ a: 1 as const });`,
      `expect(f<number>(1)).toEqual({ a: 2 as const });`,
    ],
  ],
  'test_a.py': [
    [`self.assertEqual(f(1), """ab""")`, `self.assertEqual(f(1), """aab""")`],
    [`self.assertEqual(f(1), [])`, `self.assertEqual(f(1), [[], 0])`],
    [
      `self.assertAlmostEqual(f(1), 2.5, places=1)`,
      `self.assertAlmostEqual(f(1), 7921.5, places=1)`,
    ],
    [`self.assertFalse(f(1))`, `self.assertFalse((not (f(1))))`],
    [`self.assertIn("ab", f(1))`, `self.assertIn("aab", f(1))`],
    [`self.assertRaises(ValueError, f, 3)`, `self.assertRaises(StopAsyncIteration, f, 3)`],
    [
      `self.assertRaisesRegex(ValueError, "bad", f, 3)`,
      `self.assertRaisesRegex(ValueError, "baad", f, 3)`,
    ],
    [`self.assertEqual(same(f(1)), same(3))`, `self.assertEqual(same(f(1)), same(4))`],
    [`self.assertEqual(f(1), len([3]))`, `self.assertEqual(f(1), [len([3]), 0])`],
    [`assert f(1) == 3`, `assert f(1) == 4`],
    [`assert f(1)`, `assert (not (f(1)))`],
    [`assert f(1) != 3`, `raise AssertionError('q')`],
  ],
  'a.test.sh': [
    [`test "$(f 1)" = 3`, `test "$(f 1)" = 4`],
    [`[ "$(f 1)" = "ab" ]`, `[ "$(f 1)" = "aab" ]`],
    [`test "$(f 1)" = "$x"`, `false`],
    [`test "$(f 1)" = 3\ntest "$(f 2)" = 5`, `test "$(f 1)" = 4\ntest "$(f 2)" = 6`],
    [`! grep -q bad out`, `! true`],
    [`if grep -q bad out; then exit 1; fi`, `if true; then exit 1; fi`],
    [`grep -q bad out && exit 1`, `true && exit 1`],
    [`grep -q good out || exit 1`, `false || exit 1`],
  ],
  'a_test.go': [
    [
      `func TestA(t *testing.T) { if got := f(1); got != 3 { t.Errorf("%d", got) } }`,
      `func TestA(t *testing.T) { if got := f(1); got != 4 { t.Errorf("%d", got) } }`,
    ],
    [
      `func TestA(t *testing.T) { if !f(1) { t.Fatal("no") } }`,
      `func TestA(t *testing.T) { if !!(f(1)) { t.Fatal("no") } }`,
    ],
  ],
  'a_test.rb': [[`assert_equal 3, f(1)`, `assert_equal 4, f(1)`]],
};

async function twin(path: string, text: string): Promise<string | undefined> {
  const language = languageOf(path);
  assert.ok(language);
  const made = twinOf(path, await parse(language.grammar, text));
  if (made !== undefined) assert.equal((await parse(language.grammar, made)).hasError, false, made);
  return made;
}

describe('a twin expects something else', () => {
  for (const [path, pairs] of Object.entries(PAIRS)) {
    for (const [text, expected] of pairs) {
      it(`${path}: ${text}`, async () => {
        assert.equal(await twin(path, text), expected);
      });
    }
  }

  it('in every test of a file, and in helpers that assert for them', async () => {
    const text = `function check(x) { assert.equal(f(x), 1); }
test('a', () => { assert.equal(f(1), 1); assert.equal(f(2), 2); });
test('b', () => { assert.equal(f(3), 3); });
`;
    const made = await twin('a.test.mjs', text);
    assert.equal(
      made,
      text
        .replace('f(x), 1', 'f(x), 2')
        .replace('f(1), 1', 'f(1), 2')
        .replace('f(3), 3', 'f(3), 4'),
    );
  });

  it('where an assertion says most: what only asks for something may be all that is reached', async () => {
    const text = `test('a', () => { assert.ok(f(1) > 0); if (g) assert.notEqual(f(1), f(2)); });`;
    assert.equal(
      await twin('a.test.mjs', text),
      text.replace('assert.notEqual(f(1), f(2))', `(() => { throw new Error('q'); })()`),
    );
  });

  it('and there is none where nothing is asserted or the language is unknown', async () => {
    assert.equal(await twin('a.test.mjs', `f(1);`), undefined);
    assert.equal(twinOf('a.php', await parse('javascript', 'x')), undefined);
  });
});

describe('the gate on twins', () => {
  const matrix = buildMatrix({ plan: PLAN, cases: CASES, runs: goodRuns(), attempt: 2 });
  const red = { exitCode: 1, output: '', redKind: 'assertion' } as const;
  const green = { exitCode: 0, output: '' };
  const reasonsOf = (twins?: Parameters<typeof gate>[0]['twins']) =>
    gate({ matrix, outsideFence: [], twins }).reasons.map(
      ({ rule, caseId }) => `${rule} ${caseId}`,
    );

  it('lets pass what fails when it expects something else', () => {
    assert.deepEqual(reasonsOf([{ caseId: 'T1', ...red }]), []);
    assert.deepEqual(reasonsOf(), []);
  });

  it('refuses what stays green, by name', () => {
    assert.deepEqual(
      reasonsOf([
        { caseId: 'T1', ...green },
        { caseId: 'T2', ...red },
      ]),
      ['twin T1'],
    );
  });

  it('counts them in the report, and says which have none', () => {
    const report = buildReport(reportFacts({ twins: [{ caseId: 'T1', ...red }], hunks: [] }));
    const none = CASES.map(({ id }) => id).filter((id) => id !== 'T1');
    assert.deepEqual(report.twins, { red: 1, green: 0, none });
    assert.match(
      report.notMeasured.join('\n'),
      new RegExp(`Whether ${none.join(', ')} would fail`),
    );
  });
});
