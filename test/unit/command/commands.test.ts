// The table of commands and what people read of it.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandName, rowOf } from '../../../app/command/commands.ts';
import { commandsTable } from '../../support/commands-table.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Texts that people or agents get to see, and the code that makes them. */
const TEXTS = [
  'README.md',
  'docs/*.md',
  'deploy/**/*.yml',
  '{app,sandbox}/**/*.{ts,md}',
  'action/*.ts',
];

test('docs/commands.md shows the table of commands as it is', () => {
  const page = readFileSync(join(ROOT, 'docs/commands.md'), 'utf8');
  const isSame = page.includes(`\n\n${commandsTable()}\n\n`);
  assert.ok(isSame, 'replace its table by: npx node test/support/commands-table.ts');
});

test('no text of ours offers a command that is not in this version', () => {
  const offers = globSync(TEXTS, { cwd: ROOT }).flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/`\/([a-z-]+)(?=[ `\\])/g)]
      .map(([, word = '']) => ({ path, name: commandName(word) }))
      .filter(({ name }) => name !== undefined && rowOf(name).kind === 'later'),
  );
  assert.deepEqual(offers, []);
});
