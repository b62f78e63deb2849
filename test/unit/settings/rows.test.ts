// A row of the settings says who uses the leaf; here it is held to it, and so is the documentation.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Node } from 'oxc-parser';
import { isUsed, ROWS, type SettingRow } from '../../../app/settings/schema.ts';
import { type ParsedFile, parseFile } from '../../support/architecture/parse.ts';
import { readWorkingTree } from '../../support/architecture/read-tree.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PRODUCT = (await readWorkingTree(ROOT)).filter(
  ({ path }) => /^(?:app|action)\/.*\.ts$/.test(path) && !path.startsWith('action/dist/'),
);
/** Lists and shows all leaves alike, whether or not they are used. */
const SHOWS_ALL = /^app\/(?:settings\/(?!effective\.ts)|web\/)/;

for (const row of ROWS.filter(isUsed)) {
  test(`${row.leaf} is read by the file that its row names`, () => {
    const file = PRODUCT.find(({ path }) => path === row.usedBy);
    assert.ok(file, `there is no ${row.usedBy}: name the file that uses ${row.leaf} in its row`);
    assert.match(row.usedBy, /^app\//);
    assert.doesNotMatch(row.usedBy, SHOWS_ALL);
    const [last = '', group = ''] = row.leaf.split('.').toReversed();
    const parsed = parseFile(file);
    assert.ok(
      namesRead(parsed).has(last) || isReadByKey(parsed, group, last),
      `${row.usedBy} does not read ${row.leaf}: use it there, or mark the row with NOT_YET`,
    );
  });
}

test('what is marked as not used is read nowhere', () => {
  const readers = PRODUCT.filter(
    ({ path, text }) => !SHOWS_ALL.test(path) && /settings\/|readSettings/.test(text),
  ).map((file) => ({ path: file.path, names: namesRead(parseFile(file)) }));
  assert.ok(readers.length > 5);
  for (const { leaf } of ROWS.filter((row) => !isUsed(row))) {
    const parts = leaf.split('.');
    const found = readers.filter(({ names }) => parts.every((name) => names.has(name)));
    const paths = found.map(({ path }) => path).join(', ');
    assert.equal(paths, '', `${leaf} is used there: say so in its row`);
  }
});

test('docs/settings.md has one line for each leaf, as its row says', () => {
  const text = readFileSync(join(ROOT, 'docs', 'settings.md'), 'utf8');
  const lines = text.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
  const start = lines.findIndex((line) => line.startsWith('| setting |'));
  const listed = lines.slice(start + 2, lines.indexOf('', start));
  assert.deepEqual(listed, ROWS.map(documented));
});

function documented(row: SettingRow): string {
  const help = isUsed(row) ? row.help : `${row.help} Not used yet.`;
  return `| \`${row.leaf}\` | ${row.label} | ${help} | ${defaultText(row)} |`;
}

function defaultText(row: SettingRow): string {
  if (!('default' in row)) return row.unset;
  const value: unknown = row.default;
  return Array.isArray(value) && value.length === 0 ? 'none' : `\`${String(value)}\``;
}

/** Such as `models[purpose]`, where `plan` is one of the texts. */
function isReadByKey({ nodes }: ParsedFile, group: string, key: string): boolean {
  const isKey = (node: Node) => node.type === 'Literal' && node.value === key;
  const isNamed = (node: Node) => node.type === 'Identifier' && node.name === group;
  const isGroup = (node: Node) =>
    isNamed(node) || (node.type === 'MemberExpression' && isNamed(node.property));
  return (
    nodes.some(
      (node) => node.type === 'MemberExpression' && node.computed && isGroup(node.object),
    ) && nodes.some(isKey)
  );
}

/** Names of properties that a file reads, by a dot or by taking an object apart. */
function namesRead({ nodes }: ParsedFile): Set<string> {
  return new Set(
    nodes.flatMap((node) => {
      if (node.type === 'MemberExpression' && node.property.type === 'Identifier') {
        return node.computed ? [] : [node.property.name];
      }
      if (node.type !== 'ObjectPattern') return [];
      return node.properties.flatMap((property) =>
        property.type === 'Property' && property.key.type === 'Identifier'
          ? [property.key.name]
          : [],
      );
    }),
  );
}
