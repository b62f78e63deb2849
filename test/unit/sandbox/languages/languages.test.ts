// Every language is whole: one folder with the same names inside, one line in the table, a grammar
// that is there, and parts that answer.
import assert from 'node:assert/strict';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { grammarsDirectory } from '../../../../app/cli/package-root.ts';
import type { Language } from '../../../../sandbox/languages/language.ts';
import { LANGUAGES, languageOf } from '../../../../sandbox/languages/languages.ts';
import { readCode } from '../../../../sandbox/syntax/code/code.ts';
import { parse } from '../../../support/syntax.ts';

const FOLDER = join(import.meta.dirname, '../../../../sandbox/languages');

const entries = await readdir(FOLDER, { withFileTypes: true });
const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** The rows that a folder's own `language.ts` gives. */
async function rowsOf(folder: string): Promise<Language[]> {
  const given: Record<string, Language> = await import(join(FOLDER, folder, 'language.ts'));
  return Object.values(given);
}

/** The files whose parts a row has. */
function filesFor(rows: readonly Language[]): string[] {
  const has = (part: keyof Language) => rows.some((row) => row[part] !== undefined);
  const hasPlaces = rows.some(({ table }) => table?.places !== undefined);
  return [
    'language.ts',
    'tamper.ts',
    ...(has('table') ? ['syntax.ts', 'tests.ts', 'twin.ts'] : []),
    ...(hasPlaces ? ['places.ts'] : []),
    ...(has('projects') ? ['projects.ts'] : []),
    ...(has('settings') ? ['settings.ts'] : []),
  ].sort();
}

const PARTS = 'language places projects settings syntax tamper tests twin'.split(' ');

describe('the folder of a language', () => {
  for (const folder of folders) {
    it(`${folder} has a line in the table for each of its grammars`, async () => {
      const rows = await rowsOf(folder);
      assert.ok(rows.length > 0);
      for (const row of rows) assert.ok(LANGUAGES.includes(row), `${row.grammar} is not listed`);
    });

    it(`${folder} has the files of the parts it says it has, under the same names`, async () => {
      const files = await readdir(join(FOLDER, folder));
      const parts = files.filter((file) => PARTS.includes(file.replace(/\.ts$/, '')));
      assert.deepEqual(parts.sort(), filesFor(await rowsOf(folder)));
    });
  }

  it('is there for every line of the table', async () => {
    const rows = await Promise.all(folders.map(rowsOf));
    assert.deepEqual(
      LANGUAGES.map(({ grammar }) => grammar).toSorted(),
      rows.flatMap((all) => all.map(({ grammar }) => grammar)).toSorted(),
    );
  });
});

describe('a language', () => {
  for (const { grammar, endings, table, projects, settings, tamper } of LANGUAGES) {
    it(`${grammar} has a grammar, and endings of its own`, async () => {
      await access(join(grammarsDirectory(), `tree-sitter-${grammar}.wasm`));
      assert.ok(endings.length > 0);
      for (const ending of endings) assert.equal(languageOf(`a.${ending}`)?.grammar, grammar);
    });

    it(`${grammar} answers in all its parts`, async () => {
      const tree = await parse(grammar, '');
      if (table !== undefined) {
        const code = readCode(table, tree);
        const { view, calls, functions, imports, tests, assertions } = code;
        assert.deepEqual([calls, functions, imports, tests, assertions], [[], [], [], [], []]);
        assert.deepEqual([table.skips(view, calls), table.mocks(view, calls)], [[], []]);
        assert.deepEqual(
          tamper.ends.others(code, () => true),
          [],
        );
        const known = { names: [], written: new Set(''), base: new Set(''), manifests: new Map() };
        const placeOf = table.places?.lookUp({ ...known, isInContract: () => false });
        assert.equal(placeOf?.('nobody.knows', 'a'), placeOf && 'package');
      }
      assert.deepEqual(projects?.detect([]), projects && []);
      assert.equal(projects?.isRoot('a/no-manifest'), projects && false);
      assert.equal(
        settings?.runsFirst?.({ name: 'a', text: '', tree, isInTests: true }) ?? false,
        false,
      );
    });

    it(`${grammar} looks for tampering with patterns that find all of it`, () => {
      const words = [...tamper.words, ...tamper.ownWords].map(({ pattern }) => pattern);
      for (const pattern of [...words, ...tamper.machinery.equalToAll]) assert.ok(pattern.global);
    });
  }
});
