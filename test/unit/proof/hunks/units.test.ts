// What is altered of a hunk that nobody misses: each thing it says, and nothing else.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeHunk, unitName } from '../../../../app/proof/hunks/judge-hunk.ts';
import { planUnits } from '../../../../app/proof/hunks/units.ts';
import { createDice } from '../../../../app/proof/twins/dice.ts';
import { languageOf } from '../../../../sandbox/languages/languages.ts';
import { parse } from '../../../support/syntax.ts';

/** The altered lines, by the number of the unit. */
async function altered(path: string, text: string, lines: readonly [number, number]) {
  const { grammar } = languageOf(path) ?? assert.fail(path);
  const file = { path, head: { text, tree: await parse(grammar, text) } };
  const [startLine, endLine] = lines;
  const units = planUnits(file, { startLine, endLine }, createDice('', ''));
  const before = text.split('\n');
  for (const { content } of units) {
    assert.equal((await parse(grammar, content)).hasError, false, content);
  }
  return units.map(({ name, content }) => {
    const changed = content.split('\n').filter((line, at) => line !== before[at]);
    return `${/unit (\d+)/.exec(name)?.[1]}: ${changed.join().trim()}`;
  });
}

describe('of a hunk is altered', () => {
  it('what is given back, named, gone through and asked', async () => {
    const text = `function f(all) {
  const most = g(all);
  for (const one of all) if (one > most) h(one);
  return most;
}
`;
    const units = await altered('a.mjs', text, [2, 4]);
    const says = (pattern: RegExp) => units.some((one) => pattern.test(one));
    assert.ok(says(/const most = \(\(v\) => .*\)\(g\(all\)\);/), units.join('\n'));
    assert.ok(says(/const most = false;/));
    assert.ok(says(/of \(\(v\) => .*\)\(all\)\)/));
    assert.ok(says(/if \((?:!\(one > most\)|\(\(one > most\) \? false : true\))\) h\(one\);/));
    assert.ok(says(/if \(one > most\) ;/));
    assert.ok(says(/return \(\(v\) => .*\)\(most\);/));
  });

  it('each arm of a choice and the right side of a condition', async () => {
    const text = `def f(a, b):\n    return a if a and b else b\n`;
    const units = await altered('a.py', text, [2, 2]);
    const says = (pattern: RegExp) => units.some((one) => pattern.test(one));
    assert.ok(says(/return \(lambda v: .*\)\(a\) if a and b else b/), units.join('\n'));
    assert.ok(says(/return a if a and b else \(lambda v: .*\)\(b\)/));
    assert.ok(says(/return a if a and False else b/));
    assert.ok(says(/return a if a and True else b/));
  });

  it('nothing in a language whose results we do not alter, nor in too much', async () => {
    assert.deepEqual(await altered('a.go', 'func f() int {\n\treturn 1\n}\n', [2, 2]), []);
    const much = 'f();\n'.repeat(17);
    assert.deepEqual(await altered('a.mjs', much, [1, 17]), []);
    assert.equal((await altered('a.mjs', much, [1, 16])).length, 16);
  });
});

describe('a hunk that nobody misses', () => {
  const green = [{ caseId: 'T1', exitCode: 0, output: '' }];
  const red = [{ caseId: 'T2', exitCode: 1, output: '', redKind: 'assertion' as const }];
  const judged = (undone: typeof green | typeof red, ...units: (readonly [number, number])[]) =>
    judgeHunk([
      { variant: 'H1:undone', runs: undone },
      ...units.map(([number, way], index) => ({
        variant: `H1:${unitName({ number, of: 2, way })}`,
        runs: index === 0 ? green : red,
      })),
    ]);

  it('is held where of everything one way is noticed', () => {
    assert.deepEqual(judged(green, [1, 1], [1, 2], [2, 1]), { verdict: 'held', heldBy: ['T2'] });
  });

  it('is unguarded where one thing is not, or was not asked', () => {
    assert.deepEqual(judged(green, [1, 1], [2, 1]), { verdict: 'unguarded' });
    assert.deepEqual(judged(green), { verdict: 'unguarded' });
  });

  it('and none of it matters where it is missed', () => {
    assert.equal(judged(red, [1, 1], [2, 1]).verdict, 'guarded');
  });
});
