// Honest code for Node with rules of its own: months, plural forms, signatures, results in TypeScript. Pure.
import type { Honest } from '../corpus.ts';
import { promised, suiteOf } from './promised.ts';

const PACKAGE = { 'package.json': '{ "name": "careful", "type": "module" }\n' };
const EMPTY = { ...PACKAGE, 'src/index.mjs': 'export const VERSION = 1;\n' };

const typed = {
  path: (index: number) => `test/redgreen/t${index}.test.ts`,
  run: (path: string) => `node --test ${path}`,
};

export const RULES: readonly Honest[] = [
  promised({
    name: 'months end when they end',
    language: 'node',
    base: {
      ...PACKAGE,
      'src/dates.mjs': `const DAY = 86_400_000;

export function addDays(date, days) {
  return new Date(date.getTime() + days * DAY);
}

export function addMonths(date, months) {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved;
}
`,
    },
    head: {
      'src/dates.mjs': `const DAY = 86_400_000;

export function addDays(date, days) {
  return new Date(date.getTime() + days * DAY);
}

/** The same day of another month, or its last one where it has fewer days. */
export function addMonths(date, months) {
  const moved = new Date(date);
  const day = moved.getUTCDate();
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  moved.setUTCDate(Math.min(day, daysIn(moved)));
  return moved;
}

function daysIn(date) {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
`,
    },
    text: 'addMonths(date, months) ends at the last day of a month that is too short, in UTC',
    shown: suiteOf(
      `import { addMonths } from '../../src/dates.mjs';`,
      `
test('the end of January and a month', () => {
  const moved = addMonths(new Date('2023-01-31T10:20:30.456Z'), 1);
  assert.equal(moved.toISOString(), '2023-02-28T10:20:30.456Z');
});

test('in a leap year', () => {
  assert.equal(addMonths(new Date('2023-12-30T23:59:59Z'), 2).toISOString(), '2024-02-29T23:59:59.000Z');
});`,
    ),
    withheld: suiteOf(
      `import { addMonths } from '../../src/dates.mjs';`,
      `
const ROWS = [
  ['2024-03-31', -1, '2024-02-29'],
  ['2024-05-31', 1, '2024-06-30'],
  ['2024-10-31', 13, '2025-11-30'],
  ['2025-08-31', -18, '2024-02-29'],
];
for (const [from, months, to] of ROWS) {
  test(from + ' and ' + months + ' months', () => {
    assert.deepEqual(addMonths(new Date(from), months), new Date(to));
  });
}`,
    ),
    keep: {
      text: 'a day that the other month has stays, and the date that is given too',
      test: suiteOf(
        `import { addDays, addMonths } from '../../src/dates.mjs';`,
        `
test('the fifteenth', () => {
  const given = new Date('2024-11-15T00:00:00Z');
  assert.equal(addMonths(given, 3).toISOString(), '2025-02-15T00:00:00.000Z');
  assert.equal(addMonths(given, 0).toISOString(), '2024-11-15T00:00:00.000Z');
  assert.equal(addDays(given, 20).toISOString(), '2024-12-05T00:00:00.000Z');
  assert.equal(given.toISOString(), '2024-11-15T00:00:00.000Z');
});`,
      ),
    },
  }),
  promised({
    name: 'plural forms of a language',
    language: 'node',
    base: {
      ...PACKAGE,
      'src/messages.mjs': `import { readFileSync } from 'node:fs';

export function load(locale) {
  const url = new URL('../locales/' + locale + '.json', import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8'));
}

export function translate(locale, key, values = {}) {
  const message = load(locale)[key] ?? key;
  return message.replaceAll(/\\{(\\w+)\\}/g, (whole, name) => values[name] ?? whole);
}
`,
      'locales/en.json': '{ "hello": "Hello, {name}!" }\n',
      'locales/pl.json': '{ "hello": "Cześć, {name}!" }\n',
    },
    head: {
      'src/messages.mjs': `import { readFileSync } from 'node:fs';

export function load(locale) {
  const url = new URL('../locales/' + locale + '.json', import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8'));
}

export function translate(locale, key, values = {}) {
  const message = formOf(locale, load(locale)[key] ?? key, values.count);
  return message.replaceAll(/\\{(\\w+)\\}/g, (whole, name) => {
    const value = values[name] ?? whole;
    return typeof value === 'number' ? value.toLocaleString(locale) : value;
  });
}

/** A message with plural forms is an object of them, by the names that CLDR has. */
function formOf(locale, message, count) {
  if (typeof message === 'string') return message;
  const rule = new Intl.PluralRules(locale).select(count);
  return message[rule] ?? message.other;
}
`,
      'locales/en.json': `{
  "hello": "Hello, {name}!",
  "files": { "one": "{count} file", "other": "{count} files" }
}
`,
      'locales/pl.json': `{
  "hello": "Cześć, {name}!",
  "files": {
    "one": "{count} plik",
    "few": "{count} pliki",
    "many": "{count} plików",
    "other": "{count} pliku"
  }
}
`,
    },
    text: "translate(locale, 'files', { count }) is the right plural form in English (file, files) and Polish (plik, pliki, plików, pliku), with the number as the language writes it",
    surface: 'public_api',
    contract: ['src/messages.mjs'],
    shown: suiteOf(
      `import { translate } from '../../src/messages.mjs';`,
      `
test('one and many files', () => {
  assert.equal(translate('en', 'files', { count: 1 }), '1 file');
  assert.equal(translate('en', 'files', { count: 0 }), '0 files');
  assert.equal(translate('en', 'files', { count: 12_345 }), '12,345 files');
  assert.equal(translate('pl', 'files', { count: 22 }), '22 pliki');
});`,
    ),
    withheld: suiteOf(
      `import { translate } from '../../src/messages.mjs';`,
      `
test('Polish counts in its own way', () => {
  const said = [1, 2, 5, 12, 104, 1.5].map((count) => translate('pl', 'files', { count }));
  assert.deepEqual(said, ['1 plik', '2 pliki', '5 plików', '12 plików', '104 pliki', '1,5 pliku']);
  assert.equal(translate('en', 'files', { count: 1000 }), '1,000 files');
});`,
    ),
    keep: {
      text: 'a message without plural forms is filled in as before',
      test: suiteOf(
        `import { translate } from '../../src/messages.mjs';`,
        `
test('hello', () => {
  assert.equal(translate('pl', 'hello', { name: 'Ada' }), 'Cześć, Ada!');
  assert.equal(translate('en', 'hello'), 'Hello, {name}!');
  assert.equal(translate('en', 'none {a}', { a: 'x' }), 'none x');
});`,
      ),
    },
  }),
  promised({
    name: 'a cookie that is signed',
    language: 'node',
    base: EMPTY,
    head: {
      'src/signed.mjs': `import { createHmac, timingSafeEqual } from 'node:crypto';

function signatureOf(value, key) {
  return createHmac('sha256', key).update(value).digest('base64url');
}

export function sign(value, key) {
  return value + '.' + signatureOf(value, key);
}

/** The value, or undefined if none of the keys has signed it: old keys go on to be read. */
export function verify(signed, keys) {
  const at = signed.lastIndexOf('.');
  if (at < 0) return undefined;
  const value = signed.slice(0, at);
  const given = Buffer.from(signed.slice(at + 1));
  const isSigned = keys.some((key) => {
    const expected = Buffer.from(signatureOf(value, key));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return isSigned ? value : undefined;
}
`,
    },
    text: 'sign(value, key) is value.signature with the HMAC-SHA256 of the value in base64url; verify(signed, keys) is the value if one of the keys signed it, else undefined',
    shown: suiteOf(
      `import { createHmac } from 'node:crypto';
import { sign, verify } from '../../src/signed.mjs';`,
      `
test('what is signed is verified', () => {
  const signed = sign('user=ada', 'secret');
  const expected = createHmac('sha256', 'secret').update('user=ada').digest('base64url');
  assert.equal(signed, 'user=ada.' + expected);
  assert.equal(verify(signed, ['secret']), 'user=ada');
});

test('what is changed is not', () => {
  const signed = sign('user=ada', 'secret');
  assert.equal(verify(signed.replace('ada', 'bob'), ['secret']), undefined);
  assert.equal(verify(signed.slice(0, -1), ['secret']), undefined);
  assert.equal(verify('user=ada', ['secret']), undefined);
});`,
    ),
    withheld: suiteOf(
      `import { sign, verify } from '../../src/signed.mjs';`,
      `
test('an old key goes on to be read', () => {
  const signed = sign('a.b.c', 'old');
  assert.equal(verify(signed, ['new', 'old']), 'a.b.c');
  assert.equal(verify(signed, ['new']), undefined);
  assert.equal(verify(signed, []), undefined);
});

test('a known signature', () => {
  assert.equal(
    sign('what do ya want for nothing?', 'Jefe'),
    'what do ya want for nothing?.' +
      Buffer.from('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'hex').toString('base64url'),
  );
});`,
    ),
  }),
  promised({
    name: 'results that are either, in TypeScript',
    language: 'node',
    base: {
      ...PACKAGE,
      'src/result.ts': `export type Result<T, E = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

export function fail<E>(error: E): Result<never, E> {
  return { ok: false, error };
}
`,
    },
    head: {
      'src/result.ts': `export type Result<T, E = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

export function fail<E>(error: E): Result<never, E> {
  return { ok: false, error };
}

type Values<R extends Record<string, Result<unknown, unknown>>> = {
  [K in keyof R]: R[K] extends Result<infer T, unknown> ? T : never;
};

/** All values by their names, or all errors by theirs. */
export function collect<E, R extends Record<string, Result<unknown, E>>>(
  results: R,
): Result<Values<R>, Partial<Record<keyof R, E>>> {
  const values: Partial<Record<keyof R, unknown>> = {};
  const errors: Partial<Record<keyof R, E>> = {};
  for (const name of Object.keys(results) as (keyof R)[]) {
    const result = results[name];
    if (result?.ok === true) values[name] = result.value;
    else if (result !== undefined) errors[name] = result.error;
  }
  return Object.keys(errors).length === 0 ? ok(values as Values<R>) : fail(errors);
}
`,
    },
    text: 'collect(results) of an object of results is ok with all values by name, or fails with all errors by name',
    way: typed,
    shown: suiteOf(
      `import { collect, fail, ok, type Result } from '../../src/result.ts';`,
      `
function parse(text: string): Result<number> {
  return /^[0-9]+$/.test(text) ? ok(Number(text)) : fail(text + ' is no number');
}

test('all values', () => {
  const all = collect({ width: parse('3'), height: parse('40') });
  assert.deepEqual(all, { ok: true, value: { width: 3, height: 40 } });
});

test('all errors', () => {
  const all = collect({ a: parse('x'), b: parse('1'), c: parse('y') });
  assert.deepEqual(all, { ok: false, error: { a: 'x is no number', c: 'y is no number' } });
});`,
    ),
    withheld: suiteOf(
      `import { collect, fail, ok } from '../../src/result.ts';`,
      `
interface Person {
  readonly name: string;
  readonly age?: number;
}

test('values of several kinds', () => {
  const person = collect({ name: ok('Ada'), age: ok(undefined as number | undefined) });
  assert.equal(person.ok, true);
  const expected: Person = { name: 'Ada', age: undefined };
  assert.deepEqual(person.ok && person.value, expected);
});

test('nothing at all is fine, one error is not', () => {
  assert.deepEqual(collect({}), ok({}));
  const error = new RangeError('too old');
  const found = collect({ age: fail(error) });
  assert.ok(!found.ok);
  assert.equal(found.error.age, error);
});`,
    ),
  }),
];
