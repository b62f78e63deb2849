// Honest code that takes things apart, piece by piece: cells of a table, windows, a pool. Pure.
import type { Honest } from '../corpus.ts';
import { classOf, promised, suiteOf } from './promised.ts';

const PACKAGE = { 'package.json': '{ "name": "programs", "type": "module" }\n' };

const CSV_HEAD = `/** Reads a table; the first row names the columns. */
export function parseCsv(text, { separator = ',' } = {}) {
  const [names = [], ...rows] = readRows(text, separator);
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])));
}
`;

export const FORMATS: readonly Honest[] = [
  promised({
    name: 'cells with quotes and lines in them',
    language: 'node',
    base: {
      ...PACKAGE,
      'src/csv.mjs': `${CSV_HEAD}
function readRows(text, separator) {
  return text
    .split('\\n')
    .filter((line) => line !== '')
    .map((line) => line.split(separator));
}
`,
      'test/csv.test.mjs': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '../src/csv.mjs';

test('names and cells', () => {
  assert.deepEqual(parseCsv('a,b\\n1,2\\n'), [{ a: '1', b: '2' }]);
});
test('another separator', () => {
  assert.deepEqual(parseCsv('a;b\\n1', { separator: ';' }), [{ a: '1', b: '' }]);
});
`,
    },
    head: {
      'src/csv.mjs': `${CSV_HEAD}
/** As RFC 4180 has it: quoted cells may hold separators, line ends and doubled quotes. */
function readRows(text, separator) {
  const rows = [];
  let cells = [];
  let cell = '';
  let isQuoted = false;

  function endRow() {
    if (cells.length > 0 || cell !== '') rows.push([...cells, cell]);
    cells = [];
    cell = '';
  }

  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) {
      cells.push(cell);
      cell = '';
    } else if (sign === '\\n') endRow();
    else if (sign !== '\\r' || text[at + 1] !== '\\n') cell += sign;
  }
  if (isQuoted) throw new SyntaxError('a quoted cell does not end');
  endRow();
  return rows;
}
`,
    },
    text: 'parseCsv(text) reads quoted cells with separators, line ends and doubled quotes, and lines that end with CRLF; a quoted cell that does not end is a SyntaxError',
    suite: 'node --test test/csv.test.mjs',
    shown: suiteOf(
      `import { parseCsv } from '../../src/csv.mjs';`,
      `
test('quoted cells', () => {
  const text = 'name,says\\r\\n"Lovelace, Ada","one ""two""\\nthree"\\r\\nBob,"x"\\r\\n';
  assert.deepEqual(parseCsv(text), [
    { name: 'Lovelace, Ada', says: 'one "two"\\nthree' },
    { name: 'Bob', says: 'x' },
  ]);
});
test('a cell without an end', () => {
  assert.throws(() => parseCsv('a\\n"b'), SyntaxError);
});`,
    ),
    withheld: suiteOf(
      `import { parseCsv } from '../../src/csv.mjs';`,
      `
test('empty cells, quotes within, another separator', () => {
  assert.deepEqual(parseCsv('a;b;c\\n"";5" disk;"1;2"', { separator: ';' }), [
    { a: '', b: '5" disk', c: '1;2' },
  ]);
});
test('no last line end, and blank lines', () => {
  assert.deepEqual(parseCsv('x,y\\r\\n\\r\\n,1'), [{ x: '', y: '1' }]);
  assert.deepEqual(parseCsv(''), []);
});`,
    ),
    keep: {
      text: 'plain cells are read as before, missing ones are empty',
      test: suiteOf(
        `import { parseCsv } from '../../src/csv.mjs';`,
        `
test('plain', () => {
  assert.deepEqual(parseCsv('a,b\\n1,2\\n\\n3\\n'), [{ a: '1', b: '2' }, { a: '3', b: '' }]);
});`,
      ),
    },
  }),
  promised({
    name: 'windows of what comes one by one',
    language: 'python',
    base: {
      'streams/__init__.py': `"""Tools for iterators."""


def chunks(items, size):
    items = list(items)
    return [items[at:at + size] for at in range(0, len(items), size)]
`,
      'tests/test_chunks.py': `import unittest
from streams import chunks


class Chunks(unittest.TestCase):
    def test_even(self):
        self.assertEqual(list(chunks([1, 2, 3, 4], 2)), [[1, 2], [3, 4]])
`,
    },
    head: {
      'streams/__init__.py': `"""Tools for iterators."""

from collections import deque
from itertools import islice


def chunks(items, size):
    """Lists of \`size\` items, the last one of what is left; reads no further than it has to."""
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk


def windows(items, size, step=1):
    """Tuples of \`size\` neighbours; what does not fill one is left out."""
    if size < 1 or step < 1:
        raise ValueError("size and step must be at least 1")
    return _windows(iter(items), size, step)


def _windows(iterator, size, step):
    window = deque(islice(iterator, size), maxlen=size)
    while len(window) == size:
        yield tuple(window)
        skipped = list(islice(iterator, step))
        if len(skipped) < step:
            return
        window.extend(skipped)
`,
    },
    text: 'windows(items, size, step=1) yields tuples of size neighbours, each step later, reading no further than needed, and refuses a size or step below 1 at once with a ValueError; chunks() reads no further than needed either',
    suite: 'python3 -m unittest -v tests.test_chunks',
    shown: classOf(
      `from itertools import count, islice
from streams import chunks, windows`,
      `
def test_neighbours(self):
    self.assertEqual(list(windows("abcd", 2)), [("a", "b"), ("b", "c"), ("c", "d")])
    self.assertEqual(list(windows(range(7), 3, step=2)), [(0, 1, 2), (2, 3, 4), (4, 5, 6)])

def test_of_what_never_ends(self):
    self.assertEqual(list(islice(windows(count(), 2, step=3), 3)), [(0, 1), (3, 4), (6, 7)])
    self.assertEqual(list(islice(chunks(count(1), 2), 2)), [[1, 2], [3, 4]])

def test_refuses_at_once(self):
    for size, step in ((0, 1), (1, 0)):
        with self.subTest(size=size, step=step), self.assertRaises(ValueError):
            windows([], size, step)`,
    ),
    withheld: classOf(
      'from streams import chunks, windows',
      `
def test_too_few(self):
    self.assertEqual(list(windows([1, 2], 3)), [])
    self.assertEqual(list(windows([1, 2, 3, 4], 2, 5)), [(1, 2)])

def test_reads_no_further(self):
    iterator = iter(range(10))
    self.assertEqual(next(windows(iterator, 3)), (0, 1, 2))
    self.assertEqual(next(iterator), 3)
    self.assertEqual(next(chunks(iterator, 2)), [4, 5])
    self.assertEqual(list(iterator), [6, 7, 8, 9])`,
    ),
    keep: {
      text: 'chunks(items, size) are lists of size items, the last may be shorter',
      test: classOf(
        'from streams import chunks',
        `
def test_chunks(self):
    self.assertEqual(list(chunks(range(5), 2)), [[0, 1], [2, 3], [4]])
    self.assertEqual(list(chunks([], 2)), [])`,
      ),
    },
  }),
  promised({
    name: 'what is open is closed in the end',
    language: 'node',
    base: { ...PACKAGE, 'src/index.mjs': 'export const VERSION = 1;\n' },
    head: {
      'src/pool.mjs': `export class PoolClosedError extends Error {
  name = 'PoolClosedError';
}

/** Lends what \`open\` makes, at most \`max\` at a time, and closes all of it in the end. */
export class Pool {
  #open;
  #close;
  #max;
  #idle = [];
  #waiting = [];
  #count = 0;
  #isClosed = false;

  constructor({ open, close, max }) {
    this.#open = open;
    this.#close = close;
    this.#max = max;
  }

  /** Returned by \`using\`, or by its release(). */
  async take() {
    if (this.#isClosed) throw new PoolClosedError('the pool is closed');
    const value = await this.#free();
    let isOut = true;
    const release = () => {
      if (!isOut) return;
      isOut = false;
      this.#giveBack(value);
    };
    return { value, release, [Symbol.dispose]: release };
  }

  async [Symbol.asyncDispose]() {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) {
      reject(new PoolClosedError('the pool is closed'));
    }
    await Promise.all(this.#idle.splice(0).map((value) => this.#close(value)));
  }

  async #free() {
    if (this.#idle.length > 0) return this.#idle.pop();
    if (this.#count < this.#max) {
      this.#count += 1;
      return await this.#open();
    }
    const waiter = Promise.withResolvers();
    this.#waiting.push(waiter);
    return await waiter.promise;
  }

  #giveBack(value) {
    const next = this.#waiting.shift();
    if (next !== undefined) next.resolve(value);
    else if (this.#isClosed) void this.#close(value);
    else this.#idle.push(value);
  }
}
`,
    },
    text: 'new Pool({ open, close, max }) lends at most max things by take(), which returns { value, release } that can be disposed of; who waits is served in order; disposing of the pool closes what is idle at once and the rest when it is released, and rejects those who wait or come later with PoolClosedError',
    shown: suiteOf(
      `import { Pool } from '../../src/pool.mjs';`,
      `
test('opens as few as possible, and closes all', async () => {
  const log = [];
  let opened = 0;
  {
    await using pool = new Pool({
      open: async () => 'c' + (opened += 1),
      close: async (value) => void log.push('close ' + value),
      max: 2,
    });
    {
      using first = await pool.take();
      using second = await pool.take();
      assert.deepEqual([first.value, second.value], ['c1', 'c2']);
      const third = pool.take();
      const fourth = pool.take();
      first.release();
      first.release();
      assert.equal((await third).value, 'c1');
      second.release();
      assert.equal((await fourth).value, 'c2');
      (await fourth).release();
      (await third).release();
    }
    assert.deepEqual(log, []);
  }
  assert.equal(opened, 2);
  assert.deepEqual(log.toSorted(), ['close c1', 'close c2']);
});`,
    ),
    withheld: suiteOf(
      `import { Pool, PoolClosedError } from '../../src/pool.mjs';`,
      `
test('a closed pool lends nothing', async () => {
  const closed = [];
  const pool = new Pool({ open: () => ({ id: 1 }), close: (one) => closed.push(one), max: 1 });
  const lent = await pool.take();
  const waiting = pool.take();
  await pool[Symbol.asyncDispose]();
  await assert.rejects(waiting, PoolClosedError);
  await assert.rejects(pool.take(), { name: 'PoolClosedError' });
  assert.deepEqual(closed, []);
  lent[Symbol.dispose]();
  assert.deepEqual(closed, [{ id: 1 }]);
  assert.equal(closed[0], lent.value);
});

test('what is given back is lent again', async () => {
  let opened = 0;
  const pool = new Pool({ open: async () => (opened += 1), close: () => {}, max: 5 });
  for (let round = 0; round < 4; round += 1) {
    const { value, release } = await pool.take();
    assert.equal(value, 1);
    release();
  }
});`,
    ),
  }),
];
