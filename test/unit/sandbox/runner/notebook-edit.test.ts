// NotebookEdit: one cell changes, and not a byte beside it.
import assert from 'node:assert/strict';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { changeCell, parseNotebook } from '../../../../sandbox/runner/files/notebook.ts';
import { makeNotebook } from './samples.ts';
import { openToolWorld } from './tool-world.ts';

async function openNotebook(text = makeNotebook()) {
  const world = await openToolWorld();
  const path = await world.write('a.ipynb', text);
  await chmod(path, 0o640);
  await world.run('Read', { file_path: path });
  return {
    world,
    path,
    edit: async (input: object) =>
      await world.run('NotebookEdit', { notebook_path: path, ...input }),
    text: async () => await readFile(path, 'utf8'),
    [Symbol.asyncDispose]: async () => await world[Symbol.asyncDispose](),
  };
}

describe('NotebookEdit', () => {
  test('replaces a source, and takes the outputs of the old one away', async () => {
    await using book = await openNotebook();
    const result = await book.edit({ cell_id: 'sum', new_source: 'a = 1\nb = "ü"\n' });
    assert.deepEqual(result, {
      outcome: 'success',
      content: `Replaced cell sum in ${book.path}.`,
    });
    const before = makeNotebook();
    const start = before.indexOf('"execution_count": 3');
    const end = before.indexOf('"metadata": {\n    "scrolled"');
    const tail = before.slice(before.lastIndexOf('\n  }\n ],'));
    const expected = [
      before.slice(0, start),
      '"execution_count": null,',
      before.slice(start + '"execution_count": 3,'.length, end),
      '"metadata": {\n    "scrolled": true\n   },\n   "outputs": [],\n',
      '   "source": [\n    "a = 1\\n",\n    "b = \\"ü\\"\\n"\n   ]',
      tail,
    ];
    assert.equal(await book.text(), expected.join(''));
    assert.equal((await stat(book.path)).mode & 0o777, 0o640);
  });

  test('makes code of a markdown cell, and the other way round', async () => {
    await using book = await openNotebook();
    await book.edit({ cell_id: 'intro', new_source: '1', cell_type: 'code' });
    await book.edit({ cell_id: 'cell-1', new_source: '# x', cell_type: 'markdown' });
    const { cells } = JSON.parse(await book.text());
    assert.deepEqual(cells, [
      {
        cell_type: 'code',
        id: 'intro',
        metadata: {},
        source: ['1'],
        execution_count: null,
        outputs: [],
      },
      { cell_type: 'markdown', id: 'sum', metadata: { scrolled: true }, source: ['# x'] },
    ]);
  });

  test('inserts after a cell or at the beginning, and deletes', async () => {
    await using book = await openNotebook();
    const insert = { edit_mode: 'insert', cell_type: 'markdown' };
    const first = await book.edit({ ...insert, new_source: 'first' });
    assert.match(first.content, /^Inserted cell [0-9a-f]{8} in /);
    await book.edit({ ...insert, cell_id: 'intro', new_source: 'second', cell_type: 'code' });
    await book.edit({ ...insert, cell_id: 'sum', new_source: 'last' });
    const sources = async () =>
      JSON.parse(await book.text()).cells.map(({ source }: { source: string[] }) => source[0]);
    assert.deepEqual(await sources(), ['first', '# Größe\n', 'second', 'print("hello")\n', 'last']);
    await book.edit({ edit_mode: 'delete', cell_id: 'cell-4', new_source: '' });
    await book.edit({ edit_mode: 'delete', cell_id: 'cell-2', new_source: '' });
    const done = await book.edit({ edit_mode: 'delete', cell_id: 'cell-0', new_source: '' });
    assert.match(done.content, /^Deleted cell /);
    assert.equal(await book.text(), makeNotebook(), 'what is left is as it was');
  });

  test('fills and empties a notebook without cells', async () => {
    const empty = '{\n "cells": [],\n "nbformat": 4,\n "nbformat_minor": 4\n}';
    await using book = await openNotebook(empty);
    await book.edit({ edit_mode: 'insert', cell_type: 'markdown', new_source: 'x' });
    const cell =
      '\n  {\n   "cell_type": "markdown",\n   "metadata": {},\n   "source": [\n    "x"\n   ]\n  }\n ';
    assert.equal(await book.text(), empty.replace('[]', `[${cell}]`));
    await book.edit({ edit_mode: 'delete', cell_id: 'cell-0', new_source: '' });
    assert.equal(await book.text(), empty);
  });

  test('says what is wrong, and changes nothing', async () => {
    await using book = await openNotebook();
    await book.world.write('a.txt', 'x');
    await book.world.write('other.ipynb', '{}');
    const table: [object, RegExp][] = [
      [{ new_source: '' }, /cell_id is missing: which cell to replace/],
      [{ edit_mode: 'delete', new_source: '' }, /cell_id is missing: which cell to delete/],
      [{ cell_id: 'none', new_source: '' }, /no cell none\. Cells: intro, sum/],
      [{ cell_id: 'cell-2', new_source: '' }, /no cell cell-2/],
      [{ edit_mode: 'insert', new_source: '' }, /needs its cell_type/],
      [{ edit_mode: 'move', new_source: '' }, /edit_mode/],
      [{ cell_id: 'sum' }, /new_source/],
      [{ notebook_path: 'a.txt', cell_id: 'x', new_source: '' }, /is no notebook/],
      [{ notebook_path: 'none.ipynb', cell_id: 'x', new_source: '' }, /does not exist/],
      [{ notebook_path: 'other.ipynb', cell_id: 'x', new_source: '' }, /not been read/],
      [{ notebook_path: '.claude/hooks/a.ipynb', cell_id: 'x', new_source: '' }, /protected/],
      [{ notebook_path: '/etc/a.ipynb', cell_id: 'x', new_source: '' }, /outside the workspace/],
    ];
    for (const [input, words] of table) {
      const result = await book.edit(input);
      assert.equal(result.outcome, 'tool_rejected', JSON.stringify(input));
      assert.match(result.content, words);
    }
    await book.world.run('Read', { file_path: 'other.ipynb' });
    const other = await book.edit({ notebook_path: 'other.ipynb', cell_id: 'x', new_source: '' });
    assert.match(other.content, /no notebook that can be read: cells/);
    assert.equal(await book.text(), makeNotebook());
    await writeFile(book.path, makeNotebook().replace('two', 'too'));
    const changed = await book.edit({ cell_id: 'sum', new_source: '' });
    assert.match(changed.content, /has changed since/);
  });

  test('Edit refuses a notebook and names NotebookEdit', async () => {
    await using book = await openNotebook();
    const input = { file_path: book.path, old_string: 'two', new_string: 'three' };
    assert.match((await book.world.run('Edit', input)).content, /Use NotebookEdit/);
  });
});

describe('a change of one cell', () => {
  const cell = { cell_type: 'raw', source: 'ä' };
  const table: [string, string, string][] = [
    ['on one line', '{"cells":[{"a":1},{"b":2}],"c":3}', '{"cells":[{"a":1},NEW],"c":3}'],
    [
      'with a key of the same name inside',
      '{"x":{"cells":[1]},"cells":[1,2]}',
      '{"x":{"cells":[1]},"cells":[1,NEW]}',
    ],
    ['with brackets in strings', '{"cells":["]}\\"[",2 ] }', '{"cells":["]}\\"[",NEW ] }'],
    ['after a byte order mark', '\ufeff{"cells":[1,2]}', '\ufeff{"cells":[1,NEW]}'],
  ];
  for (const [name, before, after] of table) {
    test(`keeps the rest of a file ${name}`, () => {
      const text = changeCell(before, { index: 1, cell, isNew: false });
      assert.equal(text, after.replace('NEW', '{"cell_type":"raw","source":"ä"}'));
    });
  }

  test('goes on with tabs, CR LF and escapes where a file has them', () => {
    const before = '{\r\n\t"cells": [\r\n\t\t"\\u00e4"\r\n\t]\r\n}\r\n';
    const after = changeCell(before, { index: 1, cell, isNew: true });
    const added = '{\r\n\t\t\t"cell_type": "raw",\r\n\t\t\t"source": "\\u00e4"\r\n\t\t}';
    assert.equal(after, before.replace('"\\u00e4"', `"\\u00e4",\r\n\t\t${added}`));
    assert.equal(parseNotebook(after).ok, false);
    assert.deepEqual(JSON.parse(after).cells, ['ä', cell]);
  });
});
