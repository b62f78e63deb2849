// Read on what is not plain text: images, PDF, notebooks, huge files, files of the kernel.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { identifyImage } from '../../../../sandbox/runner/files/image.ts';
import { choosePages } from '../../../../sandbox/runner/tools/read/pdf.ts';
import { makeNotebook, makePdf, makePng } from './samples.ts';
import { openToolWorld } from './tool-world.ts';

describe('Read shows an image', () => {
  test('whatever its name, with its size', async () => {
    await using world = await openToolWorld();
    const bytes = makePng(3, 2);
    const path = await world.write('picture.txt', bytes);
    const result = await world.run('Read', { file_path: path });
    assert.equal(result.content, `${path} (image/png, 3x2, ${bytes.length} bytes)`);
    assert.deepEqual(result.images, [{ mediaType: 'image/png', data: bytes.toString('base64') }]);
  });

  test('never one that is cut off, too large or too heavy', async () => {
    await using world = await openToolWorld();
    const cut = await world.write('cut.png', makePng(30, 20).subarray(0, 50));
    const broken = await world.run('Read', { file_path: cut });
    assert.match(broken.content, /not whole[\s\S]*89 50 4e 47/);
    assert.equal(broken.images, undefined);
    const wide = await world.write('wide.png', makePng(8_001, 1));
    assert.equal((await world.run('Read', { file_path: wide })).outcome, 'tool_rejected');
    const heavy = await world.write('heavy.png', Buffer.concat([makePng(1, 1), Buffer.alloc(4e6)]));
    const refused = await world.run('Read', { file_path: heavy });
    assert.match(refused.content, /too large to be shown: at most 3750000 bytes/);
    assert.equal(refused.images, undefined);
  });

  const webp = (kind: string, body: readonly number[]) => {
    const bytes = Buffer.alloc(40);
    bytes.write(`RIFF    WEBP${kind}`, 'latin1');
    bytes.writeUInt32LE(32, 4);
    bytes.set(body, 20);
    return bytes;
  };
  const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8, 0, 5, 0, 7];
  const kinds: [string, Buffer, unknown][] = [
    ['GIF', Buffer.from('GIF89a\x07\x00\x05\x00\x00\x00\x00,;', 'latin1'), ['image/gif', 7, 5]],
    ['GIF without its end', Buffer.from('GIF89a\x07\x00\x05\x00\x00\x00\x00,', 'latin1'), 'broken'],
    ['JPEG', Buffer.from([...jpeg, 1, 0xff, 0xd9]), ['image/jpeg', 7, 5]],
    ['JPEG without its end', Buffer.from([...jpeg, 1]), 'broken'],
    ['WebP', webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 7, 0, 5, 0]), ['image/webp', 7, 5]],
    ['lossless WebP', webp('VP8L', [0x2f, 6, 0, 1, 0]), ['image/webp', 7, 5]],
    ['extended WebP', webp('VP8X', [0, 0, 0, 0, 6, 0, 0, 4, 0, 0]), ['image/webp', 7, 5]],
    ['cut WebP', webp('VP8X', [0, 0, 0, 0, 6, 0, 0, 4]).subarray(0, 35), 'broken'],
    ['text', Buffer.from('GIF for ever'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ];
  for (const [name, bytes, expected] of kinds) {
    test(`knows ${name} by its bytes`, () => {
      const info = identifyImage(bytes);
      const seen = typeof info === 'object' ? [info.type, info.width, info.height] : info;
      assert.deepEqual(seen, expected);
    });
  }
});

describe('Read shows a PDF', () => {
  const isInstalled = spawnSync('pdftotext', ['-v']).error === undefined;
  const skip = isInstalled ? false : 'poppler-utils is not installed';

  test('by text and image of its pages', { skip }, async () => {
    await using world = await openToolWorld();
    const path = await world.write('a.pdf', makePdf(['First page', 'Second page', 'Third page']));
    const whole = await world.run('Read', { file_path: path });
    assert.match(whole.content, /3 pages, showing 1-3, 3 as images\)\n--- page 1 ---\s+First page/);
    assert.equal(whole.images?.length, 3);
    const part = await world.run('Read', { file_path: path, pages: '2-3' });
    assert.match(part.content, /--- page 2 ---\s+Second page\n--- page 3 ---\s+Third page$/);
    assert.doesNotMatch(part.content, /First/);
    assert.equal(part.images?.[0]?.mediaType, 'image/jpeg');
  });

  test('only a part of a long one, and says so', { skip }, async () => {
    await using world = await openToolWorld();
    const pages = Array.from({ length: 11 }, (_, index) => `Page ${index}`);
    const path = await world.write('long.pdf', makePdf(pages));
    const refused = await world.run('Read', { file_path: path });
    assert.equal(refused.outcome, 'tool_rejected');
    assert.match(refused.content, /has 11 pages. Name at most 20/);
    const broken = await world.write('broken.pdf', '%PDF-1.4\nnothing');
    assert.match((await world.run('Read', { file_path: broken })).content, /cannot read/);
  });

  test('or names the program that is missing', async () => {
    await using world = await openToolWorld();
    const path = await world.write('a.pdf', makePdf(['One']));
    const before = process.env['PATH'];
    process.env['PATH'] = world.root;
    try {
      const result = await world.run('Read', { file_path: path });
      assert.equal(result.outcome, 'tool_rejected');
      assert.match(result.content, /pdfinfo \(of poppler-utils\).* is not installed/);
    } finally {
      process.env['PATH'] = before;
    }
  });

  test('only by pages that there are', async () => {
    const table: [string | undefined, number, unknown][] = [
      [undefined, 10, { first: 1, last: 10 }],
      [undefined, 11, /Name at most 20/],
      ['3', 5, { first: 3, last: 3 }],
      ['2-4', 5, { first: 2, last: 4 }],
      ['2-', 5, { first: 2, last: 5 }],
      ['4-9', 5, { first: 4, last: 5 }],
      ['1-20', 30, { first: 1, last: 20 }],
      ['1-21', 30, /At most 20/],
      ['6', 5, /no pages/],
      ['0', 5, /no pages/],
      ['4-2', 5, /no pages/],
      ['one', 5, /like ..3/],
    ];
    for (const [asked, count, expected] of table) {
      const pages = choosePages(asked, count);
      if (expected instanceof RegExp) assert.match(JSON.stringify(pages), expected, asked);
      else assert.deepEqual(pages, expected, asked);
    }
    await using world = await openToolWorld();
    await world.write('a.txt', 'x');
    const wrong = await world.run('Read', { file_path: 'a.txt', pages: '1' });
    assert.match(wrong.content, /is no PDF/);
  });
});

describe('Read shows a notebook', () => {
  test('cell by cell, with ids, outputs and images', async () => {
    await using world = await openToolWorld();
    const path = await world.write('a.ipynb', makeNotebook());
    const { content, images } = await world.run('Read', { file_path: path });
    const expected = [
      `${path} (notebook, python, 2 cells)`,
      '--- cell intro (markdown) ---\n# Größe\ntwo',
      '--- cell sum (code, run 3) ---\nprint("hello")\n1 + 1',
      '--- output ---\nhello',
      '--- output ---\n<Figure>\n[image/png]',
      '--- output ---\nValueError: bad\nat 1',
    ];
    assert.equal(content, expected.join('\n'));
    assert.equal(images?.length, 1);
  });

  test('with long outputs cut, and as lines when it is none', async () => {
    await using world = await openToolWorld();
    const output = { output_type: 'stream', name: 'stdout', text: 'x'.repeat(20_000) };
    const cell = { cell_type: 'code', source: 'a', metadata: {}, outputs: [output] };
    const path = await world.write('a.ipynb', JSON.stringify({ cells: [cell] }));
    const { content } = await world.run('Read', { file_path: path });
    assert.match(content, /cell cell-0 \(code\)[\s\S]*x\[SDLC_TRUNCATED\]$/);
    assert.ok(content.length < 11_000);
    const broken = await world.write('b.ipynb', '{"cells": [');
    assert.match((await world.run('Read', { file_path: broken })).content, /1→\{"cells": \[/);
  });
});

test('Read shows a part of a file that is too big to be read whole', async () => {
  await using world = await openToolWorld();
  const path = await world.write('big.log', '');
  const file = await open(path, 'a');
  for (let index = 0; index < 34; index += 1) {
    await file.write(`${index} ${'x'.repeat(1024 * 1024 - 10)}\nshort ${index}\n`);
  }
  await file.close();
  const { content } = await world.run('Read', { file_path: path, offset: 60, limit: 3 });
  const lines = content.split('\n');
  assert.match(lines[0] ?? '', /big\.log \(\d+ bytes, showing 60-62\)$/);
  assert.equal(lines[1], '    60→short 29');
  assert.match(lines[2] ?? '', /^ {4}61→30 x+…$/);
  assert.equal(lines[3], '    62→short 30');
  const beyond = await world.run('Read', { file_path: path, offset: 999 });
  assert.match(beyond.content, /shorter than the offset 999/);
  const change = { file_path: path, old_string: 'short 1\n', new_string: '' };
  assert.match((await world.run('Edit', change)).content, /at most 33554432/);
  const holes = await world.write('holes', '');
  await truncate(holes, 40 * 1024 * 1024);
  assert.match((await world.run('Read', { file_path: holes })).content, /is a binary file/);
});

test('Read shows files of the kernel, and ends on those without an end', async () => {
  await using world = await openToolWorld();
  const status = await world.run('Read', { file_path: '/proc/self/status' });
  assert.match(status.content, /1→Name:/);
  const endless = await world.run('Read', { file_path: '/proc/self/pagemap' });
  assert.equal(endless.outcome, 'tool_rejected');
  assert.match(endless.content, /has no end|cannot be read/);
  const missing = await world.run('Read', { file_path: join('/proc', '0', 'status') });
  assert.match(missing.content, /does not exist/);
});
