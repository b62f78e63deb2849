// Which lines ran, by what a real V8 writes when a process ends.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { merged } from '../../../../app/proof/coverage/judge-coverage.ts';
import { type Asked, readV8 } from '../../../../app/proof/coverage/v8.ts';

const run = promisify(execFile);

const TEXT = `export function price(kind, count) {
  if (kind === 'free') {
    return 0;
  }
  const each = kind === 'half' ? 5 : 10;
  return each * count;
}

export const never = () => {
  throw new Error('ä not called');
};
`;
const LINES = [1, 2, 3, 5, 6, 9, 10];

describe('lines that ran', () => {
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'redgreen-lines-'));
  });
  after(async () => await rm(directory, { recursive: true }));

  async function written(name: string, text: string, calls: string): Promise<[Asked, string[]]> {
    const file = join(directory, name);
    const into = join(directory, `${name}.lines`);
    await mkdir(into);
    await writeFile(file, text);
    const code = `const { price } = await import(${JSON.stringify(file)}); ${calls}`;
    await run(process.execPath, ['--input-type=module', '--eval', code], {
      env: { ...process.env, NODE_V8_COVERAGE: into },
    });
    const texts = (await readdir(into)).map(async (one) => await readFile(join(into, one), 'utf8'));
    const asked = { url: pathToFileURL(file).href, path: name, text, lines: LINES };
    return [asked, await Promise.all(texts)];
  }

  it('are told of a module, branches and functions apart', async () => {
    const [asked, texts] = await written('price.mjs', TEXT, `price('full', 2);`);
    assert.equal(texts.length, 1);
    assert.deepEqual(readV8(texts[0] ?? '', [asked]), {
      'price.mjs': { ran: [1, 2, 5, 6, 9], missed: [3, 10] },
    });
  });

  it('are those of all processes together', async () => {
    const [asked, [one = '']] = await written('first.mjs', TEXT, `price('full', 2);`);
    const [, [other = '']] = await written('second.mjs', TEXT, `price('free', 2);`);
    const again = other.replaceAll('second.mjs', 'first.mjs');
    const told = merged([one, again].map((text) => readV8(text, [asked])));
    assert.deepEqual(told, { 'first.mjs': { ran: [1, 2, 3, 5, 6, 9], missed: [10] } });
  });

  it('are told of TypeScript that Node runs as it is', async () => {
    const typed = TEXT.replace('(kind, count)', '(kind: string, count: number): number');
    const [asked, [text = '']] = await written('price.ts', typed, `price('half', 2);`);
    assert.deepEqual(readV8(text, [asked])['price.ts'], { ran: [1, 2, 5, 6, 9], missed: [3, 10] });
  });

  it('are told of nothing that did not run, that was made of another text, or that is no such file', () => {
    const asked = { url: 'file:///w/a.mjs', path: 'a.mjs', text: 'a;\n', lines: [1] };
    const ranges = [{ startOffset: 0, endOffset: 3, count: 1 }];
    const result = [{ url: asked.url, functions: [{ ranges }] }];
    assert.deepEqual(readV8(JSON.stringify({ result }), [asked]), {
      'a.mjs': { ran: [1], missed: [] },
    });
    const others = { 'source-map-cache': { [asked.url]: {} } };
    for (const text of [
      JSON.stringify({ result, ...others }),
      JSON.stringify({ result: [] }),
      JSON.stringify({ result: [{ url: asked.url, functions: [{ ranges: [{ count: 'x' }] }] }] }),
      '{"result":',
      '',
    ]) {
      assert.deepEqual(readV8(text, [asked]), {}, text);
    }
  });
});
