// A forge with one repository whose trees are made by git itself, name by name and byte by byte, the
// host's clones of it, and what a person has after `git clone`.
import { execFile, spawn } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CommitFile } from '../../../app/github/shapes/port.ts';
import { treeHash } from '../../../app/proof/moved/tree-hash.ts';
import { createWorkspaces } from '../../../app/workspace/git.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { NAME, OWNER } from '../forge/seeded-forge.ts';
import { connect } from '../github/connected.ts';

const execute = promisify(execFile);
const signal = new AbortController().signal;
const repository = { owner: OWNER, name: NAME, installationId: 1 };

export type Odd = { path: string | Buffer; mode?: string; content?: string | Buffer };

export const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
export const file = (
  path: string,
  content: string | Buffer,
  mode: 0o644 | 0o755 | 0o120000 = 0o644,
): FileChange => ({ path, mode, content: Buffer.from(content).toString('base64') });

export type OddWorld = Awaited<ReturnType<typeof openOddWorld>>;

export async function openOddWorld() {
  const place = await mkdtemp(join(tmpdir(), 'redgreen-odd-'));
  const clones = join(place, 'clones');
  await mkdir(clones);
  let now = Date.now();
  const connected = await connect({ now: () => (now += 2000), request: { callMs: 10_000_000 } });
  const { seeded, github } = connected;
  const at = new URL(`${seeded.forge.url}/${OWNER}/${NAME}.git`);
  [at.username, at.password] = ['x-access-token', seeded.token('ann')];
  const bare = join(place, 'made');
  await execute('git', ['init', '--quiet', '--bare', bare]);
  const git = async (args: readonly string[], input: Buffer | string = '', index?: string) =>
    await runGit(['--git-dir', bare, ...args], input, index);

  /** Commits exactly these entries, and pushes them. */
  const push = async (branch: string, entries: readonly Odd[], parents: readonly string[] = []) => {
    const index = join(place, `index-${parents.length}-${entries.length}`);
    await rm(index, { force: true });
    const lines: Buffer[] = [];
    for (const { path, mode = '100644', content = '' } of entries) {
      const isLink = mode === '160000';
      const object = isLink
        ? String(content)
        : await git(['hash-object', '-w', '--stdin'], content);
      lines.push(Buffer.from(`${mode} ${object}\t`), Buffer.from(path), Buffer.of(0));
    }
    await git(['update-index', '-z', '--index-info'], Buffer.concat(lines), index);
    const tree = await git(['write-tree'], '', index);
    const known = parents.flatMap((parent) => ['-p', parent]);
    const sha = await git(['commit-tree', '-m', 'odd', ...known, tree]);
    await git(['push', '--quiet', '--force', at.href, `${sha}:refs/heads/${branch}`]);
    return { sha, tree };
  };

  /** Commits a folder `old` of one file with a mode, as programs wrote it once, beside a plain file. */
  const pushOld = async (branch: string, mode: string) => {
    const blob = await git(['hash-object', '-w', '--stdin'], 'old\n');
    const raw = async (entries: readonly [string, string, string][]) => {
      const bytes = entries.flatMap(([kind, name, object]) => [
        Buffer.from(`${kind} ${name}\0`),
        Buffer.from(object, 'hex'),
      ]);
      const args = ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally'];
      return await git(args, Buffer.concat(bytes));
    };
    const old = await raw([[mode, 'file', blob]]);
    const tree = await raw([
      ['40000', 'old', old],
      ['100644', 'plain', blob],
    ]);
    const sha = await git(['commit-tree', '-m', 'old', tree]);
    await git(['push', '--quiet', '--force', at.href, `${sha}:refs/heads/${branch}`]);
    return { sha };
  };

  const workspaces = createWorkspaces({
    github: {
      readToken: async () => ({
        token: seeded.token('ann'),
        cloneUrl: new URL(at.pathname, at).href,
      }),
    },
    directory: clones,
  });
  /** As a job publishes: the tree is named before GitHub makes it. */
  const publish = async (baseSha: string, files: readonly FileChange[], branch: string) => {
    const look = await workspaces.look({ repository, sha: baseSha, wanted: () => [] }, signal);
    const treeSha = treeHash(look, files);
    await github.ensureBranch(connected.repository, branch, baseSha);
    const wanted = { branch, parent: baseSha, message: 'Done', treeSha };
    return await github.commit(connected.repository, { ...wanted, files: files.map(toCommitFile) });
  };
  return {
    ...connected,
    workspaces,
    place,
    push,
    pushOld,
    publish,
    /** What a person has. */
    clone: async (branch: string) => {
      const out = await mkdtemp(join(place, 'clone-'));
      await runGit(['clone', '--quiet', '--branch', branch, at.href, out]);
      const status = await runGit(['-C', out, 'status', '--porcelain']);
      return { out, files: await readAll(Buffer.from(out)), status };
    },
    pack: async (sha: string) => await workspaces.pack({ repository, sha }, signal),
    changes: async (from: string, to: string) =>
      await workspaces.changes({ repository, from, to }, signal),
    look: async (sha: string) =>
      await workspaces.look({ repository, sha, wanted: (paths) => paths }, signal),
    async [Symbol.asyncDispose]() {
      await seeded.forge.close();
      await rm(place, { recursive: true, force: true });
    },
  };
}

const MODES = { [0o644]: '100644', [0o755]: '100755', [0o120000]: '120000' } as const;

function toCommitFile(change: FileChange): CommitFile {
  if ('deleted' in change) return change;
  const { path, mode, content } = change;
  return { path, mode: MODES[mode], content: Buffer.from(content, 'base64') };
}

/** By the bytes of its path as latin1: what lies there, and its bytes as latin1. */
export async function readAll(
  root: Buffer,
  below: Buffer = Buffer.alloc(0),
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const folder = below.length === 0 ? root : Buffer.concat([root, latin('/'), below]);
  for (const name of await readdir(folder, { encoding: 'buffer' })) {
    const path = below.length === 0 ? name : Buffer.concat([below, latin('/'), name]);
    if (path.toString('latin1') === '.git') continue;
    const at = Buffer.concat([root, latin('/'), path]);
    const facts = await lstat(at);
    const key = path.toString('latin1');
    if (facts.isDirectory()) {
      const inner = await readAll(root, path);
      if (inner.size === 0) found.set(`${key}/`, 'empty folder');
      for (const [one, what] of inner) found.set(one, what);
    } else if (facts.isSymbolicLink()) {
      found.set(key, `link ${(await readlink(at, { encoding: 'buffer' })).toString('latin1')}`);
    } else {
      const kind = (facts.mode & 0o100) === 0 ? 'file' : 'program';
      found.set(key, `${kind} ${(await readFile(at)).toString('latin1')}`);
    }
  }
  return found;
}

/** Nothing of the machine's own configuration counts. */
export async function runGit(
  args: readonly string[],
  input: Buffer | string = '',
  index?: string,
): Promise<string> {
  const who = { NAME: 'Ann', EMAIL: 'ann@example.org', DATE: '2026-01-01T00:00:00Z' };
  const people = Object.entries(who).flatMap(([key, value]) =>
    ['AUTHOR', 'COMMITTER'].map((role) => [`GIT_${role}_${key}`, value]),
  );
  const child = spawn('git', [...args], {
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: '/nonexistent',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      ...Object.fromEntries(people),
      ...(index !== undefined && { GIT_INDEX_FILE: index }),
    },
  });
  const out: Buffer[] = [];
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code === 0) return Buffer.concat(out).toString('utf8').trimEnd();
  throw new Error(`git ${args.join(' ')}: ${Buffer.concat(said).toString()}`);
}
