// Past fixes of packages of npm that strip and merge.
import type { PastFix } from './fix.ts';

export const NPM_BUILT: readonly PastFix[] = [
  {
    registry: 'npm',
    package: 'strip-json-comments',
    base: {
      version: '5.0.1',
      digest:
        'sha512-0fk9zBqO67Nq5M/m45qHCJxylV/DhBlIOVExqgOMiCCrzrhU6tCibRXNqE3jwJLftzE9SNuZtYbpzcO+i9FiKw==',
    },
    head: {
      version: '5.0.3',
      digest:
        'sha512-1tB5mhVo7U+ETBKNf92xT4hrQa3pm0MZ0PQvuDnWgAAGHDsfp4lPSpiS6psrSiet87wyGPh9ft6wmhOMQ0hDiw==',
    },
    files: ['index.js', 'package.json', 'readme.md'],
    changed: ['index.js', 'readme.md'],
    contract: ['index.js'],
    goal: 'What is put in the place of a comment is always white space of JSON.',
    imports: `import stripJsonComments from '../../index.js';`,
    promises: [
      {
        text: 'every sign of a comment but blanks, tabs and line ends becomes a blank, no-break spaces too',
        cases: {
          'in the middle': `const stripped = stripJsonComments('{"a": 1 /*\\u00A0\\u2003x*/}');
assert.equal(stripped, '{"a": 1        }');
assert.deepEqual(JSON.parse(stripped), { a: 1 });`,
          'to the end of the line, and of all': `assert.equal(stripJsonComments('[1] //\\u00A0\\u3000\\n'), '[1]     \\n');
assert.equal(stripJsonComments('[2] // \\tx\\uFEFF'), '[2]    \\t  ');`,
        },
      },
      {
        text: 'a comment that is opened with /* and never closed stays as it is',
        cases: {
          'at the end': `assert.equal(stripJsonComments('{"a":1}/* open'), '{"a":1}/* open');`,
          'after another one, without white space': `assert.equal(stripJsonComments('[/*a*/1] /* b', { whitespace: false }), '[1] /* b');`,
        },
      },
      {
        text: 'comments are stripped as before',
        kind: 'keep',
        cases: {
          several: `assert.equal(stripJsonComments('//c\\n{"a":"b//c"}'), '   \\n{"a":"b//c"}');
assert.equal(stripJsonComments('{"a":"b"//c\\n}', { whitespace: false }), '{"a":"b"\\n}');
assert.equal(stripJsonComments('[1,/*x*/]', { trailingCommas: true, whitespace: false }), '[1]');`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'deepmerge',
    base: {
      version: '4.2.2',
      digest:
        'sha512-FJ3UgI4gIl+PHZm53knsuSFpE+nESMr7M4v9QcgB7S63Kj/6WqMiFQJpBBYz1Pt+66bZpP3Q7Lye0Oo9MPKEdg==',
    },
    head: {
      version: '4.3.0',
      digest:
        'sha512-z2wJZXrmeHdvYJp/Ux55wIjqo81G5Bp4c+oELTW+7ar6SogWHajt5a9gO3s3IDaGSAXjDk0vlQKN3rms8ab3og==',
    },
    files: ['dist/cjs.js', 'package.json', 'changelog.md'],
    changed: ['dist/cjs.js', 'changelog.md'],
    contract: ['dist/cjs.js'],
    goal: 'Objects without a prototype can be merged, symbols included.',
    imports: `import merge from '../../dist/cjs.js';`,
    promises: [
      {
        text: 'an object without a prototype that has symbols is merged, and its symbols with it',
        cases: {
          'as the target': `const mark = Symbol('mark');
const target = Object.assign(Object.create(null), { [mark]: 1, a: 1 });
const merged = merge(target, { a: 2, b: 3 });
assert.deepEqual([merged[mark], merged.a, merged.b], [1, 2, 3]);`,
          'below the root': `const mark = Symbol('mark');
const inner = Object.assign(Object.create(null), { [mark]: { deep: true } });
const merged = merge({ x: 0 }, { inner });
assert.equal(merged.inner[mark].deep, true);
assert.notEqual(merged.inner, inner);
assert.equal(merged.x, 0);`,
        },
      },
      {
        text: 'symbols that cannot be listed are left out, ordinary objects merged as before',
        kind: 'keep',
        cases: {
          both: `const hidden = Symbol('hidden');
const source = Object.defineProperty({ list: [2] }, hidden, { value: 1, enumerable: false });
const merged = merge({ list: [1], a: { b: 1 } }, source);
assert.deepEqual(merged, { list: [1, 2], a: { b: 1 } });
assert.equal(merged[hidden], undefined);`,
        },
      },
    ],
  },
];
