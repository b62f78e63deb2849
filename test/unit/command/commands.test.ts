// The table of commands and what people read of it.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandName } from '../../../app/command/commands.ts';
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

/** Paths of the web, of files and of other programs. */
const NO_COMMANDS: ReadonlySet<string> = new Set(['etc', 'proc', 'x']);

test('docs/commands.md shows the table of commands as it is', () => {
  const page = readFileSync(join(ROOT, 'docs/commands.md'), 'utf8');
  const isSame = page.includes(`\n\n${commandsTable()}\n\n`);
  assert.ok(isSame, 'replace its table by: npx node test/support/commands-table.ts');
});

test('no text of ours offers a command that there is not', () => {
  const words = globSync(TEXTS, { cwd: ROOT }).flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/`\/([a-z-]+)(?: [^`]*)?\\?`/g)].map(
      ([, word = '']) => ({ path, word }),
    ),
  );
  const unknown = words.filter(
    ({ word }) => commandName(word) === undefined && !NO_COMMANDS.has(word),
  );
  assert.ok(words.length > 100, 'the texts are found');
  assert.deepEqual(unknown, []);
});
