// Honest changes of whole repositories: a name that changes in many files, code that goes, a
// mistake in the midst of much. Pure.
import type { Honest } from '../corpus.ts';
import { promised, suiteOf } from './promised.ts';

const TYPE = '{ "name": "shop", "version": "1.0.0", "type": "module", "main": "src/index.mjs" }\n';

const price = (name: string) => `const RATES = { de: 0.19, fr: 0.2, uk: 0.2 };

export function ${name}(net, country) {
  const rate = RATES[country];
  if (rate === undefined) throw new RangeError('no rate for ' + country);
  return Math.round(net * (1 + rate));
}
`;
const invoice = (name: string) => `import { ${name} } from './price.mjs';

export function invoice(lines, country) {
  const rows = lines.map(({ title, net }) => ({ title, gross: ${name}(net, country) }));
  return { rows, sum: rows.reduce((sum, { gross }) => sum + gross, 0) };
}
`;
const oldTests = (name: string) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from '../src/price.mjs';

test('adds the tax', () => {
  assert.equal(${name}(100, 'de'), 119);
  assert.equal(${name}(100, 'fr'), 120);
});
test('refuses a country without a rate', () => {
  assert.throws(() => ${name}(100, 'xx'), RangeError);
});
`;
const INVOICE_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoice } from '../src/invoice.mjs';

test('sums up', () => {
  assert.equal(invoice([{ title: 'a', net: 100 }, { title: 'b', net: 50 }], 'uk').sum, 180);
});
`;

const FIELDS = [
  'name',
  'street',
  'city',
  'country',
  'phone',
  'email',
  'tax',
  'note',
  'iban',
  'web',
];

/** A file of three hundred lines, as they grow: one function for each field, and their parts. */
function contacts(split: string): string {
  const readers = FIELDS.map(
    (field, index) => `/** Reads the ${field} of a contact. */
export function ${field}Of(contact) {
  const value = contact.${field};
  if (value === undefined || value === null) {
    return '';
  }
  const text = String(value).trim();
  if (text.length > ${40 + index}) {
    return text.slice(0, ${39 + index}) + '…';
  }
  return text;
}

/** Says whether there is a ${field}. */
export function has${field[0]?.toUpperCase()}${field.slice(1)}(contact) {
  return ${field}Of(contact) !== '';
}
`,
  );
  const half = readers.length / 2;
  const labels = FIELDS.map((field) => `  ${field}: '${field}',`).join('\n');
  return `// What is known of people.

${readers.slice(0, half).join('\n')}
${split}
${readers.slice(half).join('\n')}
export const LABELS = {
${labels}
};

export function describe(contact) {
  const lines = [];
  for (const [field, label] of Object.entries(LABELS)) {
    const value = contact[field];
    if (value !== undefined) {
      lines.push(label + ': ' + value);
    }
  }
  return lines.join('\\n');
}
`;
}

const splitName = (body: string) => `/** First and last name. */
export function splitName(contact) {
${body}
}
`;

export const CHANGES_AT_LARGE: readonly Honest[] = [
  promised({
    name: 'a function gets another name in all files',
    language: 'node',
    goal: 'withTax() is called gross(), everywhere.',
    base: {
      'package.json': TYPE,
      'src/price.mjs': price('withTax'),
      'src/invoice.mjs': invoice('withTax'),
      'src/index.mjs': `export { invoice } from './invoice.mjs';\nexport { withTax } from './price.mjs';\n`,
      'test/price.test.mjs': oldTests('withTax'),
      'test/invoice.test.mjs': INVOICE_TEST,
      'README.md': '# Shop\n\n`withTax(net, country)` adds the tax.\n',
    },
    head: {
      'src/price.mjs': price('gross'),
      'src/invoice.mjs': invoice('gross'),
      'src/index.mjs': `export { invoice } from './invoice.mjs';\nexport { gross } from './price.mjs';\n`,
      'test/price.test.mjs': oldTests('gross'),
      'README.md': '# Shop\n\n`gross(net, country)` adds the tax.\n',
    },
    text: 'gross(net, country) takes the place of withTax(), which is no longer exported',
    contract: ['src/price.mjs', 'src/index.mjs'],
    suite: 'node --test test/price.test.mjs test/invoice.test.mjs',
    changedTests: [{ path: 'test/price.test.mjs', reason: 'It calls withTax().' }],
    shown: suiteOf(
      `import * as shop from '../../src/index.mjs';`,
      `
test('the new name', () => {
  assert.equal(shop.gross(200, 'de'), 238);
  assert.throws(() => shop.gross(1, 'zz'), { name: 'RangeError', message: 'no rate for zz' });
});
test('the old name is gone', () => {
  assert.equal(shop.withTax, undefined);
});`,
    ),
    withheld: suiteOf(
      `import * as price from '../../src/price.mjs';`,
      `
test('of its own module', () => {
  assert.equal(price.gross(333, 'fr'), 400);
  assert.equal(price.gross(0, 'uk'), 0);
  assert.equal(price.withTax, undefined);
});`,
    ),
    keep: {
      text: 'invoice(lines, country) sums up as before',
      test: suiteOf(
        `import { invoice } from '../../src/index.mjs';`,
        `
test('rows and sum', () => {
  assert.deepEqual(invoice([{ title: 'tea', net: 10 }, { title: 'cup', net: 20 }], 'de'), {
    rows: [{ title: 'tea', gross: 12 }, { title: 'cup', gross: 24 }],
    sum: 36,
  });
});`,
      ),
    },
  }),
  promised({
    name: 'what nobody calls goes, and what was asked for comes',
    language: 'node',
    base: {
      'package.json': TYPE,
      'src/index.mjs': `import { legacyTotal, toLegacy } from './legacy.mjs';

const MODES = new Set(['new', 'legacy']);

/** The sum of all lines; the way of counting is chosen by a mode. */
export function total(lines, mode = 'new') {
  if (!MODES.has(mode)) throw new RangeError('unknown mode ' + mode);
  if (mode === 'legacy') return legacyTotal(toLegacy(lines));
  return lines.reduce((sum, { count, price }) => sum + count * price, 0);
}
`,
      'src/legacy.mjs': `export function toLegacy(lines) {
  return lines.flatMap(({ count, price }) => Array.from({ length: count }, () => price));
}

export function legacyTotal(prices) {
  let sum = 0;
  for (const price of prices) sum += price;
  return sum;
}
`,
      'test/index.test.mjs': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../src/index.mjs';

test('sums up', () => {
  assert.equal(total([{ count: 2, price: 3 }]), 6);
});
test('refuses an unknown mode', () => {
  assert.throws(() => total([], 'x'), RangeError);
});
test('sums up as it used to', () => {
  assert.equal(total([{ count: 2, price: 3 }], 'legacy'), 6);
});
`,
    },
    head: {
      'src/index.mjs': `/** The sum of all lines. */
export function total(lines) {
  return lines.reduce((sum, { count, price }) => sum + count * price, 0);
}

/** How many things the lines have. */
export function pieces(lines) {
  return lines.reduce((sum, { count }) => sum + count, 0);
}
`,
      'test/index.test.mjs': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pieces, total } from '../src/index.mjs';

test('sums up', () => {
  assert.equal(total([{ count: 2, price: 3 }]), 6);
});
test('counts the pieces', () => {
  assert.equal(pieces([{ count: 2, price: 3 }, { count: 5, price: 1 }]), 7);
});
`,
    },
    command: 'rm src/legacy.mjs',
    paths: ['src/index.mjs', 'src/legacy.mjs', 'test/index.test.mjs'],
    contract: ['src/index.mjs', 'src/legacy.mjs'],
    suite: 'node --test test/index.test.mjs',
    changedTests: [
      { path: 'test/index.test.mjs', reason: 'The modes are gone, and their two tests with them.' },
    ],
    text: 'pieces(lines) is the number of things; total(lines) has no modes any more and takes no notice of a second argument',
    shown: suiteOf(
      `import { pieces, total } from '../../src/index.mjs';`,
      `
test('pieces', () => {
  assert.equal(pieces([{ count: 3, price: 10 }, { count: 4, price: 0 }]), 7);
  assert.equal(pieces([]), 0);
});
test('no modes', () => {
  assert.equal(total([{ count: 3, price: 10 }], 'whatever'), 30);
});`,
    ),
    withheld: suiteOf(
      `import * as shop from '../../src/index.mjs';`,
      `
test('pieces of many lines', () => {
  const lines = Array.from({ length: 10 }, (_none, count) => ({ count, price: 2 }));
  assert.equal(shop.pieces(lines), 45);
  assert.equal(shop.total(lines, 'x'), 90);
});`,
    ),
  }),
  promised({
    name: 'a mistake in the midst of three hundred lines',
    language: 'node',
    base: {
      'package.json': TYPE,
      'src/contacts.mjs': contacts(
        splitName(`  const [first, last] = nameOf(contact).split(' ');
  return { first, last };`),
      ),
      'test/contacts.test.mjs': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describe, nameOf, splitName } from '../src/contacts.mjs';

test('splits a name', () => {
  assert.deepEqual(splitName({ name: 'Ada Lovelace' }), { first: 'Ada', last: 'Lovelace' });
});
test('describes', () => {
  assert.equal(describe({ name: nameOf({ name: ' A ' }), city: 'B' }), 'name: A\\ncity: B');
});
`,
    },
    head: {
      'src/contacts.mjs': contacts(
        splitName(`  const words = nameOf(contact).split(/\\s+/);
  const last = words.length > 1 ? words.pop() : '';
  return { first: words.join(' '), last };`),
      ),
    },
    text: 'splitName(contact) takes the last word for the last name and all others for the first; who has one word has no last name, the empty text',
    suite: 'node --test test/contacts.test.mjs',
    shown: suiteOf(
      `import { splitName } from '../../src/contacts.mjs';`,
      `
test('three words', () => {
  assert.deepEqual(splitName({ name: 'Grace Brewster Hopper' }), { first: 'Grace Brewster', last: 'Hopper' });
});
test('one word', () => {
  assert.deepEqual(splitName({ name: 'Plato' }), { first: 'Plato', last: '' });
});`,
    ),
    withheld: suiteOf(
      `import { splitName } from '../../src/contacts.mjs';`,
      `
test('any blanks, and nobody', () => {
  assert.deepEqual(splitName({ name: '  Johann\\tSebastian  Bach ' }), { first: 'Johann Sebastian', last: 'Bach' });
  assert.deepEqual(splitName({}), { first: '', last: '' });
});`,
    ),
    keep: {
      text: 'two words are split as before',
      test: suiteOf(
        `import { hasPhone, splitName } from '../../src/contacts.mjs';`,
        `
test('two words', () => {
  assert.deepEqual(splitName({ name: 'Alan Turing' }), { first: 'Alan', last: 'Turing' });
  assert.equal(hasPhone({ phone: 0 }), true);
});`,
      ),
    },
  }),
];
