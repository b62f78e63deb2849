// What is published is what was verified, whatever files are called: trees with every name that git
// can hold are published to the forge, and compared byte by byte with a fresh clone.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { bytesOfPath } from '../../../sandbox/protocol/git-names.ts';
import { file, latin, type Odd, type OddWorld, openOddWorld } from './odd-world.ts';

const LONG = `${'n'.repeat(120)}/${'m'.repeat(120)}/${'o'.repeat(120)}/${'p'.repeat(200)}`;

/** In the base commit; the last is what the work changes beside it. */
const BASES: readonly [string, readonly Odd[], readonly FileChange[]][] = [
  [
    'names that are not UTF-8, files and folders, beside those that are',
    [
      { path: latin('caf\xe9.txt'), content: 'latin' },
      { path: latin('\xff\xfe/\xe9/inner'), content: 'deep' },
      { path: 'ü/plain', content: '1' },
      { path: Buffer.concat([Buffer.from('ü/'), latin('\xfc')]), content: '2' },
      { path: 'caf\ufffd.txt', content: 'the replacement character itself' },
      { path: latin('\xed\xb3\xa9.txt'), content: 'a surrogate in bytes' },
    ],
    [file('new.txt', 'new'), file('ü/plain', 'changed')],
  ],
  [
    'newlines, tabs, quotes, backslashes, blanks and dots',
    [
      { path: 'a\nb', content: '1' },
      { path: 'a\tb', content: '2' },
      { path: 'say "hello".txt', content: '3' },
      { path: 'back\\slash', content: '4' },
      { path: 'ends. ', content: '5' },
      { path: 'dots...', content: '6' },
      { path: ' begins', content: '7' },
      { path: '-rf', content: '8' },
      { path: '*', content: '9' },
      { path: ':(top)magic', content: '10' },
      { path: '\u0001', content: '11' },
    ],
    [
      file('say "hello".txt', 'bye'),
      file('with\ttab', 't'),
      file('trailing. ', 'x'),
      file('-rf', 'y'),
      file(':(top)magic', 'z'),
      { path: '*', deleted: true },
    ],
  ],
  [
    'twins by case and by the form of their letters, and a very long name',
    [
      { path: 'README', content: '1' },
      { path: 'readme', content: '2' },
      { path: '\u00e9', content: 'composed' },
      { path: 'e\u0301', content: 'apart' },
      { path: LONG.slice(0, 300), content: 'long' },
    ],
    [file('Readme', '3'), file('e\u0301', 'changed'), file(LONG.slice(0, 500), 'longer')],
  ],
  [
    'submodules, links, programs, empty files and a byte order mark',
    [
      { path: 'sub', mode: '160000', content: '1'.repeat(40) },
      { path: 'deep/sub', mode: '160000', content: '2'.repeat(40) },
      { path: 'run', mode: '100755', content: '#!/bin/sh\n' },
      { path: 'plain', content: 'no program yet' },
      { path: 'link', mode: '120000', content: latin('caf\xe9/\xff') },
      { path: 'empty', content: '' },
      { path: 'bom', content: '\ufefftext\r\n' },
      { path: '.gitmodules', content: '[submodule "sub"]\n\tpath = sub\n\turl = ./x\n' },
    ],
    [
      file('run', '#!/bin/sh\n'),
      file('plain', 'no program yet', 0o755),
      file('new link', latin('to \xfe\xed'), 0o120000),
      file('emptied', ''),
      file('bom too', '\ufeff'),
      file('deep/beside', 'a submodule'),
      file('nul', '\0'),
    ],
  ],
  [
    'a file that becomes a folder, a folder that becomes a file, links and back',
    [
      { path: 'file', content: 'was a file' },
      { path: 'folder/one', content: '1' },
      { path: 'folder/two', content: '2' },
      { path: 'link', mode: '120000', content: 'file' },
      { path: 'real', content: 'real' },
      { path: 'sub', mode: '160000', content: '3'.repeat(40) },
    ],
    [
      { path: 'file', deleted: true },
      { path: 'folder/one', deleted: true },
      { path: 'folder/two', deleted: true },
      file('file/below', 'now a folder'),
      file('folder', 'now a file'),
      file('link', 'now a file'),
      file('real', 'link', 0o120000),
      file('sub', 'no submodule any more'),
    ],
  ],
];

describe('a tree that is published', () => {
  let world: OddWorld;
  before(async () => {
    world = await openOddWorld();
  });
  after(async () => await world[Symbol.asyncDispose]());

  for (const [what, base, changes] of BASES) {
    it(`is what a fresh clone has: ${what}`, async () => {
      const branch = `base-${BASES.findIndex(([name]) => name === what)}`;
      const { sha } = await world.push(branch, base);
      const own = `redgreen/issue-1${branch.slice(5)}`;
      await world.publish(sha, changes, own);
      const { files, status } = await world.clone(own);
      assert.deepEqual(files, expected(base, changes));
      assert.equal(status, '');
    });
  }
});

describe('a tree that an old program wrote', () => {
  let world: OddWorld;
  before(async () => {
    world = await openOddWorld();
  });
  after(async () => await world[Symbol.asyncDispose]());

  it('keeps the modes of its own while the work lies beside it', async () => {
    const { sha } = await world.pushOld('old', '100664');
    await world.publish(sha, [file('new', 'new\n')], 'redgreen/issue-41');
    const { files, status } = await world.clone('redgreen/issue-41');
    assert.equal(files.get('old/file'), 'file old\n');
    assert.equal(files.get('new'), 'file new\n');
    assert.equal(status, '');
  });

  it('can be worked on itself', async () => {
    const { sha } = await world.pushOld('older', '100664');
    await world.publish(sha, [file('old/new', 'new\n')], 'redgreen/issue-42');
    const { files } = await world.clone('redgreen/issue-42');
    assert.equal(files.get('old/file'), 'file old\n');
    assert.equal(files.get('old/new'), 'file new\n');
  });
});

describe('what a person pushed', () => {
  let world: OddWorld;
  before(async () => {
    world = await openOddWorld();
  });
  after(async () => await world[Symbol.asyncDispose]());

  it('is read byte by byte, the targets of links too', async () => {
    const odd = [{ path: latin('\xe9'), content: 'stays' }];
    const { sha: from } = await world.push('before', odd);
    const target = latin('caf\xe9/\xff');
    const link = { path: 'link', mode: '120000', content: target };
    const { sha: to } = await world.push('after', [...odd, link], [from]);
    const changes = await world.changes(from, to);
    assert.deepEqual(changes, { ok: true, files: [file('link', target, 0o120000)] });
    await world.publish(from, changes.ok ? changes.files : [], 'redgreen/issue-31');
    const { files } = await world.clone('redgreen/issue-31');
    assert.deepEqual(files.get('link'), `link ${target.toString('latin1')}`);
    assert.deepEqual(files.get('\xe9'), 'file stays');
  });

  it('is refused by name where GitHub could not be told of it, and says what helps', async () => {
    const { sha: from } = await world.push('plain', [{ path: 'a', content: '1' }]);
    const added = { path: latin('ü/\xe9`'), content: 'x' };
    const { sha: to } = await world.push('odd', [{ path: 'a', content: '1' }, added], [from]);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const changes = await world.changes(one, other);
      const problem = changes.ok ? '' : changes.problem;
      assert.match(problem, /^the name `\\xFC\/\\xE9\?` is not UTF-8, .*; rename it/);
    }
    const { sha: sub } = await world.push('sub', [{ path: 's', mode: '160000', content: from }]);
    const changes = await world.changes(from, sub);
    assert.equal(
      changes.ok ? '' : changes.problem,
      '`s` is a submodule and cannot be laid anywhere',
    );
  });
});

/** Written by another hand than the hash: what lies where once the changes are laid. */
function expected(base: readonly Odd[], changes: readonly FileChange[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const { path, mode = '100644', content = '' } of base) {
    const key = Buffer.from(path).toString('latin1');
    files.set(...entry(key, mode, Buffer.from(content)));
  }
  for (const change of changes) {
    const key = bytesOfPath(change.path).toString('latin1');
    for (const one of [key, `${key}/`]) files.delete(one);
    if ('deleted' in change) continue;
    const mode = { [0o644]: '100644', [0o755]: '100755', [0o120000]: '120000' }[change.mode];
    files.set(...entry(key, mode, Buffer.from(change.content, 'base64')));
  }
  return files;
}

function entry(key: string, mode: string, content: Buffer): [string, string] {
  if (mode === '160000') return [`${key}/`, 'empty folder'];
  const kind = { '100644': 'file', '100755': 'program', '120000': 'link' }[mode] ?? mode;
  return [key, `${kind} ${content.toString('latin1')}`];
}
