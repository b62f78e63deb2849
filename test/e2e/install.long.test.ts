// What a newcomer does first: `npm ci` and `npm install` in a clean clone, on Node 20 and on 24, say
// no warning of ours and leave the tree as it was.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempDisposable, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
/** What npm says of the machine's own configuration, which is not ours to mend. */
const OF_THE_MACHINE = /^npm warn Unknown (?:builtin|global|user|env|cli) config /;

describe('npm in a clean clone', () => {
  let nodes: Map<string, string>;
  before(async () => {
    nodes = await nodesOnPath();
  });

  for (const [major, commands] of [
    ['24', ['ci', 'install']],
    ['20', ['install', 'ci']],
  ] as const) {
    test(`installs on Node ${major} without a warning and leaves the tree clean`, async (t) => {
      const node = nodes.get(major);
      if (node === undefined) return t.skip(`no Node ${major} on the PATH`);
      await using clone = await mkdtempDisposable(join(tmpdir(), 'redgreen-install-'));
      await layClone(clone.path);
      await using bin = await mkdtempDisposable(join(tmpdir(), 'redgreen-node-'));
      await symlink(node, join(bin.path, 'node'));
      for (const command of commands) {
        const { stdout, stderr } = await npm(command, { clone: clone.path, bin: bin.path });
        assert.match(stdout, /added \d+ packages|up to date/);
        const said = stderr.split('\n').filter((line) => line !== '' && !OF_THE_MACHINE.test(line));
        assert.deepEqual(said, [], `npm ${command}`);
        assert.equal(await git(clone.path, 'status', '--porcelain'), '', `npm ${command}`);
      }
      assert.ok((await readdir(join(clone.path, 'node_modules'))).includes('probot'));
    });
  }
});

/** What git would commit here now. */
async function layClone(clone: string): Promise<void> {
  await git(ROOT, 'checkout-index', '--all', `--prefix=${clone}/`);
  await git(clone, 'init', '--quiet');
  await git(clone, 'add', '--all');
  const who = ['-c', 'user.name=one', '-c', 'user.email=one@example.com'];
  await git(clone, ...who, 'commit', '--quiet', '--message', 'as it lies');
}

async function npm(command: string, { clone, bin }: { clone: string; bin: string }) {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` };
  // A notice of a new npm is said on some days only.
  const args = [command, '--prefer-offline', '--no-update-notifier'];
  return await execute('npm', args, { cwd: clone, env });
}

/** The first Node of each major version, by that version. */
async function nodesOnPath(): Promise<Map<string, string>> {
  const found = new Map([[process.versions.node.split('.')[0] ?? '', process.execPath]]);
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    const node = join(directory, 'node');
    const version = await execute(node, ['--version']).then(
      ({ stdout }) => stdout,
      () => '',
    );
    const [, major] = /^v(\d+)\./.exec(version) ?? [];
    if (major !== undefined && !found.has(major)) found.set(major, node);
  }
  return found;
}

async function git(cwd: string, ...args: string[]): Promise<string> {
  return (await execute('git', args, { cwd })).stdout;
}
