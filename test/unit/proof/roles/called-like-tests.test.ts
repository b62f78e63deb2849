// A changed file that is only called like a test: when its name is no finding.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutNames } from '../../../../app/proof/roles/called-like-tests.ts';
import type { TamperFinding } from '../../../../app/proof/tamper/finding.ts';
import { parse } from '../../../support/syntax.ts';

const path = 'testing/clock.mjs';
const finding = (kind: TamperFinding['kind']): TamperFinding => ({ kind, path, detail: 'there' });
const BASE = 'export const now = () => 1;\n';
const HEAD = `export function now(ms) {\n  if (ms < 0) throw new RangeError('no');\n  return ms;\n}\n`;

async function left(texts: { base?: string; head?: string }, seen: object = {}) {
  const tree = async (text: string) => new Map([[path, await parse('javascript', text)]]);
  const trees = { base: await tree(texts.base ?? BASE), head: await tree(texts.head ?? HEAD) };
  const ofCase = { caseId: 'T1', paths: [path] };
  const known = { touches: [ofCase, { caseId: undefined, paths: [] }], trees };
  const hunks = [{ path, verdict: 'guarded' }];
  return withoutNames([finding('test-changed')], { ...known, hunks, ...seen }).length;
}

test('the name of code that a case runs and misses is no finding', async () => {
  assert.equal(await left({}), 0);
});

test('it stays one where the suite touches the file, nobody misses it, or nobody can tell', async () => {
  const ofCase = { caseId: 'T1', paths: [path] };
  assert.equal(await left({}, { touches: [ofCase, { caseId: undefined, paths: [path] }] }), 1);
  assert.equal(await left({}, { touches: [{ caseId: 'T1', paths: [] }] }), 1);
  assert.equal(await left({}, { touches: [ofCase, { caseId: 'T2', paths: undefined }] }), 1);
  assert.equal(await left({}, { hunks: [{ path, verdict: 'unguarded' }] }), 1);
});

test('it stays one of a test, and of what asserted something', async () => {
  const aTest = `import { test } from 'node:test';\ntest('x', () => {});\n${BASE}`;
  const asserting = `import assert from 'node:assert';\nexport const is = (x) => assert.equal(x, 1);\n`;
  assert.equal(await left({ base: aTest }), 1);
  assert.equal(await left({ head: aTest }), 1);
  assert.equal(await left({ base: asserting }), 1);
});

test('other findings of the file stay', async () => {
  const trees = { base: new Map(), head: new Map() };
  const all = [finding('skip-added'), finding('test-removed')];
  assert.deepEqual(withoutNames(all, { touches: [], hunks: [], trees }), all);
});
