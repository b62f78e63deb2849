// Past fixes of packages of npm that read headers and units.
import type { PastFix } from './fix.ts';

export const NPM_HEADERS: readonly PastFix[] = [
  {
    registry: 'npm',
    package: 'bytes',
    base: {
      version: '3.1.0',
      digest:
        'sha512-zauLjrfCG+xvoyaqLoV8bLVXXNGC4JqlxFCutSDWA6fJrTo2ZuvLYTqZ7aHBLZSMOopbzwv8f+wZcVzfVTI2Dg==',
    },
    head: {
      version: '3.1.1',
      digest:
        'sha512-dWe4nWO/ruEOY7HkUJ5gFt1DCFV9zPRoJr8pV0/ASQermOZjtq8jMjOprC0Kd10GLN+l7xaUPvxzJFWtxGu8Fg==',
    },
    files: ['index.js', 'package.json', 'Readme.md', 'History.md'],
    changed: ['index.js', 'Readme.md', 'History.md'],
    contract: ['index.js'],
    goal: 'thousandsSeparator leaves the fraction alone.',
    imports: `import bytes from '../../index.js';`,
    promises: [
      {
        text: 'with a thousandsSeparator the digits after the point are not separated',
        cases: {
          'with a comma': `assert.equal(
  bytes.format(1234.56789 * 1024 ** 2, { decimalPlaces: 4, thousandsSeparator: ',', unit: 'MB' }),
  '1,234.5679MB',
);`,
          'with a blank and a point': `assert.equal(bytes(1000.12345, { thousandsSeparator: ' ', decimalPlaces: 5 }), '1 000.12345B');
assert.equal(
  bytes(1005.1005 * 1024, { decimalPlaces: 4, thousandsSeparator: '.', unit: 'KB' }),
  '1.005.1005KB',
);`,
        },
      },
      {
        text: 'whole numbers are separated as before',
        kind: 'keep',
        cases: {
          'millions, and none': `assert.equal(bytes(1024 ** 2 * 1234, { thousandsSeparator: ',', unit: 'KB' }), '1,263,616KB');
assert.equal(bytes(1000, { thousandsSeparator: ' ' }), '1 000B');
assert.equal(bytes(1536), '1.5KB');`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'range-parser',
    base: {
      version: '1.2.0',
      digest:
        'sha512-kA5WQoNVo4t9lNx2kQNFCxKeBl5IbbSNBl1M/tLkw9WCn+hxNBAW5Qh8gdhs63CJnhjJ2zQWFoqPJP2sK1AV5A==',
    },
    head: {
      version: '1.2.1',
      digest:
        'sha512-Hrgsx+orqoygnmhFbKaHE6c296J+HTAQXoxEF6gNupROmmGJRoyzfG3ccAveqCBrwr/2yxQ5BVd/GTl5agOwSg==',
    },
    files: ['index.js', 'package.json', 'README.md', 'HISTORY.md'],
    changed: ['index.js', 'README.md', 'HISTORY.md'],
    contract: ['index.js'],
    goal: 'The error for a header that is no text says so.',
    imports: `import parseRange from '../../index.js';`,
    promises: [
      {
        text: 'parseRange(size, header) throws the TypeError "argument str must be a string" for a header that is no text',
        cases: {
          nothing: `assert.throws(() => parseRange(200), { name: 'TypeError', message: 'argument str must be a string' });`,
          'a number and a list': `for (const header of [5, ['bytes=0-5'], null]) {
  assert.throws(() => parseRange(200, header), { name: 'TypeError', message: 'argument str must be a string' });
}`,
        },
      },
      {
        text: 'ranges are parsed',
        kind: 'keep',
        cases: {
          'several, none, and a wrong one': `const ranges = parseRange(1000, 'bytes=40-80,81-90,-1');
assert.deepEqual([...ranges], [{ start: 40, end: 80 }, { start: 81, end: 90 }, { start: 999, end: 999 }]);
assert.equal(ranges.type, 'bytes');
assert.deepEqual([parseRange(200, 'bytes=500-999'), parseRange(200, 'malformed')], [-1, -2]);`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'parse-ms',
    base: {
      version: '3.0.0',
      digest:
        'sha512-Tpb8Z7r7XbbtBTrM9UhpkzzaMrqA2VXMT3YChzYltwV3P3pM6t8wl7TvpMnSTosz1aQAdVib7kdoys7vYOPerw==',
    },
    head: {
      version: '4.0.0',
      digest:
        'sha512-TXfryirbmq34y8QBwgqCVLi+8oA3oWx2eAnSn62ITyEhEYaWRlVZ2DvMM9eZbMs/RfxPu/PK/aBLyGj4IrqMHw==',
    },
    files: ['index.js', 'index.d.ts', 'package.json', 'readme.md'],
    changed: ['index.js', 'index.d.ts', 'readme.md'],
    contract: ['index.js'],
    goal: 'parseMilliseconds() takes a bigint, and refuses what is not finite.',
    imports: `import parseMilliseconds from '../../index.js';`,
    promises: [
      {
        text: 'parseMilliseconds(bigint) has the same units as bigints',
        cases: {
          'a day and one of each': `assert.deepEqual(parseMilliseconds(90_061_001n), {
  days: 1n, hours: 1n, minutes: 1n, seconds: 1n, milliseconds: 1n, microseconds: 0n, nanoseconds: 0n,
});`,
          'below zero': `assert.deepEqual(parseMilliseconds(-(2n ** 40n)), {
  days: -12_725n, hours: -19n, minutes: -53n, seconds: -47n, milliseconds: -776n, microseconds: 0n, nanoseconds: 0n,
});`,
        },
      },
      {
        text: 'parseMilliseconds() throws the TypeError "Expected a finite number or bigint" for anything else, infinite numbers and NaN included',
        cases: {
          'not finite': `for (const one of [Infinity, -Infinity, NaN]) {
  assert.throws(() => parseMilliseconds(one), { name: 'TypeError', message: 'Expected a finite number or bigint' });
}`,
          'texts and nothing': `for (const one of ['1', undefined, null, new Date()]) {
  assert.throws(() => parseMilliseconds(one), { name: 'TypeError', message: 'Expected a finite number or bigint' });
}`,
        },
      },
      {
        text: 'of a number so large that its parts cannot be counted, micro- and nanoseconds are 0',
        cases: {
          'the largest': `const { microseconds, nanoseconds } = parseMilliseconds(Number.MAX_VALUE);
assert.deepEqual([microseconds, nanoseconds], [0, 0]);`,
          'nearly the smallest': `const { microseconds, nanoseconds } = parseMilliseconds(-1e307);
assert.deepEqual([microseconds + 0, nanoseconds + 0], [0, 0]);`,
        },
      },
      {
        text: 'other numbers are parsed as before',
        kind: 'keep',
        cases: {
          'parts of a millisecond': `assert.deepEqual(parseMilliseconds(95_543.123456), {
  days: 0, hours: 0, minutes: 1, seconds: 35, milliseconds: 543, microseconds: 123, nanoseconds: 456,
});
assert.equal(parseMilliseconds(-1337).milliseconds, -337);`,
        },
      },
    ],
  },
];
