// A test of behaviour calls what the contract names: it does not look at how that is written, at the
// files of the project, at a copy of its own, or past the contract in another process.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Judged, judgeFile, rulesOf } from './languages.ts';

const JS = (body: string, head = '') => `import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import * as all from '../../src/greet.mjs';
import { greet, GREETINGS, words } from '../../src/greet.mjs';
${head}
test('it', async () => {
  ${body}
});
`;
const PY = (body: string, head = '') => `import inspect
import json
import os
import subprocess
import sys
from pathlib import Path
from shop import cart
from shop.cart import total
${head}

def test_it(tmp_path):
    ${body.replaceAll('\n', '\n    ')}
`;

type Row = readonly [what: string, language: Judged, text: string];

const SHAPES: readonly Row[] = [
  ['counts parameters', 'javascript', JS('assert.equal(greet.length, 2);')],
  ['counts them of a module', 'javascript', JS('assert.equal(all.greet.length, 2);')],
  [
    'counts them under another name',
    'javascript',
    JS('const f = greet; assert.equal(f.length, 2);'),
  ],
  ['takes the number out', 'javascript', JS('const { length } = greet; assert.equal(length, 2);')],
  ['asks in brackets', 'javascript', JS("assert.equal(greet['length'], 2);")],
  ['asks by reflection', 'javascript', JS("assert.equal(Reflect.get(greet, 'length'), 2);")],
  ['asks for the name', 'javascript', JS("assert.equal(greet.name, 'greet');")],
  ['makes a text of it', 'javascript', JS("assert.equal(String(greet).includes('x'), true);")],
  ['lists the module', 'javascript', JS("assert.deepEqual(Object.keys(all), ['greet']);")],
  ['reads the signature', 'python', PY('assert len(inspect.signature(total).parameters) == 2')],
  [
    'reads it by another import',
    'python',
    PY('assert "discount" in signature(total).parameters', 'from inspect import signature'),
  ],
  ['counts in the code object', 'python', PY('assert total.__code__.co_argcount == 2')],
  ['asks for the name', 'python', PY('assert total.__name__ == "total"')],
  ['asks for the text beside it', 'python', PY('assert "percent" in total.__doc__')],
  ['lists the module', 'python', PY('assert "total" in dir(cart)')],
  [
    'counts by reflection',
    'go',
    'package cart_test\n\nimport (\n\t"reflect"\n\t"testing"\n\t"example.com/shop/cart"\n)\n\nfunc TestX(t *testing.T) {\n\tif reflect.TypeOf(cart.Total).NumIn() != 2 {\n\t\tt.Error("no")\n\t}\n}\n',
  ],
  [
    'asks a method how many it takes',
    'ruby',
    "require 'shop/cart'\n\nRSpec.describe Cart do\n  it 'takes two' do\n    expect(Cart.instance_method(:total).arity).to eq(2)\n  end\nend\n",
  ],
];

const FILES: readonly Row[] = [
  ['asks whether it is there', 'javascript', JS("assert.ok(existsSync('src/new.mjs'));")],
  ['asks how large it is', 'javascript', JS("assert.ok(statSync('src/greet.mjs').size > 9);")],
  ['reads the readme', 'javascript', JS("assert.match(readFileSync('README.md', 'utf8'), /x/);")],
  [
    'reads it from its place',
    'javascript',
    JS(
      "const at = new URL('../../README.md', import.meta.url); assert.match(readFileSync(at, 'utf8'), /x/);",
    ),
  ],
  [
    'puts the path together',
    'javascript',
    JS("const dir = 'src'; assert.ok(fs.existsSync(join(process.cwd(), dir, 'new.mjs')));"),
  ],
  [
    'reads in a function of its own',
    'javascript',
    JS("const read = (path) => readFileSync(path, 'utf8'); assert.match(read('README.md'), /x/);"),
  ],
  ['lists a directory', 'javascript', JS("assert.ok(fs.readdirSync('src').includes('new.mjs'));")],
  [
    'searches with a program',
    'javascript',
    JS("assert.equal(spawnSync('grep', ['-q', 'x', 'README.md']).status, 0);"),
  ],
  ['opens the readme', 'python', PY('assert "x" in open("README.md").read()')],
  ['asks for a path', 'python', PY('assert Path("shop/new.py").exists() == True')],
  ['asks for the age', 'python', PY('assert os.path.getmtime("shop/cart.py") > 1')],
  [
    'goes up from itself',
    'python',
    PY('assert "x" in (Path(__file__).parent.parent / "README.md").read_text()'),
  ],
  ['tests for a file', 'bash', 'set -e\nbin/app\ntest -f src/new.sh\n'],
  ['tests in brackets', 'bash', 'set -e\nbin/app\n[ -s README.md ]\n'],
  ['reads what is redirected', 'bash', 'test "$(wc -l < README.md)" = 3\n'],
];

const COPIES: readonly Row[] = [
  [
    'an arrow',
    'javascript',
    JS("const own = (n) => `Hello, ${n}`; assert.equal(own('A'), 'Hello, A'); greet('A');"),
  ],
  [
    'without brackets',
    'javascript',
    JS("const own = n => n.trim(); assert.equal(own(' A'), 'A');"),
  ],
  [
    'a function',
    'javascript',
    JS("function own(n) { return n + '!'; } assert.equal(own('A'), 'A!');"),
  ],
  [
    'a class',
    'javascript',
    JS(
      "class Own { constructor(n) { this.n = n; } say() { return this.n; } } assert.equal(new Own('A').say(), 'A');",
    ),
  ],
  [
    'mapped over',
    'javascript',
    JS("const own = (n) => n + '!'; assert.deepEqual(['A'].map(own), ['A!']);"),
  ],
  [
    'a function',
    'python',
    PY('assert own([1]) == 1', '\ndef own(prices):\n    return sum(prices)\n'),
  ],
  ['a lambda', 'python', PY('own = lambda prices: sum(prices)\nassert own([1]) == 1')],
  [
    'a function',
    'go',
    'package cart_test\n\nimport "testing"\n\nfunc own(a int) int { return a }\n\nfunc TestX(t *testing.T) {\n\tif own(1) != 1 {\n\t\tt.Error("no")\n\t}\n}\n',
  ],
];

const BARE: readonly Row[] = [
  ['that it is there', 'javascript', JS('assert.ok(greet);')],
  ['that it is in the module', 'javascript', JS("assert.ok('greet' in all);")],
  ['that it is not something else', 'javascript', JS("assert.notEqual(greet, 'x');")],
  ['its text in a template', 'javascript', JS('assert.match(`${greet}`, /shout/);')],
  [
    'its text by addition',
    'javascript',
    JS("const text = greet + ''; assert.ok(text.includes('shout'));"),
  ],
  ['that it is there', 'python', PY('assert total')],
];

const ELSEWHERE: readonly Row[] = [
  [
    'by eval',
    'javascript',
    JS(
      `const said = execFileSync(process.execPath, ['-e', "import('./src/inner.mjs').then((m) => console.log(m.x))"], { encoding: 'utf8' }); assert.equal(said, 'X');`,
    ),
  ],
  [
    'by a line',
    'javascript',
    JS(
      `const said = spawnSync('node', ['--input-type=module', '-e', \`import { x } from "\${process.cwd()}/src/inner.mjs"; console.log(x)\`]); assert.equal(String(said.stdout), 'X');`,
    ),
  ],
  [
    'by require',
    'javascript',
    JS(
      `const run = (code) => execFileSync('node', ['-p', code]).toString(); assert.equal(run("require('./src/inner.mjs').x"), 'X');`,
    ),
  ],
  [
    'by running it',
    'javascript',
    JS(`assert.equal(execFileSync('node', ['src/inner.mjs']).toString(), 'X');`),
  ],
  [
    'by a program of its own',
    'javascript',
    JS(`assert.equal(execFileSync('node', ['-e', "console.log('X')"]).toString(), 'X');`),
  ],
  [
    'by a text as a module',
    'javascript',
    JS(`const m = await import('data:text/javascript,export const x = 1'); assert.equal(m.x, 1);`),
  ],
  [
    'by -c',
    'python',
    PY(
      'said = subprocess.run([sys.executable, "-c", "from shop.secret import key; print(key)"], capture_output=True)\nassert said.stdout == b"X"',
    ),
  ],
  ['by the shell', 'bash', 'test "$(sh src/app.sh)" = X\nbin/app\n'],
  ['by loading it', 'bash', '. src/app.sh\ntest "$(say)" = X\n'],
];

const TABLES: Record<string, readonly [rule: string, rows: readonly Row[]]> = {
  'looks at how code is written': ['source', SHAPES],
  'looks at files of the project': ['source', FILES],
  'tests a copy of its own': ['assertion', COPIES],
  'only says': ['assertion', BARE],
  'goes past the contract': ['contract', ELSEWHERE],
};

for (const [name, [rule, rows]] of Object.entries(TABLES)) {
  describe(`the static judge refuses a test that ${name}`, () => {
    for (const [what, language, text] of rows) {
      it(`${what} (${language})`, async () => {
        const rules = await rulesOf(language, text);
        assert.ok(rules.includes(rule), `${rules.join(', ')} instead of ${rule}`);
      });
    }
  });
}

const HONEST: readonly Row[] = [
  [
    'a constant',
    'javascript',
    JS("assert.deepEqual(GREETINGS, ['Hello']); assert.equal(GREETINGS.length, 1);"),
  ],
  ['a value of a constant', 'javascript', JS("assert.equal(words.hello, 'Hello');")],
  ['the length of an answer', 'javascript', JS("assert.equal(greet('Ann').length, 10);")],
  [
    'the name of an error',
    'javascript',
    JS("assert.throws(() => greet(''), (error) => error.name === 'TypeError');"),
  ],
  [
    'the text of an answer',
    'javascript',
    JS("assert.match(String(greet('Ann')), /Ann/); assert.equal(greet('B').toString(), 'B');"),
  ],
  [
    'a function that is handed over',
    'javascript',
    JS("assert.deepEqual(['Ann'].map(greet), ['Hello, Ann']);"),
  ],
  [
    'a file of its own',
    'javascript',
    JS(
      "const dir = mkdtempSync(join(tmpdir(), 'x-')); const at = join(dir, 'README.md'); all.save(at); assert.equal(readFileSync(at, 'utf8'), 'x'); assert.ok(existsSync(join(dir, 'src/greet.mjs')));",
    ),
  ],
  [
    'a file that the subject names',
    'javascript',
    JS("const { path } = all.save('x'); assert.equal(readFileSync(path, 'utf8'), 'x');"),
  ],
  [
    'a file that is written where it runs',
    'javascript',
    JS("all.save('out.json'); assert.equal(readFileSync('out.json', 'utf8'), '{}');"),
  ],
  [
    'a fixture of the repository',
    'javascript',
    JS("assert.equal(greet(readFileSync('test/fixtures/name.txt', 'utf8')), 'Hello, Ann');"),
  ],
  [
    'a program with a word that is a program elsewhere',
    'javascript',
    JS("assert.equal(spawnSync('node', ['bin/app.mjs', 'find', 'README.md']).status, 3);"),
  ],
  [
    'the contract in another process',
    'javascript',
    JS(
      `assert.equal(execFileSync(process.execPath, ['-e', "import('./src/greet.mjs').then(({ greet }) => console.log(greet('Ann')))"]).toString(), 'Hello');`,
    ),
  ],
  [
    'the program of the contract with a file',
    'javascript',
    JS("assert.equal(execFileSync('node', ['bin/app.mjs', 'src/inner.mjs']).toString(), 'x');"),
  ],
  [
    'a helper with what the subject says',
    'javascript',
    JS(
      "const check = (actual, wanted) => assert.equal(actual, wanted); check(greet('Ann'), 'Hello');",
    ),
  ],
  [
    'a helper that shapes the answer',
    'javascript',
    JS(
      "const lines = (text) => text.split('\\n'); assert.deepEqual(lines(greet('Ann')), ['Hello']);",
    ),
  ],
  [
    'a helper that is handed a function',
    'javascript',
    JS(
      "const caught = (run) => { try { run(); } catch (e) { return e.message; } }; assert.equal(caught(() => greet('')), 'empty');",
    ),
  ],
  [
    'a double for the clock',
    'javascript',
    JS("const clock = { now: () => 5 }; assert.equal(greet('Ann', clock), 'Hello at 5');"),
  ],
  [
    'a file of the runner',
    'python',
    PY(
      'target = tmp_path / "README.md"\ncart.save(target)\nassert target.read_text() == "x"\nassert (tmp_path / "shop" / "cart.py").exists() == False',
    ),
  ],
  [
    'what it says in another process',
    'python',
    PY(
      'said = subprocess.run([sys.executable, "-c", "from shop.cart import total; print(total([1]))"], capture_output=True)\nassert said.stdout == b"1\\n"',
    ),
  ],
  [
    'the text of what a list holds',
    'python',
    PY('for price in cart.PRICES:\n    assert str(price) == "1"'),
  ],
  [
    'the module as a program',
    'python',
    PY(
      'said = subprocess.run([sys.executable, "-m", "shop.cart", "1"], capture_output=True)\nassert said.stdout == b"1\\n"',
    ),
  ],
  [
    'the type of what is raised',
    'python',
    PY(
      'try:\n    total([-1])\nexcept Exception as error:\n    assert type(error).__name__ == "ValueError"\nelse:\n    raise AssertionError("none")',
    ),
  ],
  ['an exit code', 'bash', 'code=0\nbin/app \'two words\' || code=$?\ntest "$code" = 3\n'],
  [
    'a file that it made',
    'bash',
    'set -e\ndir=$(mktemp -d)\nbin/app > "$dir/README.md"\ntest -s "$dir/README.md"\ngrep -q x "$dir/README.md"\n',
  ],
];

describe('a file that the plan declares', () => {
  const text = JS(
    "all.write(); assert.equal(readFileSync('docs/api.yaml', 'utf8'), 'openapi: 3.1.0');",
  );
  const declared = { surface: 'file', more: ['docs/api.yaml'] };

  it('may be read where the criterion is about files', async () => {
    assert.deepEqual((await judgeFile('javascript', text, declared)).objections, []);
  });

  it('may not be read where it is not, and code never', async () => {
    const rules = async (...args: Parameters<typeof judgeFile>) =>
      (await judgeFile(...args)).objections.map(({ rule }) => rule);
    assert.deepEqual(await rules('javascript', text, { more: declared.more }), ['source']);
    const code = text.replace('docs/api.yaml', 'src/greet.mjs');
    assert.deepEqual(await rules('javascript', code, declared), ['source']);
  });
});

describe('the static judge says nothing against a test of', () => {
  for (const [what, language, text] of HONEST) {
    it(`${what} (${language})`, async () => {
      assert.deepEqual((await judgeFile(language, text)).objections, []);
    });
  }
});
