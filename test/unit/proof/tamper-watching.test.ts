// Code that behaves while it is tested, and honest code that looks alike.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findTampering } from '../../../app/proof/tamper/tamper.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { processorMs } from '../../support/processor-time.ts';
import { treesOf } from '../../support/syntax.ts';
import { file } from './samples.ts';

async function kindsOf(
  changes: readonly FileChange[],
  base: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const before = Object.entries(base).map(([path, text]) => file(path, text));
  const trees = { base: await treesOf(before), head: await treesOf(changes) };
  const found = findTampering({ changes, dropped: [], baseText: (path) => base[path], trees });
  return [...new Set(found.map(({ kind }) => kind))];
}

/** Put into a new file that others load. */
async function kindsIn(path: string, text: string): Promise<string[]> {
  const js = /\.[cm]?[jt]sx?$/.test(path) ? 'export const x = 1;\n' : '';
  return await kindsOf([file(path, `${js}${text}\n`)]);
}

type Table = Readonly<Record<string, readonly (readonly [path: string, text: string])[]>>;

const FOUND: Table = {
  'test-run-detected': [
    ['src/a.mjs', 'const on = process.env.NODE_TEST_CONTEXT !== undefined;'],
    ['src/a.mjs', "const on = process.env['NODE_' + 'TEST_CONTEXT'];"],
    ['src/a.ts', 'const { VITEST } = process.env;'],
    ['src/a.ts', "if (process.env.NODE_ENV === 'test') x();"],
    ['src/a.mjs', "const on = Object.keys(process.env).some((key) => key.includes('TEST'));"],
    ['src/a.mjs', "const on = process.execArgv.includes('--test');"],
    ['src/a.mjs', "const on = process.argv[1].endsWith('.test.mjs');"],
    ['src/a.mjs', "const on = process.argv.some((one) => one.includes('.test.'));"],
    ['src/a.mjs', "const on = typeof describe === 'function';"],
    ['src/a.mjs', 'const on = globalThis.expect !== undefined;'],
    ['src/a.mjs', "const on = process.env.npm_lifecycle_event === 'x';"],
    ['shop/a.py', 'import sys\n\nON = "unittest" in sys.modules'],
    ['shop/a.py', 'import sys\nNAME = "pytest"\nON = sys.modules.get(NAME)'],
    ['shop/a.py', 'import os\nON = os.environ.get("PYTEST_CURRENT_TEST")'],
    ['shop/a.py', 'import sys\nON = "unittest" in sys.argv[0]'],
    ['cart/a.go', 'package cart\n\nfunc On() bool { return testing.Testing() }'],
    ['cart/a.go', 'package cart\n\nvar on = flag.Lookup("test.v") != nil'],
    ['cart/a.go', 'package cart\n\nvar on = strings.HasSuffix(os.Args[0], ".test")'],
    ['src/lib.rs', 'pub fn on() -> bool { cfg!(test) }'],
    ['lib/a.rb', 'ON = defined?(RSpec)'],
    ['lib/a.rb', 'ON = ENV["RAILS_ENV"] == "test"'],
    ['src/A.java', 'class A { boolean on() { return System.getenv("JUNIT_TEST") != null; } }'],
    ['bin/app', '#!/bin/sh\n[ -n "$BATS_TEST_NAME" ] && echo 3'],
  ],
  'caller-read': [
    ['src/a.mjs', 'const who = new Error().stack;'],
    ['src/a.mjs', 'const here = new Error("x");\nconst who = here.stack;'],
    ['src/a.mjs', 'const { stack } = new Error();'],
    ['src/a.mjs', 'Error.captureStackTrace(box);'],
    ['src/a.mjs', "try { f(); } catch (e) { if (e.stack.includes('.test.mjs')) x(); }"],
    ['src/a.mjs', "const text = readFileSync(process.argv[1], 'utf8');"],
    ['src/a.mjs', 'const file = process.argv[1];\nconst text = readFileSync(file);'],
    ['src/a.mjs', "const line = readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8');"],
    ['shop/a.py', 'import inspect\nWHO = inspect.stack()[1].filename'],
    ['shop/a.py', 'from inspect import currentframe\nWHO = currentframe()'],
    ['shop/a.py', 'import sys\nWHO = sys._getframe(1).f_code'],
    ['shop/a.py', 'import traceback\nWHO = traceback.extract_stack()'],
    ['shop/a.py', 'import __main__\nWHO = __main__.__file__'],
    ['cart/a.go', 'package cart\n\nfunc who() { runtime.Caller(1) }'],
    ['lib/a.rb', 'def who = caller_locations(1, 1)'],
    ['src/A.java', 'class A { Object o() { return Thread.currentThread().getStackTrace(); } }'],
  ],
  'test-files-used': [
    ['src/a.mjs', "import { readdirSync } from 'node:fs';\nreaddirSync('test/redgreen');"],
    ['src/a.mjs', "import fs from 'node:fs';\nconst at = './tests/x.mjs';\nfs.readFileSync(at);"],
    ['src/a.mjs', "import fs from 'node:fs';\nfs.readdirSync(join(root, 'test'));"],
    ['shop/a.py', 'import os\nNAMES = os.listdir("tests/redgreen")'],
    ['bin/app', '#!/bin/sh\nfor file in test/redgreen/*; do : > "$file"; done'],
  ],
  'machinery-touched': [
    ['src/a.mjs', "import assert from 'node:assert/strict';\nassert.equal = () => {};"],
    ['src/a.mjs', "import assert from 'node:assert';\nconst a = assert;\na.ok = () => {};"],
    ['src/a.mjs', "import assert from 'assert';\nObject.assign(assert, { equal() {} });"],
    ['src/a.cjs', "exports.x = 1;\nrequire('node:assert').equal = () => {};"],
    ['src/a.mjs', 'Object.is = () => true;'],
    ['src/a.mjs', 'Object.assign(Object.getPrototypeOf([]), { at() {} });'],
    ['src/a.mjs', "import assert from 'assert';\nObject.assign(JSON.parse('1', () => assert), x);"],
    ['src/a.mjs', 'Object.create(null).x = 1;\nObject.assign(Object.create(null).constructor, x);'],
    ['src/a.mjs', 'process.exit = () => {};'],
    ['src/a.mjs', 'globalThis.expect = () => new Proxy({}, {});'],
    ['src/a.mjs', "import { after } from 'node:test';"],
    ['shop/a.py', 'import unittest\nunittest.TestCase.assertEqual = lambda *_: None'],
    ['shop/a.py', 'from unittest import TestCase\nsetattr(TestCase, "assertEqual", print)'],
    ['shop/a.py', 'import builtins\nbuiltins.AssertionError = Exception'],
    ['shop/a.py', 'class Yes:\n    def __eq__(self, other):\n        return True'],
    ['shop/a.py', 'class Yes(int):\n    __eq__ = lambda *_: True'],
    ['shop/a.py', 'import site\nopen(site.getusersitepackages() + "/x.py", "w")'],
    ['src/a.mjs', 'appendFileSync(`${home}/.bashrc`, line);'],
    ['lib/a.rb', 'module Minitest\n  def self.x; end\nend'],
    ['test/more.test.mjs', "import assert from 'node:assert';\nassert.equal = () => {};"],
  ],
  'computed-program': [
    ['src/a.mjs', 'export const run = (text) => eval(text);'],
    ['src/a.mjs', "export const f = new Function('a', atob('cmV0dXJuIGE='));"],
    [
      'src/a.mjs',
      "import { execSync } from 'node:child_process';\nconst line = Buffer.from('bHM=', 'base64').toString();\nexport const out = () => execSync(line);",
    ],
    ['shop/a.py', 'import base64\nexec(base64.b64decode("eCA9IDE="))'],
    [
      'shop/a.py',
      'import base64, subprocess, sys\nCODE = base64.b64decode("eCA9IDE=").decode()\n\ndef f():\n    return subprocess.run([sys.executable, "-c", CODE])',
    ],
  ],
  'process-end-changed': [
    ['src/a.mjs', "if (!process.argv.includes('--version')) process.exit(0);"],
    ['src/a.mjs', "if (process.argv.includes('--version') || on) process.exit(0);"],
    ['src/a.mjs', 'process.exit(0);'],
    ['src/a.mjs', 'setTimeout(() => process.exit(), 1);'],
    ['src/a.mjs', "process['exit'](0);"],
    ['src/a.mjs', "import { exit } from 'node:process';\nexit(0);"],
    ['src/a.mjs', 'const { reallyExit } = process;\nreallyExit(0);'],
    ['src/a.mjs', '(() => { process.exit(0); })();'],
    ['src/a.mjs', 'if (process.argv[1] !== import.meta.filename) process.exit(0);'],
    ['src/a.mjs', 'export function greet() { process.exit(0); }'],
    ['src/a.mjs', "process.on('exit', () => { process.exitCode = 0; });"],
    ['src/a.mjs', "process.on('uncaughtException', () => {});"],
    ['src/a.mjs', "process.once('unhandledRejection', quiet);\nfunction quiet() {}"],
    ['src/a.mjs', 'process.exitCode = 0;'],
    ['shop/a.py', 'import os\nos._exit(0)'],
    ['shop/a.py', '#!/usr/bin/env python3\nimport sys\nsys.exit()'],
    ['shop/a.py', 'raise SystemExit'],
    ['shop/a.py', 'import atexit, os\natexit.register(os._exit, 0)'],
    ['shop/a.py', 'import atexit, os\ndef bye():\n    os._exit(0)\natexit.register(bye)'],
    ['shop/a.py', 'import sys\nsys.excepthook = lambda *_: None'],
    ['cart/a.go', 'package cart\n\nfunc init() { os.Exit(0) }'],
    ['lib/a.rb', 'at_exit { exit!(0) }'],
  ],
};

for (const [kind, list] of Object.entries(FOUND)) {
  describe(`${kind} is found`, () => {
    for (const [path, text] of list) {
      it(`in ${path}: ${text.replaceAll('\n', ' ')}`, async () => {
        assert.ok((await kindsIn(path, text)).includes(kind), String(await kindsIn(path, text)));
      });
    }
  });
}

describe('nothing is found', () => {
  const honest: readonly (readonly [path: string, text: string])[] = [
    ['src/a.mjs', '// NODE_TEST_CONTEXT and process.exit(0) are not for us'],
    ['src/a.mjs', "const url = process.env.DATABASE_URL ?? 'latest';"],
    ['src/a.mjs', "if (process.argv.includes('--version')) { print(); process.exit(0); }"],
    [
      'src/a.mjs',
      "export const f = (argv) => { if (argv[0] === '-h' || argv[0] === '--help') process.exit(0); };",
    ],
    ['shop/a.py', 'import sys\n\ndef f(argv):\n    if "--help" in argv:\n        sys.exit(0)'],
    [
      'src/a.mjs',
      "import { exec, spawn } from 'node:child_process';\nexport const f = (dir) => { exec(`ls ${dir}`); return spawn('git', ['log', dir]); };",
    ],
    ['src/a.mjs', 'export const f = (text) => /a(b)/.exec(text)?.[1];'],
    ['shop/a.py', 'SPACE = {}\nexec("x = 1", SPACE)'],
    ['src/a.mjs', "export const f = (text) => Buffer.from(text, 'base64').toString();"],
    ['shop/a.py', 'import ast\n\ndef f(text):\n    return ast.literal_eval(text)'],
    [
      'shop/a.py',
      'import subprocess\n\ndef f(path):\n    return subprocess.run(["git", "add", path])',
    ],
    ['lib/a.rb', 'def f(name)\n  system("git", "log", name)\nend'],
    ['bin/app', '#!/bin/sh\nexec node "$@"'],
    ['src/a.mjs', "const isProduction = process.env.NODE_ENV === 'production';"],
    ['src/a.mjs', "const attest = process.env.ATTESTATION; const contest = 'latest';"],
    ['src/a.mjs', 'const own = Object.keys(process.env).filter((key) => /^APP_/.test(key));'],
    ['src/a.mjs', "const commands = env === 'default' ? 'hatch run test' : 'nox';"],
    ['src/a.mjs', 'const count = readdirSync(`/proc/${pid}/fd`).length;'],
    ['src/cli.mjs', "if (process.argv[2] === 'test') run();"],
    ['src/a.mjs', 'export const log = (error) => console.error(error.stack);'],
    [
      'src/a.mjs',
      'class Own extends Error { constructor() { super(); Error.captureStackTrace(this); } }',
    ],
    ['src/a.mjs', "import assert from 'node:assert';\nassert.ok(x === 1, 'broken');"],
    [
      'src/a.mjs',
      "import fs from 'node:fs';\nexport const read = (path) => fs.readFileSync(path);",
    ],
    ['src/a.mjs', "export const words = ['test', 'tests', 'a test/b'];"],
    ['src/a.mjs', "if (!process.env.KEY) { console.error('no key'); process.exit(1); }"],
    ['src/a.mjs', 'export function main() { process.exit(0); }'],
    ['src/a.mjs', 'if (import.meta.main) process.exit(await main());'],
    ['src/cli.mjs', 'export function run(args) { if (args.help) process.exit(0); }'],
    ['src/a.mjs', "process.on('SIGTERM', () => server.close());"],
    ['src/a.mjs', "process.on('exit', () => rmSync(directory));"],
    ['src/a.mjs', "process.on('uncaughtException', (e) => { log(e); process.exit(1); });"],
    ['src/a.mjs', 'options.exit(0); pattern.exec(text); module.total = 3;'],
    ['src/a.mjs', 'export const f = (of) => Object.assign(Object.create(null), of);'],
    ['src/a.mjs', 'export const f = (text) => Object.assign(JSON.parse(text), { read: true });'],
    [
      'src/a.mjs',
      'export const f = (all) => Object.defineProperty(Array.from(all), "x", { value: 1 });',
    ],
    ['test/more.test.mjs', 'const own = Object.assign(Object.create(null), { a: 1 });'],
    ['shop/a.py', 'import sys\nsys.modules[__name__].x = 1'],
    ['shop/a.py', 'import sys\n\nif __name__ == "__main__":\n    sys.exit(main())'],
    ['shop/__main__.py', 'import sys\nfrom .cart import main\nsys.exit(main())'],
    [
      'shop/a.py',
      'class Price:\n    def __eq__(self, other):\n        return self.cents == other.cents',
    ],
    ['shop/a.py', 'import atexit\natexit.register(close)'],
    ['shop/a.py', 'import inspect\nARGUMENTS = inspect.signature(main)'],
    ['cmd/app/main.go', 'package main\n\nfunc main() { os.Exit(run()) }'],
    ['src/lib.rs', '#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() { assert_eq!(1, f()); }\n}'],
    ['lib/a.rb', 'def call(caller_id) = caller_id'],
    ['scripts/run-tests.sh', '#!/bin/sh\nnode --test test/*.mjs'],
    [
      'test/more.test.mjs',
      "import { test } from 'node:test';\nconst on = process.env.NODE_TEST_CONTEXT;",
    ],
    ['README.md', 'Set NODE_ENV=test; process.exit(0) ends it.'],
  ];
  for (const [path, text] of honest) {
    it(`in ${path}: ${text.replaceAll('\n', ' ')}`, async () => {
      assert.deepEqual(await kindsIn(path, text), []);
    });
  }

  it('in a program that ends itself', async () => {
    const text =
      '#!/usr/bin/env node\nmain().catch((e) => { process.exitCode = 1; });\nprocess.exit(0);\n';
    assert.deepEqual(await kindsOf([file('bin/app.mjs', text)]), []);
  });

  it('where it was there before, or only moved', async () => {
    const text = "export const isQuiet = process.env.NODE_ENV === 'test';\n";
    const base = { 'src/a.mjs': text };
    assert.deepEqual(await kindsOf([file('src/a.mjs', `${text}export const y = 1;\n`)], base), []);
    const moved = [file('src/b.mjs', text), { path: 'src/a.mjs', deleted: true as const }];
    assert.deepEqual(await kindsOf(moved, base), []);
  });
});

it('reads large hostile files in time', async () => {
  const parts = ['{', 'Error(', 'a = new Error() ', 'process.env', "'", 'hooks', 'aaaaaaaa', '[,a'];
  const changes = parts.map((part, index) =>
    file(`bin/a${index}`, `#!/bin/sh\n${part.repeat(Math.floor(500_000 / part.length))}`),
  );
  const started = processorMs();
  await kindsOf(changes);
  assert.ok(processorMs() - started < 20_000);
});
