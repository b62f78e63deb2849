// What runs on a changed head say about the implementer, and what can be measured at all.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SEEN_IN_RUNS } from '../../../app/proof/tamper/finding.ts';
import { guardFindings } from '../../../app/proof/tamper/tamper.ts';
import { languageOfScript } from '../../../sandbox/languages/languages.ts';
import { plannedHunks } from '../../support/syntax.ts';

describe('findings of the guard', () => {
  const hunks = [{ path: 'a.mjs' }, { path: 'a.mjs' }, { path: 'b.mjs' }];

  it('name the code whose tests fail in another layout', () => {
    const seen = { relaid: [{ exitCode: 0 }, { exitCode: 1 }], hunks, fitted: [] };
    const found = guardFindings(seen).map(({ kind, path }) => [kind, path]);
    assert.deepEqual(found, [
      ['own-text-watched', 'a.mjs'],
      ['own-text-watched', 'b.mjs'],
    ]);
    assert.deepEqual(guardFindings({ ...seen, relaid: [{ exitCode: 0 }] }), []);
  });

  it('name data that only old tests miss, and are seen in runs alone', () => {
    const found = guardFindings({ relaid: [], hunks, fitted: ['data.json'] });
    assert.deepEqual(
      found.map(({ kind, path }) => [kind, path]),
      [['test-data-changed', 'data.json']],
    );
    assert.ok(found.every(({ kind }) => SEEN_IN_RUNS.has(kind)));
  });
});

describe('a function that is gone', () => {
  async function kinds(path: string, base: string, head: string): Promise<string[]> {
    return (await plannedHunks({ path, base, head })).map(({ kind }) => kind);
  }

  it('is no hunk where only its own file could call it', async () => {
    const own = 'function a(x) {\n  return x;\n}\n\n';
    const rest = 'export function b(x) {\n  return x + 1;\n}\n';
    assert.deepEqual(await kinds('s.mjs', own + rest, rest), []);
    assert.deepEqual(await kinds('s.mjs', `export ${own}${rest}`, rest), ['removed']);
    assert.deepEqual(await kinds('s.mjs', `${own}${rest}export { a };\n`, rest), [
      'removed',
      'removed',
    ]);
    const python = 'def f(x):\n    return x\n';
    assert.deepEqual(await kinds('s.py', `def _g(x):\n    return 1\n\n\n${python}`, python), []);
    assert.deepEqual(await kinds('s.py', `def g(x):\n    return 1\n\n\n${python}`, python), [
      'removed',
    ]);
  });
});

describe('the language of a program without an ending', () => {
  it('is that of its first line', () => {
    assert.equal(languageOfScript('#!/bin/sh\n')?.grammar, 'bash');
    assert.equal(languageOfScript('#!/usr/bin/env -S node --no-warnings\n')?.grammar, 'javascript');
    assert.equal(languageOfScript('#! /usr/bin/python3.12 -u\n')?.grammar, 'python');
    assert.equal(languageOfScript('#!/usr/bin/perl\n'), undefined);
    assert.equal(languageOfScript('echo\n#!/bin/sh\n'), undefined);
  });
});
