// Two cases of one criterion try different inputs, however they are dressed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeCases } from '../../../../app/proof/judge/judge.ts';
import { Plan } from '../../../../sandbox/protocol/plan.ts';
import { treesOf } from '../../../support/syntax.ts';
import { file, PLAN, testCase } from '../samples.ts';

type Pair = readonly [shown: string, withheld: string];

const SETTINGS = {
  js: {
    path: (id: string) => `test/redgreen/${id}.test.mjs`,
    run: (path: string) => `node --test ${path}`,
    contract: ['src/greet.mjs', 'bin/app.mjs'],
    wrap: (body: string) => `import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { createCart, greet, serve } from '../../src/greet.mjs';

test('it', async () => {
  ${body}
});
`,
  },
  python: {
    path: (id: string) => `tests/test_${id}.py`,
    run: (path: string) => `pytest ${path}`,
    contract: ['shop/cart.py'],
    wrap: (body: string) =>
      `from shop.cart import Stack, total\n\n\ndef test_it():\n    ${body.replaceAll('\n', '\n    ')}\n`,
  },
  shell: {
    path: (id: string) => `test/${id}.sh`,
    run: (path: string) => `sh ${path}`,
    contract: ['bin/count'],
    wrap: (body: string) => `set -e\n${body}\n`,
  },
} as const;

async function messagesOf(language: keyof typeof SETTINGS, bodies: Pair): Promise<string[]> {
  const { path, run, contract, wrap } = SETTINGS[language];
  const files = bodies.map((body, index) => file(path(`t${index + 1}`), wrap(body)));
  const cases = files.map(({ path: at }, index) =>
    testCase(`T${index + 1}`, 'R1', { files: [at], run: run(at), withheld: index === 1 }),
  );
  const [criterion] = PLAN.criteria;
  const plan = Plan.parse({ ...PLAN, criteria: [criterion], contract, paths: contract });
  const trees = await treesOf(files);
  const { objections } = judgeCases({ plan, cases, files, trees, basePaths: [...contract] });
  return objections.map(({ rule, message }) => `${rule}: ${message}`);
}

const ADA = `assert.equal(greet('Ada', { shout: true }), 'HELLO, ADA!');`;
const said = (call: string) => `assert.equal(${call}, 'HELLO, ADA!');`;
const RUN = (words: string) =>
  `assert.equal(spawnSync(process.execPath, ${words}, { encoding: 'utf8' }).stdout, 'HELLO');`;
const PRICES = 'assert total([100, 100], discount=10) == 180';

describe('a withheld case with the inputs of a shown one is refused when it', () => {
  const refused: readonly (readonly [string, keyof typeof SETTINGS, Pair])[] = [
    [
      'names its options',
      'js',
      [ADA, `const o = { shout: true }; const s = greet('Ada', o); ${said('s')}`],
    ],
    ['calls another and looks away', 'js', [ADA, `greet('Bo', { shout: true }); ${ADA}`]],
    ['puts the text together', 'js', [ADA, said(`greet('A' + 'da', { shout: true })`)]],
    ['uses other quotes', 'js', [ADA, said('greet(`Ada`, { "shout": !0 })')]],
    ['escapes letters', 'js', [ADA, said(String.raw`greet('\u0041da', { shout: true })`)]],
    ['fills a template', 'js', [ADA, `const n = 'da'; ${said('greet(`A${n}`, { shout: true })')}`]],
    ['spreads a list', 'js', [ADA, said(`greet(...['Ada', { shout: true }])`)]],
    ['spreads an object', 'js', [ADA, said(`greet('Ada', { ...{ shout: true } })`)]],
    ['adds undefined', 'js', [ADA, said(`greet('Ada', { shout: true }, undefined)`)]],
    ['trims', 'js', [ADA, said(`greet(' Ada '.trim(), { shout: true })`)]],
    ['joins', 'js', [ADA, said(`greet(['A', 'd', 'a'].join(''), { shout: true })`)]],
    [
      'loops over one',
      'js',
      [ADA, `for (const n of ['Ada']) { ${said('greet(n, { shout: true })')} }`],
    ],
    [
      'loops over a table of one',
      'js',
      [
        ADA,
        `for (const [n, want] of [['Ada', 'X']]) assert.equal(greet(n, { shout: true }), want);`,
      ],
    ],
    [
      'calls it in a function of its own',
      'js',
      [ADA, `const check = (n, o) => { ${said('greet(n, o)')} }; check('Ada', { shout: true });`],
    ],
    [
      'calls it by another name',
      'js',
      [ADA, `const hail = greet; ${said(`hail('Ada', { shout: true })`)}`],
    ],
    [
      'asks another part of the same answer',
      'js',
      [ADA, `assert.ok(greet('Ada', { shout: true }).endsWith('ADA!'));`],
    ],
    ['repeats one of two', 'js', [`${ADA} ${said(`greet('Bo', {})`)}`, said(`greet('Bo', {})`)]],
    ['spells numbers otherwise', 'js', [said('greet(10, 255)'), said('greet(1e1, 0xff)')]],
    ['adds numbers up', 'js', [said('greet(10)'), said('greet(5 + 5)')]],
    [
      'runs the same command',
      'js',
      [RUN(`['bin/app.mjs', 'Ann']`), `const at = 'bin/app.mjs'; ${RUN(`[at, 'An' + 'n']`)}`],
    ],
    [
      'asks the same address',
      'js',
      [
        `const s = await serve({ port: 0 }); const r = await fetch(\`http://127.0.0.1:\${s.port}/a\`); assert.equal(r.status, 200);`,
        `const s = await serve({ port: 0 }); const r = await fetch('http://127.0.0.1:' + s.port + '/a'); assert.equal(await r.text(), 'x');`,
      ],
    ],
    [
      'takes the same steps',
      'js',
      [
        `const c = createCart(); c.add(3); assert.equal(c.total(), 3);`,
        `const cart = createCart(); cart.add(1 + 2); const sum = cart.total(); assert.equal(sum, 3);`,
      ],
    ],
    [
      'names arguments in a dictionary',
      'python',
      [PRICES, 'assert total([100, 100], **{"discount": 10}) == 180'],
    ],
    ['joins literals', 'python', ['assert total("ab") == 1', 'assert total("a" "b") == 1']],
    ['multiplies a list', 'python', [PRICES, 'assert total([100] * 2, discount=0xA) == 180']],
    [
      'gives it a name',
      'python',
      [PRICES, 'prices = [100, 100]\nassert total(prices, discount=10) == 180'],
    ],
    [
      'quotes otherwise',
      'shell',
      [`test "$(bin/count 'two words')" = 2`, `test "$(bin/count "two words")" = 2`],
    ],
    [
      'puts it into a variable',
      'shell',
      [
        `test "$(bin/count 'two words')" = 2`,
        `words='two words'\ntest "$(bin/count "$words")" = 2`,
      ],
    ],
  ];
  for (const [what, language, pair] of refused) {
    it(what, async () => {
      const messages = await messagesOf(language, pair);
      assert.equal(messages.length, 1, messages.join('\n'));
      assert.match(messages[0] ?? '', /^different-cases: a withheld case has to try other inputs/);
    });
  }
});

describe('nothing is said against a withheld case that', () => {
  const honest: readonly (readonly [string, keyof typeof SETTINGS, Pair])[] = [
    ['has another name', 'js', [ADA, said(`greet('Grace', { shout: true })`)]],
    [
      'counts what was called before',
      'js',
      [`assert.equal(greet('Bo'), 1);`, `greet('Ada'); assert.equal(greet('Bo'), 2);`],
    ],
    ['has another option', 'js', [ADA, said(`greet('Ada', { shout: 'very' })`)]],
    ['tries more', 'js', [ADA, `${ADA} ${said(`greet('Bo', { shout: true })`)}`]],
    [
      'has another table',
      'js',
      [
        `for (const [n, want] of [['Ada', 'X']]) assert.equal(greet(n), want);`,
        `for (const [n, want] of [['Bo', 'X']]) assert.equal(greet(n), want);`,
      ],
    ],
    [
      'takes fewer steps',
      'js',
      [
        `const c = createCart(); c.add(3); c.add(3); assert.equal(c.total(), 6);`,
        `const c = createCart(); c.add(3); assert.equal(c.total(), 3);`,
      ],
    ],
    [
      'fills its list later',
      'js',
      [
        `const l = []; l.push('a'); assert.equal(greet(l), 'a');`,
        `const l = []; l.push('b'); assert.equal(greet(l), 'b');`,
      ],
    ],
    [
      'makes its own file',
      'js',
      [
        `const f = makeFile('a b'); assert.equal(greet(f), 2);`,
        `const f = makeFile('a b c'); assert.equal(greet(f), 3);`,
      ],
    ],
    [
      'has nothing to hand over',
      'js',
      [`assert.equal(greet(), 'Hello, stranger!');`, `assert.equal(greet().length, 16);`],
    ],
    [
      'waits for something else',
      'js',
      [
        `assert.deepEqual(await greet(Promise.resolve(1)), 1);`,
        `await assert.rejects(greet(Promise.reject(new Error('no'))), /no/);`,
      ],
    ],
    [
      'has another command line',
      'js',
      [RUN(`['bin/app.mjs', 'Ann']`), RUN(`['bin/app.mjs', 'Bo']`)],
    ],
    ['has other prices', 'python', [PRICES, 'assert total([99], discount=50) == 49']],
    [
      'pushes something else',
      'python',
      [
        'one = Stack(); one.push(1); one.push(2)\nassert one.pop() == 2',
        'one = Stack(); one.push("a"); one.pop()\nassert one.items == []',
      ],
    ],
    [
      'counts another file',
      'shell',
      [
        `file=$(mktemp)\necho 'a b' > "$file"\ntest "$(bin/count -w "$file")" = 2`,
        `file=$(mktemp)\necho 'a b c' > "$file"\ntest "$(bin/count -w "$file")" = 3`,
      ],
    ],
    [
      'reads something else',
      'shell',
      [`test "$(echo 'a b' | bin/count)" = 2`, `test "$(echo 'a b c' | bin/count)" = 3`],
    ],
  ];
  for (const [what, language, pair] of honest) {
    it(what, async () => {
      assert.deepEqual(await messagesOf(language, pair), []);
    });
  }
});
