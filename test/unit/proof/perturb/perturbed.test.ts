// What changed functions give back is altered when the program runs: seen by running it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { perturbedAll, unperturbed } from '../../../../app/proof/perturb/perturbed.ts';
import { languageOf } from '../../../../sandbox/languages/languages.ts';
import type { Alteration } from '../../../../sandbox/syntax/code/perturb.ts';
import { parse } from '../../../support/syntax.ts';

const directory = mkdtempSync(join(tmpdir(), 'perturb-'));
after(() => rmSync(directory, { recursive: true }));

async function changed(path: string, head: string, base?: string) {
  const { grammar } = languageOf(path) ?? assert.fail(path);
  const side = async (text: string) => ({ text, tree: await parse(grammar, text) });
  return [{ path, head: await side(head), ...(base !== undefined && { base: await side(base) }) }];
}

let made = 0;

/** What the program prints with this alteration, and what was noted of it. */
async function run(path: string, alteration: Alteration, text: string, base?: string) {
  made += 1;
  const marks = join(directory, `marks${made}`);
  const helper = { name: `h${made}`, marks, alteration, isDeep: false, turn: 1 };
  const [file = assert.fail('nothing was altered')] = perturbedAll(
    await changed(path, text, base),
    helper,
  );
  const { grammar } = languageOf(path) ?? assert.fail(path);
  assert.equal((await parse(grammar, file.content)).hasError, false, file.content);
  const place = join(directory, path);
  writeFileSync(place, file.content);
  const program = path.endsWith('.py') ? 'python3' : process.execPath;
  const said = execFileSync(program, [place], { encoding: 'utf8' }).trim();
  const noted = existsSync(marks) ? readFileSync(marks, 'utf8').trim().split('\n') : [];
  return { said, noted };
}

/** Expression → printed with nothing altered, all of it, one thing, one more. */
const VALUES: readonly (readonly [string, string, string, string, string])[] = [
  [`'abcd'`, 'abcd', 'acde', 'abce', 'abcd.'],
  ['7', '7', '8', '6', '7'],
  ['[1, 2]', '[1,2]', '[2,3]', '[1]', '[2,1]'],
  ['[]', '[]', '[]', '[]', '[0]'],
  [
    `{"a": "xx", "b": 3}`,
    '{"a":"xx","b":3}',
    '{"a":"xy","b":4}',
    '{"a":"xx","b":2}',
    '{"a":"xx.","b":3}',
  ],
];
const KINDS = ['plain', 'other', 'one', 'more'] as const;

describe('what a changed function gives back', () => {
  for (const [at, kind] of KINDS.entries()) {
    it(`is altered in JavaScript, TypeScript and Python: ${kind}`, async () => {
      const fs = VALUES.map(([expression], index) => [`f${index}`, expression] as const);
      const javascript = fs.map(
        ([f, e]) => `function ${f}() { return ${e}; }
console.log(JSON.stringify(${f}()).replace(/^"|"$/g, ''));\n`,
      );
      const python = fs.map(
        ([f, e]) => `def ${f}():
    return ${e}
print(json.dumps(${f}(), separators=(',', ':')).strip('"'))\n`,
      );
      const expected = VALUES.map(([, ...values]) => values[at]).join('\n');
      assert.equal((await run('a.mjs', kind, javascript.join(''))).said, expected);
      assert.equal((await run('a.ts', kind, javascript.join(''))).said, expected);
      assert.equal((await run('a.py', kind, `import json\n${python.join('')}`)).said, expected);
    });
  }

  it('is altered to the end of a long list', async () => {
    const js = `function all() { return Array.from({ length: 9000 }, (_, at) => 'n' + at); }
console.log(all()[8999]);`;
    const py = `def all():
    return ['n%d' % at for at in range(9000)]
print(all()[8999])`;
    assert.equal((await run('long.mjs', 'other', js)).said, 'n9000');
    assert.equal((await run('long.py', 'other', py)).said, 'n9000');
  });

  it('is noted with what there was to alter', async () => {
    const text = `const f = (x) => x;\nconsole.log(f(true), f('a'));\n`;
    assert.deepEqual((await run('a.cjs', 'plain', text)).noted, [
      'reached',
      'gives other',
      'gives one',
      'gives more',
      'again',
    ]);
    assert.ok((await run('a.cjs', 'other', text)).noted.includes('altered'));
  });

  it('is left alone where it is not understood', async () => {
    const text = `class A { #x = 1; get x() { return undefined; } }
function f() { return new A(); }\nconsole.log(f() instanceof A, f().x);\n`;
    const { said, noted } = await run('a.mjs', 'other', text);
    assert.deepEqual([said, noted], ['true undefined', ['reached']]);
  });

  it('comes later from a promise, and one by one from a generator', async () => {
    const text = `async function f() { return await g(); }
const g = async () => 'ab';
function* h() { yield 1; yield 'xy'; }
async function* j() { yield 2; }
console.log(await f(), [...h()], await Array.fromAsync(j()));\n`;
    assert.equal((await run('a.mjs', 'other', text)).said, `ac [ 2, 'xz' ] [ 3 ]`);
    const python = `import asyncio
async def g():
    return "ab"
async def f():
    return await g()
def h():
    yield 1
    yield "xy"
print(asyncio.run(f()), list(h()))\n`;
    assert.equal((await run('a.py', 'other', python)).said, `ac [2, 'xz']`);
  });

  it('is altered where it leaves the outermost of them', async () => {
    const text = `const inner = (x) => x + 1;
function f(x) { const y = inner(x); return y * 100; }\nconsole.log(f(1));\n`;
    assert.equal((await run('a.mjs', 'other', text)).said, '225');
    const python = `def inner(x):\n    return x + 1\n\n\ndef f(x):\n    return inner(x) * 100\nprint(f(1))\n`;
    assert.equal((await run('a.py', 'other', python)).said, '225');
  });

  it('is a word of an error, or the class of it', async () => {
    const text = `function f() { throw new RangeError('too low'); }
try { f(); } catch (error) { console.log(error.constructor.name, error.message); }\n`;
    assert.equal((await run('a.mjs', 'other', text)).said, 'RangeError tpp mpx');
    assert.equal((await run('a.mjs', 'one', text)).said, 'Error too low');
    const python = `def f():\n    raise IndexError("too low")\ntry:\n    f()\nexcept Exception as error:\n    print(type(error).__name__, error)\n`;
    assert.equal((await run('a.py', 'other', python)).said, 'IndexError tpp mpx');
    assert.equal((await run('a.py', 'one', python)).said, 'LookupError too low');
  });

  it('is another one only the first time', async () => {
    const text = `function f(x) { return x; }\nconsole.log(f(1), f(1), f('ab'));\n`;
    const { said, noted } = await run('a.mjs', 'once', text);
    assert.deepEqual([said, noted.includes('again')], ['2 1 ab', true]);
    const python = `def f(x):\n    return x\nprint(f(1), f(1), f('ab'))\n`;
    assert.equal((await run('a.py', 'once', python)).said, '2 1 ab');
  });

  it('is nothing, or what it was the first time', async () => {
    const text = `let n = 0;\nfunction f() { n += 1; return n; }\nconsole.log(f(), f());\n`;
    assert.equal((await run('a.mjs', 'nothing', text)).said, 'undefined undefined');
    assert.equal((await run('a.mjs', 'first', text)).said, '1 1');
    const python = `n = 0\ndef f():\n    global n\n    n += 1\n    return n\nprint(f(), f())\n`;
    assert.equal((await run('a.py', 'nothing', python)).said, 'None None');
    assert.equal((await run('a.py', 'first', python)).said, '1 1');
  });
});

describe('the helper', () => {
  it('moves no line of JavaScript and has no frame on the stack of Python', async () => {
    const text = `'use strict';
function f() {
  return new Error('x').stack.split('\\n')[1].replace(/.*:(\\d+):\\d+\\)$/, '$1');
}
console.log(f());\n`;
    assert.equal((await run('a.cjs', 'plain', text)).said, '3');
    const python = `"""Says who calls."""
from __future__ import annotations
import sys
def f():
    return g()
def g():
    return sys._getframe(1).f_code.co_name + ' ' + sys._getframe(2).f_code.co_name
print(f())\n`;
    assert.equal((await run('a.py', 'plain', python)).said, 'f <module>');
  });

  it('stands only in files whose functions were changed', async () => {
    const text = `const f = () => 1;\nconst g = () => 2;\nconsole.log(f(), g());\n`;
    const base = text.replace('2', '3');
    assert.equal((await run('a.mjs', 'other', text, base)).said, '1 3');
    const same = await changed('a.mjs', `${text}// done\n`, text);
    assert.deepEqual(
      perturbedAll(same, { name: 'h', marks: '/x', alteration: 'other', isDeep: false, turn: 1 }),
      [],
    );
  });

  it('is not there for every language, which is said', async () => {
    const shell = `f() {\n  echo 1\n}\n`;
    assert.deepEqual(unperturbed(await changed('a.sh', shell)), ['a.sh']);
    assert.deepEqual(unperturbed(await changed('a.py', 'def f():\n    return 1\n')), []);
  });
});
