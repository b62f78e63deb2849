// Parts of a change that could be missing alone: what is new in it, and what is only old words in a
// new place.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planParts, tellingParts } from '../../../../app/proof/hunks/plan-parts.ts';
import { relaidAll } from '../../../../app/proof/hunks/relaid.ts';
import { parseChanges } from '../../../../app/steps/runs/hunk-plans.ts';
import { PARSERS, soundPlans } from '../../../support/syntax.ts';

type Text = { path: string; base?: string; head: string };

/** The changed lines of every variant, or what is left of them. */
async function without(file: Text): Promise<string[]> {
  const files = await parseChanges(PARSERS, [file]);
  const plans = await soundPlans(planParts(files));
  const before = file.head.split('\n');
  return plans.flatMap(({ variants }) =>
    variants.map(({ content }) => {
      const lines = content.split('\n');
      return lines
        .filter((line) => !before.includes(line))
        .join('\n')
        .trim();
    }),
  );
}

const GREET = 'export function greet(name) {\n  return `Hello, ${name}!`;\n}\n';

function greet(...body: string[]): Text {
  const head = `export function greet(name, options) {\n${body.map((line) => `  ${line}\n`).join('')}}\n`;
  return { path: 'src/greet.mjs', base: GREET, head };
}

/** What was written, and the line that stands there without it. */
const NEW: readonly (readonly [line: string, without: string])[] = [
  [`if (name === 'root') return 'Welcome.';`, `if (false) return 'Welcome.';`],
  [`if (name !== 'root') return name;`, `if (true) return name;`],
  [`const a = name === 'root' ? 'x' : name;`, `const a = false ? 'x' : name;`],
  [`const a = name ? name : 'nobody';`, `const a = true ? name : 'nobody';`],
  [`const a = name || 'nobody';`, `const a = name;`],
  [`const f = (a = 'nobody') => a;`, `const f = (a) => a;`],
  [`if (!options) return name;`, `if (!(!options)) return name;`],
  [`const a = options ? name : options;`, `const a = !(options) ? name : options;`],
  [`while (name.next) name = name.next;`, `while (!(name.next)) name = name.next;`],
  [`send(name);`, `;`],
  [`await send(name);`, `;`],
];

describe('a part of a change', () => {
  for (const [line, left] of NEW) {
    it(`is measured alone: ${line}`, async () => {
      assert.deepEqual(await without(greet(line)), [left]);
    });
  }

  for (const line of ['clearTimeout(name);', 'const f = (a = 1) => a;']) {
    it(`is none where it says nothing new: ${line}`, async () => {
      assert.deepEqual(await without(greet(line)), []);
    });
  }

  it('is found in Python, in shell without an ending, and in one case of several', async () => {
    const base = 'def f(a):\n    return a\n';
    const python = {
      path: 'a.py',
      base,
      head: 'def f(a, b="x"):\n    return a if b != 7 else 9\n',
    };
    assert.deepEqual(await without(python), ['def f(a, b):', 'return a if True else 9']);
    const shell = { path: 'bin/x', base: '#!/bin/sh\n', head: '#!/bin/sh\n[ -f x ] && exec y\n' };
    assert.deepEqual(await without(shell), ['[ -f x ]']);
    const cases = greet(`switch (name) { case 'root': return 1; default: return 2; }`);
    assert.deepEqual(await without(cases), [`switch (name) {  default: return 2; }`]);
  });

  it('is also a check that was taken out, unless it says the same elsewhere', async () => {
    const base = 'def f(a):\n    if a < 5:\n        raise ValueError("low")\n    return a\n';
    const gone = { path: 'a.py', base, head: 'def f(a, b):\n    return a + b\n' };
    assert.deepEqual(await without(gone), ['if a < 5:\n        raise ValueError("low")']);
    const moved = `def g(a):\n    if a < 5:\n        raise ValueError("low")\n\n\n${gone.head}`;
    assert.deepEqual(await without({ ...gone, head: moved }), []);
  });

  it('is a condition that was nowhere before', async () => {
    const base = `${GREET}export function f(a) {\n  if (a.b) return a;\n}\n`;
    const head = `${base}export function g(a) {\n  if (a.b) return a;\n  if (a.c) return a;\n}\n`;
    assert.deepEqual(await without({ path: 'src/greet.mjs', base, head }), [
      'if (!(a.c)) return a;',
    ]);
  });

  it('is told once, by the largest that nobody noticed', () => {
    const part = (startLine: number, endLine: number, verdict: string) => ({
      path: 'a',
      startLine,
      endLine,
      verdict,
    });
    const all = [part(1, 9, 'guarded'), part(2, 5, 'unguarded'), part(3, 3, 'unguarded')];
    assert.deepEqual(tellingParts(all), [part(2, 5, 'unguarded')]);
    const same = [part(2, 2, 'unguarded'), part(2, 2, 'unguarded'), part(7, 7, 'inseparable')];
    assert.deepEqual(tellingParts(same), [part(2, 2, 'unguarded')]);
  });
});

describe('another layout', () => {
  async function relaid(path: string, head: string): Promise<string | undefined> {
    return relaidAll(await parseChanges(PARSERS, [{ path, head }]))[0]?.content;
  }

  it('puts blanks and empty lines where they say nothing, and nowhere else', async () => {
    assert.equal(await relaid('a.mjs', 'f(`a\nb`);\n'), 'f(`a\nb`); // .\n\n');
    assert.equal(await relaid('a.mjs', '// @ts-ignore\nf();\n'), '// @ts-ignore \nf(); // .\n\n');
    assert.equal(
      await relaid('a.py', 'a = """x\ny"""\nb = 1 + \\\n  2\n'),
      'a = """x\ny""" # .\n\nb = 1 + \\\n  2 # .\n\n',
    );
    assert.equal(await relaid('a.sh', 'cat <<E\nx\nE\nf\n'), 'cat <<E\nx\nE\nf \n\n');
  });

  it('brackets what is returned, where that is one value', async () => {
    assert.equal(
      await relaid('a.mjs', 'const f = () => { return g(1) };\n'),
      'const f = () => { return (g(1)) }; // .\n\n',
    );
    assert.equal(
      await relaid('a.py', 'def f(a):\n    return a\n'),
      'def f(a): # .\n\n    return (a) # .\n\n',
    );
    const go = 'package a\n\nfunc f() (int, int) { return g() }\n';
    assert.match((await relaid('a.go', go)) ?? '', /return g\(\) \}/);
    assert.equal(
      await relaid('tool', '#!/usr/bin/env python3\na = 1\n'),
      '#!/usr/bin/env python3 \na = 1 # .\n\n',
    );
  });

  it('is none of prose and unknown languages', async () => {
    for (const path of ['a.md', 'a.json']) {
      assert.equal(await relaid(path, 'f();\n'), undefined);
    }
  });
});
