// Past fixes of packages of npm that read and write texts.
import type { PastFix } from './fix.ts';

export const NPM_TEXTS: readonly PastFix[] = [
  {
    registry: 'npm',
    package: 'ms',
    base: {
      version: '2.0.0',
      digest:
        'sha512-Tpp60P6IUJDTuOq/5Z8cdskzJujfwqfOTkrwIwj7IRISpnkJnT6SyJ4PCPnGMoFjC9ddhal5KVIYtAt97ix05A==',
    },
    head: {
      version: '2.1.0',
      digest:
        'sha512-gVZHb22Z7YDyiiaoGld9LD4tUuDDxdkDJUEfTIej9LFePFqiE9JxI0qTFfu6tD7Wu03lg7skmVwTmA6XkeMlPQ==',
    },
    files: ['index.js', 'package.json', 'readme.md'],
    changed: ['index.js'],
    goal: 'ms() knows weeks, and negative durations.',
    imports: `import ms from '../../index.js';`,
    promises: [
      {
        text: 'ms(text) reads weeks, written w, week or weeks',
        cases: {
          'one week': `assert.equal(ms('1 week'), 604800000);`,
          'weeks in all ways': `assert.deepEqual([ms('2w'), ms('3 weeks')], [1209600000, 1814400000]);`,
        },
      },
      {
        text: 'ms(text) reads a negative number before a unit',
        cases: {
          'negative milliseconds': `assert.equal(ms('-100ms'), -100);`,
          'negative hours': `assert.equal(ms('-1.5h'), -5400000);`,
        },
      },
      {
        text: 'days and years are read as before',
        kind: 'keep',
        cases: {
          'two days and a year': `assert.deepEqual([ms('2 days'), ms('1y')], [172800000, 31557600000]);`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'shell-quote',
    base: {
      version: '1.8.2',
      digest:
        'sha512-AzqKpGKjrj7EM6rKVQEPpB288oCfnrEIuyoT9cyF4nmGa7V8Zk6f7RRqYisX8X9m+Q7bd632aZW4ky7EhbQztA==',
    },
    head: {
      version: '1.8.3',
      digest:
        'sha512-ObmnIF4hXNg1BqhnHmgbDETF8dLPCggZWBjkQfhZpbszZnYur5DUljTcCHii5LC3J5E0yeO/1LIMyH+UvHQgyw==',
    },
    files: ['index.js', 'parse.js', 'quote.js', 'package.json', 'test/'],
    changed: ['quote.js', 'test/quote.js'],
    contract: ['index.js', 'quote.js'],
    goal: 'quote() does not escape backslashes inside single quotes.',
    imports: `import quote from '../../quote.js';`,
    changedTests: [{ path: 'test/quote.js', reason: 'Backslashes were expected to be doubled.' }],
    promises: [
      {
        text: 'quote() puts words with a backslash into single quotes and leaves the backslash alone',
        cases: {
          'one backslash': String.raw`assert.equal(quote(['a\\x']), "'a\\x'");`,
          'a backslash and a double quote': String.raw`assert.equal(quote(['b\\"c', 'd']), "'b\\\"c' d");`,
        },
      },
      {
        text: 'words with blanks and with single quotes are quoted as before',
        kind: 'keep',
        cases: {
          'a blank, a quote': String.raw`assert.equal(quote(['a b', "it's"]), "'a b' \"it's\"");`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'normalize-url',
    base: {
      version: '8.0.0',
      digest:
        'sha512-uVFpKhj5MheNBJRTiMZ9pE/7hD1QTeEvugSJW/OmLzAp78PB5O6adfMNTvmfKhXBkvCzC+rqifWcVYpGFwTjnw==',
    },
    head: {
      version: '8.0.1',
      digest:
        'sha512-IO9QvjUMWxPQQhs60oOu10CRkWCiZzSUkzbXGGV9pviYl1fXYcvkzQ5jV9z8Y6un8ARoVRl4EtC6v6jNqbaJ/w==',
    },
    files: ['index.js', 'index.d.ts', 'package.json', 'readme.md'],
    changed: ['index.js', 'index.d.ts', 'readme.md'],
    contract: ['index.js'],
    goal: 'A host name with a port and without a protocol is no custom protocol.',
    imports: `import normalizeUrl from '../../index.js';`,
    promises: [
      {
        text: 'normalizeUrl(host:port) adds the protocol to a host name with a dot',
        cases: {
          'a host with a port': `assert.equal(normalizeUrl('sindresorhus.com:123'), 'http://sindresorhus.com:123');`,
          'a host with a port and a path': `assert.equal(normalizeUrl('www.example.org:8080/a/'), 'http://example.org:8080/a');`,
        },
      },
      {
        text: 'custom protocols are still passed through',
        kind: 'keep',
        cases: {
          'a telephone number': `assert.equal(normalizeUrl('tel:004346382763'), 'tel:004346382763');`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'pretty-bytes',
    base: {
      version: '6.0.0',
      digest:
        'sha512-6UqkYefdogmzqAZWzJ7laYeJnaXDy2/J+ZqiiMtS7t7OfpXWTlaeGMwX8U6EFvPV/YWWEKRkS8hKS4k60WHTOg==',
    },
    head: {
      version: '6.1.0',
      digest:
        'sha512-Rk753HI8f4uivXi4ZCIYdhmG1V+WKzvRMg/X+M42a6t7D07RcmopXJMDNk6N++7Bl75URRGsb40ruvg7Hcp2wQ==',
    },
    files: ['index.js', 'index.d.ts', 'package.json', 'readme.md'],
    changed: ['index.js', 'index.d.ts', 'readme.md'],
    contract: ['index.js'],
    goal: 'prettyBytes() can leave out the space before the unit.',
    imports: `import prettyBytes from '../../index.js';`,
    promises: [
      {
        text: 'prettyBytes(number, { space: false }) has no space between number and unit',
        cases: {
          'a kilobyte': `assert.equal(prettyBytes(1920, { space: false }), '1.92kB');`,
          'less than one, and a signed nothing': `assert.deepEqual(
  [prettyBytes(0.5, { space: false }), prettyBytes(0, { signed: true, space: false }), prettyBytes(41, { space: false })],
  ['0.5B', ' 0B', '41B'],
);`,
        },
      },
      {
        text: 'without the option there is a space',
        kind: 'keep',
        cases: {
          'a kilobyte and nothing': `assert.deepEqual([prettyBytes(1920), prettyBytes(0, { signed: true })], ['1.92 kB', ' 0 B']);`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'moo',
    base: {
      version: '0.5.2',
      digest:
        'sha512-iSAJLHYKnX41mKcJKjqvnAN9sf0LMDTXDEvFv+ffuRR9a1MIuXLjMNL6EsnDHSkKLTWNqQQ5uo61P4EbU4NU+Q==',
    },
    head: {
      version: '0.5.3',
      digest:
        'sha512-m2fmM2dDm7GZQsY7KK2cme8agi+AAljILjQnof7p1ZMDe6dQ4bdnSMx0cPppudoeNv5hEFQirN6u+O4fDE0IWA==',
    },
    files: ['moo.js', 'package.json', 'README.md'],
    changed: ['moo.js'],
    goal: 'A literal with a dash works beside expressions with the flag u.',
    imports: `import moo from '../../moo.js';`,
    promises: [
      {
        text: 'moo.compile() takes literals with a dash together with expressions that have the flag u',
        cases: {
          'an arrow': `const lexer = moo.compile({ arrow: '->', word: /[a-z]+/u });
lexer.reset('a->b');
assert.deepEqual([...lexer].map((token) => token.type), ['word', 'arrow', 'word']);`,
          'a rule of dashes': `const lexer = moo.compile({ rule: '---', dot: '.', number: /[0-9]+/u });
lexer.reset('1---2.');
assert.deepEqual([...lexer].map((token) => token.value), ['1', '---', '2', '.']);`,
        },
      },
      {
        text: 'literals are matched as they stand without the flag',
        kind: 'keep',
        cases: {
          'a dash and a star': `const lexer = moo.compile({ dash: '-', star: '*', digit: /[0-9]/ });
lexer.reset('1-2*3');
assert.deepEqual([...lexer].map((token) => token.type), ['digit', 'dash', 'digit', 'star', 'digit']);`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'humanize-duration',
    base: {
      version: '3.35.0',
      digest:
        'sha512-+KYh+R85n1yadHHwy/QXF0JgPq5NPPBNrvigA5aAKrlKFd0bJpMx7wE3Xd6rM0kEaBQMCFrdMihkaDSgWERNvQ==',
    },
    head: {
      version: '3.35.1',
      digest:
        'sha512-O4HQEzneiiAiPmFzvQKKK+Gbz3vFO9Obq6lnWsbGyUbJ54m7mDN+/lHpzilFxDd8pmrMzuHLw4dsoWnLCEq7dQ==',
    },
    files: ['humanize-duration.js', 'package.json', 'README.md', 'HISTORY.md'],
    changed: ['humanize-duration.js', 'HISTORY.md'],
    contract: ['humanize-duration.js'],
    goal: 'preserve literal dollar signs in custom decimal separators',
    imports: `import humanizeDuration from '../../humanize-duration.js';`,
    promises: [
      {
        text: 'the option decimal is written as it is, also with dollar signs',
        cases: {
          'two dollars': `assert.equal(humanizeDuration(1500, { decimal: '$$' }), '1$$5 seconds');`,
          'a dollar and an ampersand': `assert.equal(
  humanizeDuration(2 * 60000 + 30000, { units: ['m'], decimal: '$&' }),
  '2$&5 minutes',
);`,
        },
      },
      {
        text: 'other separators are written as before',
        kind: 'keep',
        cases: {
          'a comma': `assert.equal(humanizeDuration(1500, { decimal: ',' }), '1,5 seconds');`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'scule',
    base: {
      version: '1.1.1',
      digest:
        'sha512-sHtm/SsIK9BUBI3EFT/Gnp9VoKfY6QLvlkvAE6YK7454IF8FSgJEAnJpVdSC7K5/pjI5NfxhzBLW2JAfYA/shQ==',
    },
    head: {
      version: '1.2.0',
      digest:
        'sha512-CRCmi5zHQnSoeCik9565PONMg0kfkvYmcSqrbOJY4txFfy1wvVULV4FDaiXhUblUgahdqz3F2NwHZ8i4eBTwUw==',
    },
    files: ['dist/', 'package.json', 'README.md'],
    changed: ['dist/index.mjs', 'dist/index.cjs', 'dist/index.d.ts', 'README.md'],
    contract: ['dist/index.mjs', 'dist/index.cjs'],
    goal: 'Add flatCase and trainCase, and recognise upper case letters without a lower case as none.',
    imports: `import { createRequire } from 'node:module';
import * as scule from '../../dist/index.mjs';

const required = createRequire(import.meta.url)('../../dist/index.cjs');`,
    promises: [
      {
        text: 'flatCase(text) joins the words without anything between them',
        cases: {
          'two words': `for (const { flatCase } of [scule, required]) assert.equal(flatCase('fooBar'), 'foobar');`,
          'four words': `for (const { flatCase } of [scule, required]) {
  assert.equal(flatCase('foo-barBaz_qux'), 'foobarbazqux');
}`,
        },
      },
      {
        text: 'trainCase(text, { normalize }) joins capitalised words with dashes',
        cases: {
          'two words': `for (const { trainCase } of [scule, required]) {
  assert.equal(trainCase('fooBar'), 'Foo-Bar');
}`,
          normalised: `for (const { trainCase } of [scule, required]) {
  assert.equal(trainCase('AFunny-WWW_header', { normalize: true }), 'A-Funny-Www-Header');
  assert.equal(trainCase(['x', '', 'yZ']), 'X-YZ');
}`,
        },
      },
      {
        text: 'isUppercase() is false for what has no case',
        cases: {
          'an underline': `for (const { isUppercase } of [scule, required]) assert.equal(isUppercase('_'), false);`,
          'a dollar and a letter': `for (const { isUppercase } of [scule, required]) {
  assert.deepEqual([isUppercase('$'), isUppercase('A'), isUppercase('a')], [false, true, false]);
}`,
        },
      },
      {
        text: 'kebabCase() is as before',
        kind: 'keep',
        cases: {
          'three words': `for (const { kebabCase } of [scule, required]) assert.equal(kebabCase('fooBarBaz'), 'foo-bar-baz');`,
        },
      },
    ],
  },
];
