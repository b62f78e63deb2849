// What a changed text says to whoever runs it: layout, comments, types and documentation say nothing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseChanges, saysNothing } from '../../../../app/steps/runs/hunk-plans.ts';
import { PARSERS } from '../../../support/syntax.ts';

type Pair = readonly [path: string, one: string, other: string];

const SAME: readonly Pair[] = [
  ['a.mjs', 'f(a, b);', 'f(\n  a,\n  b,\n);'],
  ['a.mjs', 'const a = [1, 2];', '// Two.\nconst a = [\n  1,\n  2,\n];'],
  ['a.mjs', 'function f() { return 1; }', 'function f() {\n  return 1;\n}'],
  ['a.ts', 'const a: string = b;', 'const a = b;'],
  ['a.ts', 'export interface A { b?: string }\nf();', 'f();'],
  ['a.ts', 'type A = 1;\nf<A>();', 'f();'],
  ['a.py', 'def f(a):\n    """Says."""\n    return a\n', 'def f(a):\n    return a  # says\n'],
  ['a.py', 'x = {"a": 1}\n', 'x = {\n    "a": 1,\n}\n'],
  ['a.go', 'package a\nfunc f() { g(1) }\n', 'package a\n\nfunc f() {\n\tg(1)\n}\n'],
  ['a.sh', 'f() { echo 1; }\n', '# Says.\nf() {\n  echo 1;\n}\n'],
];

const DIFFERENT: readonly Pair[] = [
  ['a.mjs', 'const a = [1, 2];', 'const a = [1, , 2];'],
  ['a.mjs', 'const a = [1,,];', 'const a = [1,];'],
  ['a.mjs', `const a = 'b  c';`, `const a = 'b c';`],
  ['a.mjs', 'return a;', 'return\na;'],
  ['a.mjs', 'a = b + c * d;', 'a = (b + c) * d;'],
  ['a.mjs', 'const a = /b/;', 'const a = /b/i;'],
  ['a.mjs', 'const a = `b\n`;', 'const a = `b`;'],
  ['a.ts', 'enum A { b }', ''],
  ['a.ts', 'class A { constructor(private a) {} }', 'class A { constructor(a) {} }'],
  ['a.py', 'if a:\n    b()\nc()\n', 'if a:\n    b()\n    c()\n'],
  ['a.py', 'a = (1,)\n', 'a = (1)\n'],
  ['a.py', 'a = "b"\n', 'a = """c"""\n'],
  ['a.py', 'x: int = 1\n', 'x: str = 1\n'],
  ['a.py', 'def f(a):\n    f"{g()}"\n    return a\n', 'def f(a):\n    return a\n'],
  ['a.rb', 'a = "b"\n', "a = 'b#{c}'\n"],
  ['a.sh', 'echo a  b\n', 'echo "a  b"\n'],
  ['a.mjs', 'f(a', 'f(a,'],
];

async function isSame([path, one, other]: Pair): Promise<boolean> {
  const [file] = await parseChanges(PARSERS, [{ path, head: one }]);
  return file !== undefined && (await saysNothing(PARSERS, file, other));
}

describe('a changed text', () => {
  for (const pair of SAME) {
    it(`says the same: ${JSON.stringify(pair)}`, async () => {
      const [path, one, other] = pair;
      assert.deepEqual([await isSame(pair), await isSame([path, other, one])], [true, true]);
    });
  }
  for (const pair of DIFFERENT) {
    it(`says something else: ${JSON.stringify(pair)}`, async () => {
      const [path, one, other] = pair;
      assert.deepEqual([await isSame(pair), await isSame([path, other, one])], [false, false]);
    });
  }
});
