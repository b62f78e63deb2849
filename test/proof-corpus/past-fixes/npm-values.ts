// Past fixes of packages of npm that compute with values and objects.
import type { PastFix } from './fix.ts';

export const NPM_VALUES: readonly PastFix[] = [
  {
    registry: 'npm',
    package: 'semver',
    base: {
      version: '7.8.2',
      digest:
        'sha512-c8jsqUZm3omBOI66G90z1Dyw5z622G8oLG+omfsHBJf3CWQTlOcwOjvOG6wtiNfW6anKm/eA39LMwMtMez2TiQ==',
    },
    head: {
      version: '7.8.3',
      digest:
        'sha512-wnilbGyMxzbY7dNOl7jpKbLSjcfeweJWU5j4+u5qW+6/wuGD9KzIGOyZnQVSBM9E7DtWaaH3CyHkppYrKYoxwg==',
    },
    files: ['classes/', 'functions/', 'internal/', 'ranges/', 'index.js', 'package.json'],
    changed: ['classes/range.js'],
    contract: ['index.js', 'classes/range.js', 'ranges/valid.js'],
    goal: 'Caret ranges of 0.x versions do not begin at a prerelease that was not asked for.',
    imports: `import semver from '../../index.js';`,
    promises: [
      {
        text: 'with includePrerelease a caret range of a whole version below 1.0.0 begins at that version',
        cases: {
          '^0.0.1': `assert.equal(semver.validRange('^0.0.1', { includePrerelease: true }), '>=0.0.1 <0.0.2-0');`,
          '^0.2.3': `assert.equal(semver.validRange('^0.2.3', { includePrerelease: true }), '>=0.2.3 <0.3.0-0');
assert.equal(semver.satisfies('0.2.3-beta', '^0.2.3', { includePrerelease: true }), false);`,
        },
      },
      {
        text: 'caret ranges from 1.0.0 on are as before',
        kind: 'keep',
        cases: {
          '^1.2.3': `assert.equal(semver.validRange('^1.2.3', { includePrerelease: true }), '>=1.2.3 <2.0.0-0');`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'minimist',
    base: {
      version: '1.2.5',
      digest:
        'sha512-FM9nNUYrRBAELZQT3xeZQ7fmMOBg6nWNmJKTcgsJeaLstP/UODVpGsr5OhXhhXg6f+qtJ8uiZ+PUxkDWcgIXLw==',
    },
    head: {
      version: '1.2.6',
      digest:
        'sha512-Jsjnk4bw3YJqYzbdyBiNsPWHPfO++UGG749Cxs6peCu5Xg4nrena6OVxOYxrQTqww0Jmwt+Ref8rggumkTLz9Q==',
    },
    files: ['index.js', 'package.json', 'readme.markdown'],
    changed: ['index.js', 'readme.markdown'],
    contract: ['index.js'],
    goal: 'Arguments cannot reach the constructor of an object and pollute its prototype.',
    imports: `import parse from '../../index.js';`,
    promises: [
      {
        text: 'an argument whose name goes through a constructor function is not assigned',
        cases: {
          'of a function': `const argv = parse(['--_.concat.constructor.prototype.y', '123']);
function untouched() {}
assert.equal(untouched.y, undefined);
assert.deepEqual(argv, { _: [] });`,
          'at the end of a name': `const argv = parse(['--_.concat.constructor', '5', '--b', '2']);
assert.equal(Object.hasOwn([].concat, 'constructor'), false);
assert.deepEqual(argv, { _: [], b: 2 });`,
          'of the constructor of a constructor': `const argv = parse('--_.constructor.constructor.prototype.foo bar --a 1'.split(' '));
function untouched() {}
assert.equal(untouched.foo, undefined);
assert.deepEqual(argv, { _: [], a: 1 });`,
        },
      },
      {
        text: 'an ordinary name called constructor may be assigned',
        kind: 'keep',
        cases: {
          'of the prototype': `const argv = parse(['--__proto__.x', '1', '--a.__proto__', '2', '--c', '3']);
function untouched() {}
assert.equal(untouched.x, undefined);
assert.deepEqual(argv, { _: [], a: {}, c: 3 });`,
          'dotted names': `assert.deepEqual(parse(['--a.b', '2', '--a.c.d', 'x']), { _: [], a: { b: 2, c: { d: 'x' } } });`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'quick-lru',
    base: {
      version: '7.0.0',
      digest:
        'sha512-MX8gB7cVYTrYcFfAnfLlhRd0+Toyl8yX8uBx1MrX7K0jegiz9TumwOK27ldXrgDlHRdVi+MqU9Ssw6dr4BNreg==',
    },
    head: {
      version: '7.0.1',
      digest:
        'sha512-kLjThirJMkWKutUKbZ8ViqFc09tDQhlbQo2MNuVeLWbRauqYP96Sm6nzlQ24F0HFjUNZ4i9+AgldJ9H6DZXi7g==',
    },
    files: ['index.js', 'index.d.ts', 'package.json'],
    changed: ['index.js'],
    goal: 'A cache tells its size when it is shown as a text, and not all it holds.',
    imports: `import { inspect } from 'node:util';
import QuickLRU from '../../index.js';`,
    promises: [
      {
        text: 'String(cache) and inspect(cache) are QuickLRU(size/maxSize)',
        cases: {
          'an empty cache': `const cache = new QuickLRU({ maxSize: 3 });
assert.equal(String(cache), 'QuickLRU(0/3)');
assert.equal(inspect(cache), 'QuickLRU(0/3)');`,
          'a cache with two': `const cache = new QuickLRU({ maxSize: 100 });
cache.set('a', 1).set('b', 2);
assert.deepEqual([\`\${cache}\`, inspect(cache)], ['QuickLRU(2/100)', 'QuickLRU(2/100)']);`,
        },
      },
      {
        text: 'the tag of a cache is the name of the class',
        cases: {
          'an empty cache': `const cache = new QuickLRU({ maxSize: 1 });
assert.equal(\`\${cache[Symbol.toStringTag]}!\`, 'QuickLRU!');`,
          'a cache with one': `const cache = new QuickLRU({ maxSize: 2 });
cache.set('key', 'value');
assert.equal(cache[Symbol.toStringTag], 'QuickLRU');`,
        },
      },
      {
        text: 'the least recently used goes first',
        kind: 'keep',
        cases: {
          'of three': `const cache = new QuickLRU({ maxSize: 1 });
cache.set('a', 1).set('b', 2).set('c', 3);
assert.deepEqual([cache.has('a'), cache.get('c')], [false, 3]);`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'mri',
    base: {
      version: '1.1.3',
      digest:
        'sha512-UXsBnQVYo3F5t0itj2IYA69UOHvUPDCUamVgpGD6816fZsu4alrw6dWckVrgzTtoEppT5SO6Xl17hz0ER7UspA==',
    },
    head: {
      version: '1.1.4',
      digest:
        'sha512-6y7IjGPm8AzlvoUrwAaw1tLnUBudaS3752vcd8JtrpGGQn+rXIe63LFVHm/YMwtqAuh+LJPCFdlLYPWM1nYn6w==',
    },
    files: ['lib/', 'package.json', 'readme.md'],
    changed: ['lib/index.js'],
    goal: 'A flag that is declared boolean and stands alone is no value.',
    imports: `import mri from '../../lib/index.js';`,
    promises: [
      {
        text: 'a flag declared boolean is true without leaving anything among the values',
        cases: {
          'one flag': `assert.deepEqual(mri(['--flag'], { boolean: ['flag'] }), { _: [], flag: true });`,
          'a flag after a value': `assert.deepEqual(mri(['x', '--verbose', '--no-color'], { boolean: ['verbose', 'color'] }), {
  _: ['x'],
  verbose: true,
  color: false,
});`,
        },
      },
      {
        text: 'what follows a flag declared boolean is a value',
        kind: 'keep',
        cases: {
          'a number': `assert.deepEqual(mri(['--flag', '12'], { boolean: ['flag'] }), { _: [12], flag: true });`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'arg',
    base: {
      version: '4.1.2',
      digest:
        'sha512-+ytCkGcBtHZ3V2r2Z06AncYO8jz46UEamcspGoU8lHcEbpn6J77QK0vdWvChsclg/tM5XIJC5tnjmPp7Eq6Obg==',
    },
    head: {
      version: '4.1.3',
      digest:
        'sha512-58S9QDqG0Xx27YwPSt9fJxivjYl432YCwfDMfZ+71RAqUrZef7LrKQZ3LHLOwCS4FLNBplP533Zx895SeOCHvA==',
    },
    files: ['index.js', 'index.d.ts', 'package.json', 'README.md'],
    changed: ['index.js', 'README.md'],
    contract: ['index.js'],
    goal: 'Options that take a number take a negative one.',
    imports: `import arg from '../../index.js';`,
    promises: [
      {
        text: 'a negative number after an option of type Number or BigInt is its value',
        cases: {
          'a whole number': `assert.deepEqual(arg({ '--int': Number }, { argv: ['--int', '-5'] }), { _: [], '--int': -5 });`,
          'a fraction, and a big one': `assert.deepEqual(
  arg({ '--num': Number, '--big': BigInt }, { argv: ['--num', '-.25', '--big', '-1034', 'rest'] }),
  { _: ['rest'], '--num': -0.25, '--big': -1034n },
);`,
        },
      },
      {
        text: 'an option of another type still needs an argument that is no option',
        kind: 'keep',
        cases: {
          'a text': `assert.throws(() => arg({ '--name': String }, { argv: ['--name', '-5'] }), {
  message: 'Option requires argument: --name',
});`,
          'a number with letters': `assert.throws(() => arg({ '--int': Number }, { argv: ['--int', '-x'] }), {
  message: 'Option requires argument: --int',
});`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: '@fastify/forwarded',
    base: {
      version: '3.0.2',
      digest:
        'sha512-NE8HgKLgYejV9lDpqkEFaDKMLYelJBVfHekhB0UKvX0ghagXRJqg68feg8er1NPXxG4N9i6vPxzt8E+3wHfcmA==',
    },
    head: {
      version: '3.1.0',
      digest:
        'sha512-TaHtoQxIEkzod6SPZNPh9hSUFk8sY0MK6f710XLFVL93OtbnfnLE6w5B11KbLu0wZJ5o5XKvl6+EhhgCazRWaQ==',
    },
    files: ['index.js', 'types/', 'package.json', 'README.md'],
    changed: ['index.js', 'README.md'],
    contract: ['index.js'],
    goal: 'A request without an address of its socket has none in the result.',
    imports: `import forwarded from '../../index.js';

const request = (header, remoteAddress) => ({
  headers: header === undefined ? {} : { 'x-forwarded-for': header },
  socket: { remoteAddress },
});`,
    promises: [
      {
        text: 'without an address of the socket only the addresses of the header are returned',
        cases: {
          'no header': `assert.deepEqual(forwarded(request(undefined, undefined)), []);`,
          'one address and blanks': `assert.deepEqual(forwarded(request('10.0.0.1', undefined)), ['10.0.0.1']);
assert.deepEqual(forwarded(request('  ', '')), []);`,
          'two addresses': `assert.deepEqual(forwarded(request('10.0.0.2, 10.0.0.1', undefined)), ['10.0.0.1', '10.0.0.2']);`,
        },
      },
      {
        text: 'the address of the socket comes first',
        kind: 'keep',
        cases: {
          'with two, one and none': `assert.deepEqual(forwarded(request('10.0.0.2, 10.0.0.1', '127.0.0.1')), ['127.0.0.1', '10.0.0.1', '10.0.0.2']);
assert.deepEqual(forwarded(request('10.0.0.1', '127.0.0.1')), ['127.0.0.1', '10.0.0.1']);
assert.deepEqual(forwarded(request('', '127.0.0.1')), ['127.0.0.1']);
assert.deepEqual(forwarded(request(' ', '127.0.0.1')), ['127.0.0.1']);`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: '@fastify/deepmerge',
    base: {
      version: '3.1.0',
      digest:
        'sha512-lCVONBQINyNhM6LLezB6+2afusgEYR4G8xenMsfe+AT+iZ7Ca6upM5Ha8UkZuYSnuMw3GWl/BiPXnLMi/gSxuQ==',
    },
    head: {
      version: '3.2.0',
      digest:
        'sha512-aO5giNgFN+rD4fMUAkro9nEL7c9gh5Q3lh0ZGKMDAhQAytf22HLicF/qZ2EYTDmH+XL2WvdazwBfOdmp6NiwBg==',
    },
    files: ['index.js', 'types/index.d.ts', 'package.json', 'README.md'],
    changed: ['index.js', 'types/index.d.ts', 'README.md'],
    contract: ['index.js'],
    goal: 'deepmerge({ onlyDefinedProperties: true }) ignores what is undefined in the source.',
    imports: `import deepmerge from '../../index.js';`,
    promises: [
      {
        text: 'with onlyDefinedProperties an undefined value of the source does not overwrite',
        cases: {
          'two values': `const merge = deepmerge({ onlyDefinedProperties: true });
assert.deepEqual(merge({ a: 1, b: null }, { a: undefined, b: undefined }), { a: 1, b: null });`,
          'below, and as a whole': `const merge = deepmerge({ onlyDefinedProperties: true });
assert.deepEqual(merge({ a: { b: 2 }, c: [1] }, { a: { b: undefined, d: 4 } }), { a: { b: 2, d: 4 }, c: [1] });
assert.deepEqual(merge({ x: 1 }, undefined), { x: 1 });
assert.deepEqual(merge({ x: 1 }, { y: undefined }), { x: 1 });`,
        },
      },
      {
        text: 'without the option it overwrites',
        kind: 'keep',
        cases: {
          'one value': `assert.deepEqual(deepmerge()({ a: 1, b: 2 }, { a: undefined }), { a: undefined, b: 2 });
assert.equal(deepmerge()({ a: 1 }, undefined), undefined);`,
        },
      },
    ],
  },
  {
    registry: 'npm',
    package: 'negotiator',
    base: {
      version: '0.6.1',
      digest:
        'sha512-qTxkr1RoLw5Pz+1+PTJ/66hWuyi2LEOeOuIDJDlx6JF8x75bmD5C7qXTg2UlX5W9rLfkqKP+r8q6Vy6NWdWrbw==',
    },
    head: {
      version: '0.6.2',
      digest:
        'sha512-hZXc7K2e+PgeI1eDBe/10Ard4ekbfrrqG8Ep+8Jmf4JID2bNg7NvCPOZN+kfF574pFQI7mum2AUqDidoKqcTOw==',
    },
    files: ['index.js', 'lib/', 'package.json', 'HISTORY.md'],
    changed: ['lib/charset.js', 'lib/encoding.js', 'lib/language.js', 'HISTORY.md'],
    contract: ['index.js', 'lib/'],
    goal: 'Fix sorting charset, encoding, and language with extra parameters',
    imports: `import Negotiator from '../../index.js';

const of = (name, header) => new Negotiator({ headers: { [name]: header } });`,
    promises: [
      {
        text: 'charsets(), encodings() and languages() keep the order of the header when an entry has further parameters',
        cases: {
          charsets: `assert.deepEqual(of('accept-charset', 'a;x=1;y=2;z=3, b;q=1, c').charsets(), ['a', 'b', 'c']);`,
          encodings: `assert.deepEqual(of('accept-encoding', 'gzip;x=1;y=2;z=3, br, deflate').encodings(), [
  'gzip',
  'br',
  'deflate',
  'identity',
]);`,
          languages: `assert.deepEqual(of('accept-language', 'en;x=1;y=2;z=3, de, fr;q=0.5').languages(), ['en', 'de', 'fr']);`,
        },
      },
      {
        text: 'entries are sorted by their quality',
        kind: 'keep',
        cases: {
          'of languages': `assert.deepEqual(of('accept-language', 'en;q=0.1, de;q=0.9').languages(), ['de', 'en']);`,
        },
      },
    ],
  },
];
