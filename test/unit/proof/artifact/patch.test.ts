// A patch of ours, applied by the real git: every kind of change arrives byte for byte.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { operationsOf } from '../../../../app/proof/artifact/operations.ts';
import { patchOf } from '../../../../app/proof/artifact/patch.ts';
import { treeHash } from '../../../../app/proof/moved/tree-hash.ts';
import type { FileChange } from '../../../../sandbox/protocol/cases.ts';

type Mode = 0o644 | 0o755 | 0o120000;
const change = (path: string, content: string | Buffer, mode: Mode = 0o644): FileChange => ({
  path,
  mode,
  content: Buffer.from(content).toString('base64'),
});
const gone = (path: string): FileChange => ({ path, deleted: true });
const everyByte = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256));

const CASES: [what: string, changes: FileChange[]][] = [
  ['a changed text', [change('a.txt', 'two\n')]],
  ['an added file in new folders', [change('new/er/file.txt', 'x')]],
  ['an empty file', [change('empty', '')]],
  ['a file made empty', [change('a.txt', '')]],
  ['a deleted file', [gone('a.txt')]],
  ['bytes that are no text, more than a block of them', [change('image.bin', everyByte)]],
  ['line endings as they are', [change('a.txt', 'one\r\ntwo\r\n'), change('b', 'no end')]],
  ['a mode alone', [change('a.txt', 'one\n', 0o755)]],
  ['a mode together with a text', [change('run.sh', 'echo two\n')]],
  ['a new link', [change('way', '../a.txt', 0o120000)]],
  ['a link that leads elsewhere', [change('link', 'run.sh', 0o120000)]],
  ['a link where a file was', [change('a.txt', 'run.sh', 0o120000)]],
  ['a file where a link was', [change('link', 'no link\n')]],
  ['a folder where a file was', [gone('a.txt'), change('a.txt/inside', 'x\n')]],
  ['a file where a folder was', [gone('folder/one'), change('folder', 'x\n')]],
  ['a name in other letters', [gone('a.txt'), change('A.txt', 'one\n')]],
  [
    'names that need care',
    [
      change('with blank/b b/c', '1'),
      change('grüße/日本.txt', '2'),
      change('"quoted"', '3'),
      change('tab\there', '4'),
      change('a b/x b/x', '5'),
      gone('ü b/old'),
    ],
  ],
  ['what is as it was, with something else', [change('run.sh', 'echo one\n', 0o755), gone('link')]],
];

describe('a patch of operations', () => {
  let directory = '';
  const git = (args: string[], input?: string) => {
    const own = ['-c', 'user.name=x', '-c', 'user.email=x@x', '-c', 'core.autocrlf=false'];
    const run = spawnSync('git', [...own, ...args], { cwd: directory, input: input ?? '' });
    assert.equal(run.status, 0, `git ${args.join(' ')}: ${run.stderr.toString()}`);
    return run.stdout.toString();
  };
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  };
  const readBase = () => {
    const lines = git(['ls-tree', '-r', '-z', 'HEAD']).split('\0').slice(0, -1);
    return new Map(
      lines.map((line) => {
        const [facts = ''] = line.split('\t');
        const [mode = '', , object = ''] = facts.split(' ');
        return [line.slice(facts.length + 1), { mode, object }];
      }),
    );
  };

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'redgreen-patch-'));
    git(['init', '--quiet']);
    put('a.txt', 'one\n');
    put('run.sh', 'echo one\n');
    chmodSync(join(directory, 'run.sh'), 0o755);
    put('folder/one', '1');
    put('ü b/old', 'old');
    symlinkSync('a.txt', join(directory, 'link'));
    git(['add', '--all']);
    git(['commit', '--quiet', '-m', 'base']);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  for (const [what, changes] of CASES) {
    it(`carries ${what}`, () => {
      const base = readBase();
      git(['apply', '--index', '-'], patchOf(operationsOf(changes, base)));
      assert.equal(
        git(['write-tree']).trim(),
        treeHash({ entries: base, folders: new Map() }, changes),
      );
      assert.equal(git(['diff', '--name-only']), '', 'the files are what the index says');
    });
  }

  it('is refused where a file is no more as it was', () => {
    const patch = patchOf(operationsOf([change('a.txt', 'two\n')], readBase()));
    put('a.txt', 'mine\n');
    git(['commit', '--quiet', '--all', '-m', 'mine']);
    const run = spawnSync('git', ['apply', '--index', '-'], { cwd: directory, input: patch });
    assert.notEqual(run.status, 0);
    assert.match(run.stderr.toString(), /a\.txt/);
  });
});
