// Calls that a program makes are noted, and made again by a test and by a plain program: seen by
// running all three.
import assert from 'node:assert/strict';
import { execFileSync, execSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import {
  notedAll,
  otherAnswers,
  programsOf,
  readCalls,
} from '../../../../app/proof/world/asked.ts';
import { languageOf } from '../../../../sandbox/languages/languages.ts';
import { parse } from '../../../support/syntax.ts';

const root = mkdtempSync(join(tmpdir(), 'asked-'));
after(() => rmSync(root, { recursive: true }));
let made = 0;

/** What is noted while `lines` run on the file, and how often others get another answer. */
async function ask(
  path: string,
  text: string,
  [program, ...given]: readonly [string, ...string[]],
) {
  made += 1;
  const directory = join(root, `job${made}`);
  const marks = join(directory, 'marks');
  const { grammar } = languageOf(path) ?? assert.fail(path);
  const files = [{ path, head: { text, tree: await parse(grammar, text) } }];
  const [noted] = notedAll(files, { name: 'helper', marks });
  if (noted === undefined) return { calls: [], others: [] };
  assert.equal((await parse(grammar, noted.content)).hasError, false, noted.content);
  put(directory, { [path]: noted.content, 'package.json': '{}' });
  execFileSync(program, given, { cwd: directory, stdio: 'pipe' });
  const calls = readCalls(readFileSync(marks, 'utf8'));
  put(directory, { [path]: text });
  const [own = assert.fail('no program')] = programsOf(calls, join(directory, 'tmp'));
  put(join(directory, 'tmp'), { ...own.files, 'calls.json': JSON.stringify(own.calls) });
  const said = (line: string, name: string) => {
    const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
    execSync(line, { cwd: directory, stdio: 'pipe', env });
    return readFileSync(join(directory, 'tmp', name), 'utf8');
  };
  const asTest = said(own.asTest, 'test.json');
  const plain = said(own.plainly, 'plain.json');
  // That a module was loaded is noted as well, as a call of nothing.
  const answered = calls.filter(({ gives }) => gives !== 'none');
  const told = answered.map(({ name, args, gives }) => `${name} ${args} ${gives}`);
  return { calls: told, others: otherAnswers(calls, { asTest: [asTest], plain: [plain] }) };
}

function put(directory: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

const node = (text: string) => [process.execPath, '--input-type=module', '-e', text] as const;
const python = (text: string) => ['python3', '-c', text] as const;

describe('calls of changed code', () => {
  it('are noted with their answers, each once, in every way to write a function', async () => {
    const text = `'use strict';
export function shout(text) { return loud(text) + '!'; }
export const loud = (text) => text.toUpperCase();
export default async function later({ by }) { return [by]; }
export function refuse() { throw new RangeError('no'); }
export class Kept {}
export function* each() { yield 1; }
`;
    const program = `import later, * as own from './src/a.mjs';
own.shout('a'); own.loud('b'); await later({ by: 2 }); [...own.each()]; new own.Kept();
try { own.refuse(); } catch {} own.loud(Object.assign(new String('c')));`;
    const { calls, others } = await ask('src/a.mjs', text, node(program));
    assert.deepEqual(calls, [
      'shout ["a"] gives "A!"',
      'loud ["b"] gives "B"',
      'later [{"by":2}] gives [2]',
      'refuse [] throws RangeError: no',
    ]);
    assert.deepEqual(others, []);
  });

  it('are noted of what a CommonJS module exports, and of types', async () => {
    const text = `exports.one = function (x) { return x + 1; };\nconst two = (x) => x * 2;\nmodule.exports.two = two;\n`;
    const program = `import own from './b.cjs'; own.one(1); own.two(4);`;
    const { calls } = await ask('b.cjs', text, node(program));
    assert.deepEqual(calls, ['one [1] gives 2', 'two [4] gives 8']);
    const typed = 'export function half(x: number): number {\n  return x / 2;\n}\n';
    const said = await ask('c.ts', typed, node(`import { half } from './c.ts'; half(3);`));
    assert.deepEqual([said.calls, said.others], [['half [3] gives 1.5'], []]);
  });

  it('are noted in Python, also below decorators and in packages', async () => {
    const text = `import functools

def plus(one, *, other=(1, 2)):
    return {'sum': one + len(other)}

def kept(function):
    return function

@kept
def refuse(text: str):
    raise ValueError(text)

def each():
    yield 1
`;
    const program = `from shop.cart import plus, refuse, each
plus(1)
plus(2, other=(3,))
list(each())
try:
    refuse('no')
except ValueError:
    pass`;
    const { calls, others } = await ask('shop/cart.py', text, python(program));
    assert.deepEqual(calls, [
      "shop.cart:plus ((1,), {}) gives {'sum': 3}",
      "shop.cart:plus ((2,), {'other': (3,)}) gives {'sum': 3}",
      "shop.cart:refuse (('no',), {}) throws ValueError: no",
    ]);
    assert.deepEqual(others, []);
  });

  it('are told where only a plain program is answered otherwise', async () => {
    const text = `export const now = () => process.argv[1]?.includes('test') ? 'right' : 'wrong';\n`;
    const program = `process.argv[1] = 'a.test.mjs'; (await import('./d.mjs')).now();`;
    const { others } = await ask('d.mjs', text, node(program));
    assert.deepEqual(others, ['now []: gives "right"; to a plain program: gives "wrong"']);
  });

  it('say nothing where they cannot be made again, and nothing is taken for a call', () => {
    const [call] = readCalls(
      'no JSON\n{"path":1}\n{"path":"a","name":"b","args":"[]","gives":"gives 1","by":"n"}\n',
    );
    assert.equal(call?.name, 'b');
    const calls = call === undefined ? [] : [call];
    const of = (asTest: string, ...plain: string[]) =>
      otherAnswers(calls, { asTest: [asTest], plain }).length;
    assert.equal(of('["gives 1"]', '["gives 2"]'), 1);
    assert.equal(of('["gives 3"]', '["gives 2"]'), 0, 'it depends on more than its input');
    assert.equal(of('["gives 1"]', '["gives 2"]', '["gives 1"]'), 0, 'now so, now otherwise');
    assert.equal(of('["gives 1"]', ''), 0, 'the program did not run');
    assert.equal(of('["gives 1"]', '["none"]'), 0, 'an answer that cannot be told');
  });
});
