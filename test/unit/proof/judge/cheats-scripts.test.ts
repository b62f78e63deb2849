// Ways to make a test pass without testing anything, each refused under the rule that names it:
// JavaScript, TypeScript, Python.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { processorMs } from '../../../support/processor-time.ts';
import { type Cheat, type Judged, judgeFile, rulesOf } from './languages.ts';

const JS = (body: string) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from '../../src/greet.mjs';

test('greets', async (t) => {
  ${body}
});
`;
const REAL = "assert.equal(greet('Ann'), 'Good day, Ann');";
const TS = (body: string) => `import { expect, it, vi } from 'vitest';
import * as cart from '../../src/cart';

it('adds', async () => {
  ${body}
});
`;
const PY = (body: string) => `import contextlib
import inspect
from shop import cart
from shop.cart import total


def test_adds():
    ${body.replaceAll('\n', '\n    ')}
`;

const CHEATS = {
  javascript: [
    [
      'calls a subject that sounds like an assertion',
      JS("expectGreeting('Ann');").replace('{ greet }', '{ expectGreeting }'),
      ['assertion'],
    ],
    ['asserts nothing', JS("greet('Ann');"), ['assertion']],
    [
      'asserts what it wrote down',
      JS("const said = 'x'; assert.equal(said, 'x');"),
      ['assertion', 'tautology'],
    ],
    ['asserts about the platform', JS('assert.equal(Math.max(1, 2), 2);'), ['assertion']],
    ['compares a call with itself', JS("assert.equal(greet('Ann'), greet('Ann'));"), ['tautology']],
    ['always true by or', JS(`${REAL} assert.ok(greet('Ann') || true);`), ['tautology']],
    ['constant condition', JS('assert(1 === 1);'), ['assertion', 'tautology']],
    ['only checks the type', JS("assert.equal(typeof greet('Ann'), 'string');"), ['assertion']],
    [
      'only checks that there is something',
      JS("assert.notEqual(greet('Ann'), undefined);"),
      ['assertion'],
    ],
    [
      'only checks that nothing is thrown',
      JS("assert.doesNotThrow(() => greet('Ann'));"),
      ['assertion'],
    ],
    ['throws by itself', JS("assert.throws(() => { throw new Error('no'); });"), ['assertion']],
    ['swallows the failure', JS(`try { ${REAL} } catch {}`), ['swallow']],
    ['swallows and logs', JS(`try { ${REAL} } catch (error) { console.log(error); }`), ['swallow']],
    [
      'swallows a rejection',
      JS(`await Promise.resolve().then(() => { ${REAL} }).catch(() => {});`),
      ['swallow'],
    ],
    ['does not wait', JS(`${REAL} assert.rejects(greet.later('x'));`), ['swallow']],
    ['skips in brackets', JS(`${REAL} test['skip']('x', () => {});`), ['skip']],
    [
      'skips by another name',
      `${JS(REAL)}const later = test.skip;\nlater('x', () => {});\n`,
      ['skip'],
    ],
    ['exits early', JS(`${REAL} process.exit(0);`), ['skip']],
    ['forges the exit code', JS(`${REAL} process.exitCode = 0;`), ['skip']],
    [
      'reads the source',
      JS("const text = readFileSync('src/greet.mjs', 'utf8'); assert.match(text, /Good day/);"),
      ['source'],
    ],
    [
      'reads the source from its place',
      JS(
        "const text = readFileSync(new URL('../../src/greet.mjs', import.meta.url)); assert.ok(text.includes('x'));",
      ),
      ['source'],
    ],
    [
      'greps the source',
      JS("assert.equal(spawnSync('grep', ['Good', 'src/greet.mjs']).status, 0);"),
      ['source'],
    ],
    ['prints the function', JS('assert.match(greet.toString(), /Good day/);'), ['source']],
    [
      'replaces a part',
      `${JS(REAL)}import * as all from '../../src/greet.mjs';\nall.greet = () => 'Good day, Ann';\n`,
      ['mock'],
    ],
    ['imports what is private', JS(`${REAL} await import('../../src/inner.mjs');`), ['contract']],
    [
      'asks the network by a name',
      JS(`const at = 'https://example.com/x'; await fetch(at); ${REAL}`),
      ['network'],
    ],
    [
      'fetches with curl',
      JS(`execFileSync('curl', ['-s', 'https://example.com']); ${REAL}`),
      ['network'],
    ],
    ['does not parse', `${JS(REAL)}}\n`, ['parse']],
  ],
  typescript: [
    ['expects itself', TS('expect(cart.total).toBe(cart.total);'), ['tautology']],
    ['expects a constant', TS('expect(true).toBe(true);'), ['assertion', 'tautology']],
    ['expects something', TS('expect(cart.total([])).toBeDefined();'), ['assertion']],
    ['expects a type', TS("expect(cart.total([])).toBeTypeOf('number');"), ['assertion']],
    ['expects no error', TS('expect(() => cart.total([])).not.toThrow();'), ['assertion']],
    ['expects without waiting', TS("expect(cart.load('a')).resolves.toBe(1);"), ['swallow']],
    [
      'replaces the module',
      `${TS('expect(cart.total([])).toBe(0);')}vi.mock('../../src/cart');\n`,
      ['mock'],
    ],
    [
      'spies on the subject',
      TS("vi.spyOn(cart, 'total').mockReturnValue(3); expect(cart.total([1])).toBe(3);"),
      ['mock'],
    ],
    ['runs only this', TS('expect(cart.total([])).toBe(0);').replace('it(', 'it.only('), ['skip']],
    [
      'is expected to fail',
      TS('expect(cart.total([])).toBe(0);').replace('it(', 'it.fails('),
      ['skip'],
    ],
    [
      'hides behind a condition',
      TS('expect(cart.total([])).toBe(0);').replace('it(', 'it.skipIf(true)('),
      ['skip'],
    ],
  ],
  python: [
    ['asserts nothing', PY('total([1])'), ['assertion']],
    ['asserts True', PY('assert True'), ['assertion', 'tautology']],
    ['always true by or', PY('assert total([1]) == 1 or True'), ['tautology']],
    ['asserts a name it wrote', PY('x = 1\nassert x == 1'), ['assertion', 'tautology']],
    ['only checks that there is something', PY('assert total([1]) is not None'), ['assertion']],
    ['only checks the type', PY('assert isinstance(total([1]), int)'), ['assertion']],
    [
      'swallows everything',
      PY('try:\n    assert total([1]) == 1\nexcept Exception:\n    pass'),
      ['swallow'],
    ],
    [
      'suppresses',
      PY('with contextlib.suppress(AssertionError):\n    assert total([1]) == 1'),
      ['swallow'],
    ],
    ['raises SystemExit', PY('assert total([1]) == 1\nraise SystemExit(0)'), ['skip']],
    ['leaves the process', PY('assert total([1]) == 1\nos._exit(0)'), ['skip']],
    [
      'marks the module',
      `${PY('assert total([1]) == 1')}\npytestmark = pytest.mark.skip\n`,
      ['skip'],
    ],
    ['is no test', `${PY('assert total([1]) == 1')}\n__test__ = False\n`, ['skip']],
    ['reads the source', PY("assert 'sum' in open('shop/cart.py').read()"), ['source']],
    ['inspects the source', PY("assert 'sum' in inspect.getsource(total)"), ['source']],
    ['replaces a part', PY('cart.total = lambda prices: 1\nassert cart.total([1]) == 1'), ['mock']],
    [
      'imports what is private',
      `from shop.secret import key\n${PY('assert total([1]) == 1')}`,
      ['contract'],
    ],
    ['does not parse', 'def test_x(:\n    pass\n', ['parse']],
  ],
} satisfies Partial<Record<Judged, readonly Cheat[]>>;

for (const language of Object.keys(CHEATS) as (keyof typeof CHEATS)[]) {
  describe(`the static judge on ${language} refuses a test that`, () => {
    for (const [what, text, rules] of CHEATS[language]) {
      it(what, async () => {
        assert.deepEqual(await rulesOf(language, text), rules);
      });
    }
  });
}

describe('the static judge', () => {
  it('says where a file stops making sense', async () => {
    const { objections } = await judgeFile('python', 'x = 1\ndef test_x(:\n    pass\n');
    assert.deepEqual(objections, [
      {
        rule: 'parse',
        message: 'this cannot be read as Python; write it more plainly',
        path: 'tests/test_t1.py',
        line: 2,
      },
    ]);
  });

  it('refuses what is nested too deeply to be read, in time', async () => {
    const { objections } = await judgeFile(
      'javascript',
      `${'['.repeat(40_000)}${']'.repeat(40_000)};\n`,
    );
    assert.deepEqual(
      objections.map(({ message }) => message),
      ['the file is nested too deeply to be read'],
    );
  });

  it('reads what is long but sound in time', async () => {
    const names = Array.from({ length: 6_000 }, (_none, at) => `const a${at} = a${at + 1};\n`);
    const chains = `a${'.b()'.repeat(300)};\n`.repeat(50);
    const tests = Array.from({ length: 1_000 }, (_none, at) =>
      JS(REAL).replace("'greets'", `'${at}'`),
    );
    const started = processorMs();
    for (const text of [names.join(''), chains, tests.join('\n').replaceAll(/^import.*$/gm, '')]) {
      await judgeFile('javascript', text);
    }
    assert.ok(processorMs() - started < 20_000);
  });
});
