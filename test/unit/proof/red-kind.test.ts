// The files in captured/ are what the runners really printed (paths and long stacks shortened);
// their last line is the exit code.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isMissingBehaviour } from '../../../app/proof/output/missing-behaviour.ts';
import { redKind } from '../../../app/proof/output/red-kind.ts';
import type { RedKind } from '../../../app/proof/output/test-runners/test-runner.ts';
import { processorMs } from '../../support/processor-time.ts';

const CAPTURED = join(import.meta.dirname, 'captured');
const PLAN = {
  contract: [
    'src/greet.mjs',
    'src/farewell.mjs',
    'src/farewell.cjs',
    'shop/cart.py',
    'shop.discount',
    'discount/',
  ],
  packages: [],
};

/** What is behind the runner's name in a file's name. */
const KINDS: Record<string, RedKind> = {
  assertion: 'assertion',
  plain: 'assertion',
  process: 'assertion',
  error: 'error',
  panic: 'error',
  'undefined-method': 'error',
  'missing-attribute': 'error',
  'missing-in-test': 'error',
  'missing-module': 'load',
  'missing-export': 'load',
  'missing-name': 'load',
  'missing-package': 'load',
  missing: 'load',
  undefined: 'load',
  package: 'load',
  syntax: 'load',
  nowhere: 'load',
};
/** Loads that failed because the behaviour is not there yet. */
const BEHAVIOUR = new Set([
  'missing-module',
  'missing-export',
  'missing-name',
  'missing',
  'undefined',
]);

type Capture = { file: string; what: string; exitCode: number; output: string };

async function readCaptures(): Promise<Capture[]> {
  const files = await readdir(CAPTURED);
  return await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(CAPTURED, file), 'utf8');
      const at = text.lastIndexOf('exit ');
      const what = file.slice(file.indexOf('-') + 1, -'.txt'.length);
      return { file, what, exitCode: Number(text.slice(at + 5)), output: text.slice(0, at) };
    }),
  );
}

describe('kinds of red', async () => {
  const captures = await readCaptures();

  it('are read from what node:test, Jest, Vitest, Mocha, pytest, unittest and go test print', () => {
    assert.ok(captures.length > 60);
    const wrong = captures
      .map(({ file, what, ...run }) => [file, redKind(run), KINDS[what]])
      .filter(([, found, wanted]) => found !== wanted);
    assert.deepEqual(wrong, []);
  });

  it('a load counts as missing behaviour only when the contract names what is missing', () => {
    const loads = captures.filter(({ what }) => KINDS[what] === 'load');
    const wrong = loads
      .map(({ file, what, output }) => [
        file,
        isMissingBehaviour(output, PLAN),
        BEHAVIOUR.has(what),
      ])
      .filter(([, found, wanted]) => found !== wanted);
    assert.deepEqual(wrong, []);
    for (const { output } of loads) {
      assert.equal(isMissingBehaviour(output, { contract: ['bin/app'], packages: [] }), false);
    }
  });

  it('a missing package is missing behaviour when the plan adds it', () => {
    const output = "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'left-pad' imported from /a";
    assert.equal(isMissingBehaviour(output, { contract: ['a.mjs'], packages: [] }), false);
    const packages = ['left-pad@1.3.0'];
    assert.equal(isMissingBehaviour(output, { contract: ['a.mjs'], packages }), true);
  });

  it('a green run has none, and output nobody knows is an error', () => {
    assert.equal(redKind({ exitCode: 0, output: 'AssertionError: no' }), undefined);
    assert.equal(redKind({ exitCode: 1, output: '' }), 'error');
    assert.equal(redKind({ exitCode: 3, output: 'it went wrong somehow' }), 'error');
    assert.equal(redKind({ exitCode: 137, output: 'Killed' }), 'error');
  });

  it('a program that cannot be started never ran', () => {
    assert.equal(redKind({ exitCode: 127, output: 'sh: 1: vitestt: not found' }), 'load');
    assert.equal(redKind({ exitCode: 126, output: 'permission denied' }), 'load');
  });

  it('words of an assertion in a code frame do not make a load an assertion', () => {
    const output = `file:///repo/test/x.mjs:1
import { AssertionError } from '../src/greet.mjs';
         ^^^^^^^^^^^^^^
SyntaxError: The requested module '../src/greet.mjs' does not provide an export named 'AssertionError'
    at #asyncInstantiate (node:internal/modules/esm/module_job:455:21)

Node.js v24.21.0
`;
    assert.equal(redKind({ exitCode: 1, output }), 'load');
  });

  it('is read in linear time from hostile output', () => {
    const lines = `${' '.repeat(2000)}error: 'test failed\n`.repeat(500);
    const started = processorMs();
    redKind({ exitCode: 1, output: `${lines}# tests 1\n${'E '.repeat(400_000)}` });
    assert.ok(processorMs() - started < 10_000);
  });
});
