// Past fixes of packages of npm about what comes over the network: addresses, names, cookies.
import type { PastFix } from './fix.ts';

export const NPM_ADDRESSES: readonly PastFix[] = [
  {
    registry: 'npm',
    package: 'fast-uri',
    base: {
      version: '4.1.0',
      digest:
        'sha512-ZodJ2cRiLVWGi9IgPb3mbgSqM4CD3LexCHkuv0FfBXHJI1ADfucTD06m6clO2Cy5RZYsw/SiCVl/dyrFI/SYWA==',
    },
    head: {
      version: '4.1.1',
      digest:
        'sha512-YPOs1zD5TG2+EZt+r88LwF6mclA7TPkpwMP7ZN3TO2HiHS8TXvq7QA/17iJsV9dubcLo/f8eEYqMBruyQV21hQ==',
    },
    files: ['index.js', 'lib/', 'types/', 'package.json'],
    changed: ['index.js'],
    goal: 'A backslash in the authority of a URI is refused instead of being taken for a part of it.',
    imports: `import uri from '../../index.js';`,
    promises: [
      {
        text: 'parse(uri) reports an error where the authority holds a backslash',
        cases: {
          'with a scheme': String.raw`assert.equal(
  uri.parse('http://good.example\\@evil.example/').error,
  'URI authority must not contain a literal backslash.',
);`,
          'without a scheme': String.raw`assert.equal(
  uri.parse('//a\\b').error,
  'URI authority must not contain a literal backslash.',
);`,
        },
      },
      {
        text: 'an encoded backslash, and one behind the authority, are no such error',
        kind: 'keep',
        cases: {
          'encoded and in the path': String.raw`assert.equal(uri.parse('http://example.com/a%5Cb').error, undefined);
assert.equal(uri.parse('http://example.com/a').host, 'example.com');`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'ufo',
    base: {
      version: '1.6.2',
      digest:
        'sha512-heMioaxBcG9+Znsda5Q8sQbWnLJSl98AFDXTO80wELWEzX3hordXsTdxrIfMQoO9IY1MEnoGoPjpoKpMj+Yx0Q==',
    },
    head: {
      version: '1.6.3',
      digest:
        'sha512-yDJTmhydvl5lJzBmy/hyOAA0d+aqCBuwl818haVdYCRrWV84o7YyeVm4QlVHStqNrrJSTb6jKuFAVqAFsr+K3Q==',
    },
    files: ['dist/', 'package.json'],
    changed: ['dist/index.mjs', 'dist/index.cjs'],
    goal: 'withBase() and withoutBase() look at whole segments of a path.',
    imports: `import { createRequire } from 'node:module';
import * as ufo from '../../dist/index.mjs';

const required = createRequire(import.meta.url)('../../dist/index.cjs');`,
    promises: [
      {
        text: 'withBase(input, base) adds the base to an input that only begins with the same letters',
        cases: {
          'letters behind': `for (const { withBase } of [ufo, required]) {
  assert.equal(withBase('/administrator', '/admin'), '/admin/administrator');
}`,
          'a dash behind': `for (const { withBase } of [ufo, required]) {
  assert.equal(withBase('/foo-bar/x', '/foo/'), '/foo/foo-bar/x');
}`,
        },
      },
      {
        text: 'withoutBase(input, base) leaves an input alone that only begins with the same letters',
        cases: {
          'letters behind': `for (const { withoutBase } of [ufo, required]) {
  assert.equal(withoutBase('/administrator', '/admin'), '/administrator');
}`,
          'a dot behind': `for (const { withoutBase } of [ufo, required]) {
  assert.equal(withoutBase('/api.json', '/api/'), '/api.json');
}`,
        },
      },
      {
        text: 'a base that ends where a segment or the path ends is one',
        kind: 'keep',
        cases: {
          with: `for (const { withBase } of [ufo, required]) {
  assert.deepEqual(
  [withBase('/a/b', '/a'), withBase('/a', '/a'), withBase('/a?q=1', '/a')],
  ['/a/b', '/a', '/a?q=1'],
  );
}`,
          without: `for (const { withoutBase } of [ufo, required]) {
  assert.deepEqual(
  [withoutBase('/a/b', '/a'), withoutBase('/a', '/a'), withoutBase('/a?q=1', '/a')],
  ['/b', '/', '/?q=1'],
  );
}`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'ipaddr.js',
    base: {
      version: '2.0.1',
      digest:
        'sha512-1qTgH9NG+IIJ4yfKs2e6Pp1bZg8wbDbKHT21HrLIeYBTRLgMYKnMTPAuI3Lcs61nfx5h1xlXnbJtH1kX5/d/ng==',
    },
    head: {
      version: '2.1.0',
      digest:
        'sha512-LlbxQ7xKzfBusov6UMi4MFpEg0m+mAm9xyNGEduwXMEDuf4WfzB/RZwMVYEd7IKGvh4IUkEXYxtAVu9T3OelJQ==',
    },
    files: ['lib/', 'package.json', 'README.md', 'Changes.md'],
    changed: ['lib/ipaddr.js', 'Changes.md'],
    contract: ['lib/ipaddr.js'],
    goal: 'Add reserved blocks, and let IPv6.toString() be an alias of toRFC5952String().',
    imports: `import ipaddr from '../../lib/ipaddr.js';

const ranges = (...texts) => texts.map((text) => ipaddr.parse(text).range());`,
    promises: [
      {
        text: '198.18.0.0/15 is reserved',
        cases: {
          'its first': `assert.deepEqual(ranges('198.18.0.0'), ['reserved']);`,
          'its last, and what is beside it': `assert.deepEqual(ranges('198.17.255.255', '198.19.255.255', '198.20.0.0'), ['unicast', 'reserved', 'unicast']);`,
        },
      },
      {
        text: 'the blocks benchmarking, amt, as112v6, deprecated and orchid2 below 2001: are known',
        cases: {
          'benchmarking, amt and as112v6': `assert.deepEqual(ranges('2001:2::1', '2001:3::1', '2001:4:112::1'), ['benchmarking', 'amt', 'as112v6']);`,
          'deprecated and orchid2': `assert.deepEqual(ranges('2001:10::1', '2001:2f::2', '2001:30::1'), ['deprecated', 'orchid2', 'unicast']);`,
          'the borders of the others': `assert.deepEqual(
  ranges('2001:2:1::', '2001:3:ffff::', '2001:4:113::', '2001:1f:ffff::'),
  ['unicast', 'amt', 'unicast', 'deprecated'],
);`,
        },
      },
      {
        text: 'toString() of an IPv6 address shortens the longest row of zeros, as toRFC5952String()',
        cases: {
          'the longer row is the second': `assert.equal(ipaddr.parse('2001:0:0:1:0:0:0:1').toString(), '2001:0:0:1::1');`,
          'no single zero': `assert.equal(ipaddr.parse('2001:db8:0:1:1:1:1:1').toString(), '2001:db8:0:1:1:1:1:1');`,
        },
      },
      {
        text: 'other blocks are as before',
        kind: 'keep',
        cases: {
          'of both kinds': `assert.deepEqual(ranges('192.0.2.1', '2001:db8::1', '8.8.8.8'), ['reserved', 'reserved', 'unicast']);`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'slugify',
    base: {
      version: '1.6.3',
      digest:
        'sha512-1MPyqnIhgiq+/0iDJyqSJHENdnH5MMIlgJIBxmkRMzTNKlS/QsN5dXsB+MdDq4E6w0g9jFA4XOTRkVDjDae/2w==',
    },
    head: {
      version: '1.6.4',
      digest:
        'sha512-Pcz296CK0uGnTf4iNQId79Uv6/5G16t0g0x3OsxWS8qVSOW+JXNnNHKVcuDiMgEGTWyK6zjlWXo2dvzV/FLf9Q==',
    },
    files: ['slugify.js', 'slugify.d.ts', 'package.json', 'README.md'],
    changed: ['slugify.js'],
    goal: 'What a character is replaced by may be the replacement itself; S may have a dot below.',
    imports: `import slugify from '../../slugify.js';`,
    promises: [
      {
        text: 'a character that becomes the replacement is treated like the replacement itself',
        cases: {
          'a dash of another kind': `assert.equal(slugify('day \\u2013 night'), 'day-night');`,
          'at the end, with another replacement': `assert.equal(slugify('_a_ b_', '_'), 'a_b');
assert.equal(slugify('\\u2013day\\u2013'), 'day');`,
        },
      },
      {
        text: 'S with a dot below is replaced by S',
        cases: {
          small: `assert.equal(slugify('\\u1e63ubh'), 'subh');`,
          'with a capital': `assert.equal(slugify('\\u1e62ub \\u1e63'), 'Sub-s');`,
        },
      },
      {
        text: 'other characters are replaced as before',
        kind: 'keep',
        cases: {
          'letters and signs': `assert.equal(slugify('\\u00dcber & unter', { lower: true }), 'uber-and-unter');`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'cookie',
    base: {
      version: '0.7.1',
      digest:
        'sha512-6DnInpx7SJ2AK3+CTUE/ZM0vWTUboZCegxhC2xiIydHR9jNuTAASBrfEpHhiGOZw/nX51bHt6YQl8jsGo4y/0w==',
    },
    head: {
      version: '0.7.2',
      digest:
        'sha512-yki5XnKuf750l50uGTllt6kKILY4nQ1eNIQatoXEByZ5dWgnKqbnqmTrBE5B4N7lrMJKQ2ytWMiTO2o0v6Ew/w==',
    },
    files: ['index.js', 'package.json', 'README.md'],
    changed: ['index.js'],
    goal: 'Fix object assignment of `hasOwnProperty`',
    imports: `import cookie from '../../index.js';`,
    promises: [
      {
        text: 'parse(text) reads cookies that come after one called hasOwnProperty',
        cases: {
          'one after it': `assert.deepEqual({ ...cookie.parse('hasOwnProperty=a; foo=b') }, { hasOwnProperty: 'a', foo: 'b' });`,
          'two, one of them twice': `assert.deepEqual(
  { ...cookie.parse('x=1; hasOwnProperty=2; y=3; x=4') },
  { x: '1', hasOwnProperty: '2', y: '3' },
);`,
        },
      },
      {
        text: 'the first of two cookies with a name is read',
        kind: 'keep',
        cases: {
          'twice foo': `assert.deepEqual({ ...cookie.parse('foo=1; bar=2; foo=3') }, { foo: '1', bar: '2' });`,
        },
      },
    ],
  },
];
