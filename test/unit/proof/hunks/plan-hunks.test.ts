// From two texts to hunks with variants: what is put back, hollowed, taken out, and what is no hunk.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HunkPlan } from '../../../../app/proof/hunks/hunk.ts';
import { plannedHunks } from '../../../support/syntax.ts';

async function plansOf(path: string, base?: string, head?: string): Promise<HunkPlan[]> {
  return await plannedHunks({ path, base, head });
}

function shape({ kind, symbol, startLine, endLine, variants }: HunkPlan) {
  const names = variants.map(({ name }) => name).join(' ');
  return [kind, symbol ?? '', `${startLine}-${endLine}`, names].join(' | ');
}

const BASE = `import { trim } from './trim.mjs';

export function greet(name) {
  return 'Hello, ' + name;
}

export function leave(name) {
  return 'Bye, ' + name;
}
`;

describe('hunks', () => {
  it('put changed lines back, one hunk at a time', async () => {
    const head = BASE.replace("'Hello, '", "'Good day, '").replace("'Bye, '", "'Farewell, '");
    const plans = await plansOf('src/greet.mjs', BASE, head);
    assert.deepEqual(plans.map(shape), ['changed |  | 4-4 | undone', 'changed |  | 8-8 | undone']);
    assert.deepEqual(
      plans.map(({ id, variants }) => [id, variants[0]?.content]),
      [
        ['H1', BASE.replace("'Bye, '", "'Farewell, '")],
        ['H2', BASE.replace("'Hello, '", "'Good day, '")],
      ],
    );
  });

  it('put a function back alone that went together with a change', async () => {
    const head = `export function greet(name) {
  const said = 'Good day, ';
  return said + name;
}
`;
    const base = BASE.slice(BASE.indexOf('export'));
    const plans = await plansOf('src/greet.mjs', base, head);
    const gone = plans.find(({ symbol }) => symbol === 'leave');
    assert.deepEqual([gone?.kind, gone?.variants.length], ['removed', 1]);
    assert.match(gone?.variants[0]?.content ?? '', /Good day[^]*function leave/);
  });

  it('hollow an added function and take other added lines out apart from it', async () => {
    const head = `${BASE.replace('\n\n', "\nimport { up } from './up.mjs';\n\n")}
/** Shouts. */
export function shout(name) {
  return up(greet(name));
}
`;
    const plans = await plansOf('src/greet.mjs', BASE, head);
    assert.deepEqual(plans.map(shape), [
      'added-lines |  | 2-2 | undone',
      'added-function | shout | 12-15 | returns-nothing returns-first-argument',
    ]);
    assert.equal(
      plans[0]?.variants[0]?.content,
      head.replace("import { up } from './up.mjs';\n", ''),
    );
    assert.match(plans[1]?.variants[1]?.content ?? '', /shout\(name\) \{ return name; \}/);
  });

  it('put removed lines back, also a whole file', async () => {
    const head = BASE.slice(0, BASE.indexOf('export function leave'));
    const [plan, ...more] = await plansOf('src/greet.mjs', BASE, head);
    assert.deepEqual([more, plan?.kind], [[], 'removed']);
    assert.match(plan?.variants[0]?.content ?? '', /leave\(name\) \{\n {2}return 'Bye/);
    const [gone] = await plansOf('src/greet.mjs', BASE, undefined);
    assert.deepEqual([gone?.kind, gone?.variants[0]?.content], ['removed', BASE]);
  });

  it('hollow the functions of a new file and take out what stands between', async () => {
    const head = `import { a } from './a.mjs';

const LIMIT = 3;

export class Cart {
  constructor(items) { this.items = items; }
  total() { return a(this.items, LIMIT); }
}
`;
    const plans = await plansOf('src/cart.mjs', undefined, head);
    assert.deepEqual(plans.map(shape), [
      // Without its first line the class is no class: nothing fits in the place of these lines.
      'added-lines |  | 1-6 | ',
      'added-function | Cart.total | 7-7 | returns-nothing',
    ]);
    const [whole] = await plansOf('src/limit.mjs', undefined, 'export const LIMIT = 3;\n');
    assert.equal(whole?.variants[0]?.content, '');
  });

  it('put the old text back beside a function that was added in its place', async () => {
    const head = BASE.replace(
      /export function leave[^]*$/,
      'export function part(who, how) {\n  return how + who;\n}\n',
    );
    const plans = await plansOf('src/greet.mjs', BASE, head);
    assert.deepEqual(
      plans.map(({ kind, symbol }) => [kind, symbol]),
      [
        ['removed', undefined],
        ['added-function', 'part'],
      ],
    );
    const undone = plans[0]?.variants[0]?.content ?? '';
    assert.ok(undone.includes('leave(name)') && undone.includes('part(who, how)'), undone);
  });

  it('are not made of comments, blank lines, tests, settings and manifests', async () => {
    const head = `// Greets.\n${BASE.replace('\n\n', '\n\n\n')}`;
    assert.deepEqual(await plansOf('src/greet.mjs', BASE, head), []);
    for (const path of ['test/greet.test.mjs', 'package.json', '.github/workflows/ci.yml']) {
      assert.deepEqual(await plansOf(path, 'a\n', 'b\n'), []);
    }
  });

  it('of texts without a grammar are put back too', async () => {
    const plans = await plansOf('conf/limits.ini', 'a=1\nb=2\n', 'a=1\nb=3\n');
    assert.deepEqual(plans.map(shape), ['changed |  | 2-2 | undone']);
  });

  it('treat overloads and methods of equal name apart', async () => {
    const base = 'class A {\n  int f(int a) { return a; }\n}\n';
    const head =
      'class A {\n  int f(int a) { return a; }\n  int f(String a) { return 1; }\n}\nclass B {\n  int f(int a) { return 2; }\n}\n';
    const plans = await plansOf('src/main/java/A.java', base, head);
    const symbols = plans.flatMap(({ symbol }) => symbol ?? []);
    assert.deepEqual(symbols, ['A.f(String)', 'B.f(int)']);
  });
});
