// Twins of tests: with every seed what is expected is another, nothing else is, and the text still parses.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport } from '../../../app/proof/build-report.ts';
import { gate } from '../../../app/proof/gate.ts';
import { buildMatrix } from '../../../app/proof/matrix.ts';
import { createDice } from '../../../app/proof/twins/dice.ts';
import { twinOf } from '../../../app/proof/twins/twin.ts';
import { languageOf } from '../../../sandbox/languages/languages.ts';
import { parse } from '../../support/syntax.ts';
import { CASES, goodRuns, PLAN, reportFacts } from './samples.ts';

/** Name of the file → pairs of an assertion and its twin; in ‹› what it may be, as a pattern. */
const PAIRS: Readonly<Record<string, readonly (readonly [test: string, twin: string])[]>> = {
  'a.test.mjs': [
    [`assert.equal(f('x'), 'HELLO, ADA!');`, `assert.equal(f('x'), 'HELLO, ‹[A-Z]{2,3}›A!');`],
    [`assert.equal('ab', f(1));`, `assert.equal('‹[a-z]{2,3}›', f(1));`],
    [`assert.equal(f(1), '\\n\${x}b');`, `assert.equal(f(1), '\\n\${x}‹[a-z]{1,2}›');`],
    [
      `assert.deepEqual(f(1), { a: [1, ''] });`,
      `assert.deepEqual(f(1), { a: [‹[02-9]›, '‹[a-z]{3}›'] });`,
    ],
    [
      `assert.deepEqual(f(1), { constructor: 'ab', toString: 1 });`,
      `assert.deepEqual(f(1), { constructor: '‹[a-z]{2,3}›', toString: ‹[02-9]› });`,
    ],
    [`assert.deepEqual(f(1), [true, false]);`, `assert.deepEqual(f(1), [false, false]);`],
    [`assert.deepEqual(f(1), [1, 2]);`, `assert.deepEqual(f(1), [‹[03-9]›, ‹[03-9]›]);`],
    [`assert.equal(f(1), expected);`, `assert.equal(f(1), ((v) => ‹.*›)(expected));`],
    [`assert.match(f(1), /^a+$/);`, `assert.match(f(1), /‹[a-z]{6}›/);`],
    [
      `assert.match(f(1), /^say hi\\.$/i);`,
      `assert.match(f(1), /^‹[a-z]{3,4}› ‹[a-z]{2,3}›\\.$/i);`,
    ],
    [`assert.ok(f(1) === 3);`, `assert.ok(f(1) === ‹[0-24-9]›);`],
    [`assert.equal(f(1), 180);`, `assert.equal(f(1), ‹[2-9]›80);`],
    [`assert.equal(f(1), 19.99);`, `assert.equal(f(1), ‹[2-9]›9.99);`],
    [
      `assert.ok(await f(1));`,
      `assert.ok(‹(?:!\\(await f\\(1\\)\\)|\\(\\(await f\\(1\\)\\) \\? false : true\\))›);`,
    ],
    [`assert(!f(1));`, `assert(!‹(?:!\\(f\\(1\\)\\)|\\(\\(f\\(1\\)\\) \\? false : true\\))›);`],
    [`assert.equal(f(1), true);`, `assert.equal(f(1), false);`],
    [`assert.equal(f(1), 10n);`, `assert.equal(f(1), (10n + ‹[1-9]›n));`],
    [`expect(f(0.1)).toBeCloseTo(0.3);`, `expect(f(0.1)).toBeCloseTo(‹[5-9][0-9]{3}›.3);`],
    [`expect(f(1)).toBeNull();`, `expect(((v) => ‹.*›)(f(1))).toBeNull();`],
    [`assert.throws(() => f(1));`, `assert.throws(‹.{8,15}›);`],
    [`assert.throws(() => f(1), 'no text');`, `assert.throws(‹.{8,15}›, 'no text');`],
    [`assert.throws(() => f(1), /bad/);`, `assert.throws(() => f(1), /‹[a-z]{6}›/);`],
    [`await assert.rejects(f(1));`, `await assert.rejects(‹.*›);`],
    [`expect(() => f(1)).toThrow('bad');`, `expect(() => f(1)).toThrow('‹[a-z]{6}›');`],
    [`assert.notEqual(f(1), 3);`, `(() => { throw ‹.*›; })();`],
  ],
  'a.test.ts': [
    [
      `expect(f<number>(1)).toEqual({ a: 1 as const });`,
      `expect(f<number>(1)).toEqual({ a: ‹[02-9]› as const });`,
    ],
  ],
  'test_a.py': [
    [`self.assertEqual(f(1), """ab""")`, `self.assertEqual(f(1), """‹[a-z]{2,3}›""")`],
    [`self.assertEqual(f(1), f"{x}b")`, `self.assertEqual(f(1), f"{x}‹[a-z]{1,2}›")`],
    [`self.assertEqual(f(1), [])`, `self.assertEqual(f(1), (lambda v: ‹.*›)([]))`],
    [
      `self.assertAlmostEqual(f(1), 2.5, places=1)`,
      `self.assertAlmostEqual(f(1), ‹[5-9][0-9]{3}|1000[0-9]›.5, places=1)`,
    ],
    [`self.assertFalse(f(1))`, `self.assertFalse((‹.*›))`],
    [`self.assertIn("ab", f(1))`, `self.assertIn("‹[a-z]{5}›", f(1))`],
    [`self.assertIn(3, f(1))`, `self.assertIn(‹[5-9][0-9]{3}|1000[0-9]›, f(1))`],
    [`self.assertRaises(ValueError, f, 3)`, `self.assertRaises(‹[A-Z][A-Za-z]+›, f, 3)`],
    [
      `self.assertRaisesRegex(ValueError, "bad", f, 3)`,
      `self.assertRaisesRegex(ValueError, "‹[a-z]{6}›", f, 3)`,
    ],
    [`self.assertRegex(f(1), "no such (file|name)")`, `self.assertRegex(f(1), "‹[a-z]{6}›")`],
    [`self.assertEqual(same(f(1)), same(3))`, `self.assertEqual(same(f(1)), same(‹[0-24-9]›))`],
    [`self.assertEqual(f(1), len([3]))`, `self.assertEqual(f(1), (lambda v: ‹.*›)(len([3])))`],
    [`assert f(1) == 3`, `assert f(1) == ‹[0-24-9]›`],
    [`assert f(1)`, `assert (‹.*›)`],
    [`assert f(1) != 3`, `raise AssertionError('‹[a-z]{6}›')`],
  ],
  'a.test.sh': [
    [`test "$(f 1)" = 3`, `test "$(f 1)" = ‹[0-24-9]›`],
    [`[ "$(f 1)" = "ab" ]`, `[ "$(f 1)" = "‹[a-z]{2,3}›" ]`],
    [`[ "$(f 1)" = ab ]`, `[ "$(f 1)" = ‹[a-z]{2,3}› ]`],
    [`test "$(f 1)" = "$x"`, `false`],
    [
      `test "$(f 1)" = 3\ntest "$(f 2)" = 5`,
      `test "$(f 1)" = ‹[0-24-9]›\ntest "$(f 2)" = ‹[0-46-9]›`,
    ],
    [`! grep -q bad out`, `! true`],
    [`if grep -q bad out; then exit 1; fi`, `if true; then exit 1; fi`],
    [`grep -q bad out && exit 1`, `true && exit 1`],
    [`grep -q good out || exit 1`, `false || exit 1`],
  ],
  'a_test.go': [
    [
      `func TestA(t *testing.T) { if got := f(1); got != 3 { t.Errorf("%d", got) } }`,
      `func TestA(t *testing.T) { if got := f(1); got != ‹[0-24-9]› { t.Errorf("%d", got) } }`,
    ],
    [
      `func TestA(t *testing.T) { if !f(1) { t.Fatal("no") } }`,
      `func TestA(t *testing.T) { if !!(f(1)) { t.Fatal("no") } }`,
    ],
  ],
  'a_test.rb': [[`assert_equal 3, f(1)`, `assert_equal ‹[0-24-9]›, f(1)`]],
};

const SEEDS = Array.from({ length: 24 }, (_none, index) => `seed ${index}`);

async function twin(path: string, text: string, seed = ''): Promise<string | undefined> {
  const language = languageOf(path);
  assert.ok(language);
  const made = twinOf(path, await parse(language.grammar, text), createDice(seed, path));
  if (made !== undefined) assert.equal((await parse(language.grammar, made)).hasError, false, made);
  return made;
}

function patternOf(text: string): RegExp {
  const parts = text.split(/‹(.*?)›/);
  const source = parts.map((part, index) =>
    index % 2 === 0 ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?:${part})`,
  );
  return new RegExp(`^${source.join('')}$`);
}

describe('a twin expects something else', () => {
  for (const [path, pairs] of Object.entries(PAIRS)) {
    for (const [text, expected] of pairs) {
      it(`${path}: ${text}`, async () => {
        for (const seed of SEEDS) {
          const made = (await twin(path, text, seed)) ?? assert.fail('there is none');
          assert.match(made, patternOf(expected));
          assert.notEqual(made, text);
        }
      });
    }
  }

  it('in every test of a file, and in helpers that assert for them', async () => {
    const text = `function check(x) { assert.equal(f(x), 1); }
test('a', () => { assert.equal(f(1), 1); assert.equal(f(2), 2); });
test('b', () => { assert.equal(f(3), 3); });
`;
    for (const seed of SEEDS) {
      const made = await twin('a.test.mjs', text, seed);
      const lines = made?.split('\n') ?? [];
      for (const [at, line] of text.split('\n').slice(0, 3).entries()) {
        assert.notEqual(lines[at], line);
      }
    }
  });

  it('of one seed always the same, of others not', async () => {
    const text = `test('a', () => { assert.equal(f(1), 'some text'); });`;
    const made = await Promise.all(SEEDS.map(async (seed) => await twin('a.test.mjs', text, seed)));
    assert.ok(new Set(made).size > SEEDS.length / 2);
    assert.equal(await twin('a.test.mjs', text, 'seed 3'), made[3]);
  });

  it('in any assertion that surely runs', async () => {
    const text = `test('a', () => { assert.equal(f(1), 1); assert.equal(f(2), 2); if (g) assert.equal(f(3), 3); });`;
    const made = await Promise.all(SEEDS.map(async (seed) => await twin('a.test.mjs', text, seed)));
    assert.ok(made.some((one) => one?.includes('f(1), 1') && !one.includes('f(2), 2')));
    assert.ok(made.some((one) => one?.includes('f(2), 2') && !one.includes('f(1), 1')));
    assert.ok(made.every((one) => one?.includes('f(3), 3')));
  });

  it('where an assertion says most: what only asks for something may be all that is reached', async () => {
    const text = `test('a', () => { assert.ok(f(1) > 0); if (g) assert.notEqual(f(1), f(2)); });`;
    assert.match(
      (await twin('a.test.mjs', text)) ?? '',
      /assert\.ok\(f\(1\) > 0\); if \(g\) \(\(\) =>/,
    );
  });

  it('and there is none where nothing is asserted or the language is unknown', async () => {
    assert.equal(await twin('a.test.mjs', `f(1);`), undefined);
    assert.equal(twinOf('a.php', await parse('javascript', 'x'), createDice('', '')), undefined);
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
