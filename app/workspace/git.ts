// Makes the host's own bare clones. git runs here only on what GitHub sent, with a pinned, safe
// configuration, and never on a tree that a sandbox wrote.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { recordsOf } from '../../sandbox/protocol/git-names.ts';
import { AppError } from '../errors.ts';
import type { GitHub, RepositoryRef } from '../github/port.ts';
import { type ProcessResult, runProcess } from '../machine/run-process.ts';
import { readChanges } from './changes.ts';
import type { Look, TreeEntry, Workspaces } from './port.ts';

type WorkspaceOptions = {
  github: Pick<GitHub, 'readToken'>;
  /** Where clones are made; each is removed before the call ends. */
  directory: string;
  depth?: number;
};

const CLONE_MS = 300_000;
/** Known to every git. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/** Of a program's output no more is kept. */
const LONGEST_TEXT = 64 * 1024;

/** Nothing of the machine's or the repository's configuration is heeded. */
const CONFIG: Record<string, string> = {
  'protocol.allow': 'never',
  'protocol.http.allow': 'always',
  'protocol.https.allow': 'always',
  'core.hooksPath': '/dev/null',
  'fetch.fsckObjects': 'true',
  'fetch.recurseSubmodules': 'false',
  'http.followRedirects': 'false',
  'gc.auto': '0',
};

export function createWorkspaces({ github, directory, depth = 50 }: WorkspaceOptions): Workspaces {
  return {
    pack: async (request, signal) =>
      await withClone(
        { ...request, github, directory, depth, signal },
        async ({ place }) => await archive(place, signal),
      ),
    look: async ({ wanted, ...request }, signal) =>
      await withClone(
        { ...request, github, directory, depth: 1, signal },
        async ({ place, git }) => await lookInto(git, place, wanted),
      ),
    changes: async ({ repository, from, to }, signal) => {
      const request = { repository, sha: to, github, directory, depth: 1, signal };
      return await withClone(request, async ({ place, git, fetch }) => {
        checkSha(from);
        await fetch(from, 'refs/heads/from');
        return await readChanges(git, place);
      });
    },
  };
}

type CloneRequest = WorkspaceOptions & {
  repository: RepositoryRef;
  sha: string;
  depth: number;
  signal: AbortSignal;
};

async function withClone<T>(
  { github, directory, repository, sha, depth, signal }: CloneRequest,
  use: (clone: Clone) => Promise<T>,
): Promise<T> {
  checkSha(sha);
  const place = await mkdtemp(join(directory, 'clone-'));
  try {
    const { token, cloneUrl } = await github.readToken(repository);
    const bare = join(place, 'bare');
    const authorization = Buffer.from(`x-access-token:${token}`).toString('base64');
    const secret = { 'http.extraHeader': `Authorization: Basic ${authorization}` };
    const git = gitIn(bare, secret, signal);
    await git(['init', '--quiet', '--bare', '--template=', bare]);
    const from = ['--no-tags', '--no-write-fetch-head', `--depth=${depth}`, '--', cloneUrl];
    const fetch = async (commit: string, ref: string) => {
      await git(['fetch', '--quiet', ...from, `${commit}:${ref}`]);
    };
    await fetch(sha, 'refs/heads/base');
    await git(['symbolic-ref', 'HEAD', 'refs/heads/base']);
    return await use({ place, git, fetch });
  } catch (error) {
    if (error instanceof CloneFailure) throw unavailable(repository, sha, error);
    throw error;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

class CloneFailure extends Error {
  /** The network or GitHub's server was the cause, not what was asked for. */
  readonly isPassing: boolean;

  constructor(message: string, output = '') {
    super(message);
    this.isPassing = PASSING.test(output);
  }
}

/** In git's own words: the server was not reached or broke off, and did not say no by itself. */
const PASSING =
  /unable to access (?!.*returned error: 4(?!29))|early eof|rpc failed|unexpected disconnect|hung up/i;

type Git = (args: readonly string[]) => Promise<ProcessResult>;
type Clone = { place: string; git: Git; fetch(commit: string, ref: string): Promise<void> };

function gitIn(directory: string, secret: Record<string, string>, signal: AbortSignal): Git {
  return async (args) => {
    const env = environment({ ...CONFIG, ...secret }, directory);
    const result = await runProcess(['git', ...args], { env, signal, deadlineMs: CLONE_MS });
    if (result.exitCode === 0) return result;
    throw new CloneFailure(`git ${args[0]}: exit ${result.exitCode}`, result.output);
  };
}

/** Through the environment: arguments can be seen by other users of the machine. */
function environment(config: Record<string, string>, directory: string): Record<string, string> {
  const pairs = Object.entries(config).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    GIT_DIR: directory,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: String(Object.keys(config).length),
    ...Object.fromEntries(pairs),
  };
}

/** Through a file: a listing may be longer than what is kept of a program's output. */
async function lookInto(
  git: Git,
  place: string,
  wanted: (paths: readonly string[]) => readonly string[],
): Promise<Look> {
  const file = join(place, 'paths');
  const raw = ['-r', '-t', '-z', '--raw', '--no-abbrev', '--no-renames', `--output=${file}`];
  await git(['diff-tree', ...raw, EMPTY_TREE, 'refs/heads/base']);
  const { entries, folders } = readRaw(await readFile(file));
  const paths = [...entries.keys()].filter((path) => path.isWellFormed());
  const texts = new Map<string, string>();
  for (const path of wanted(paths)) {
    const { mode, object } = entries.get(path) ?? {};
    if (mode?.startsWith('100') !== true || object === undefined) continue;
    const { output } = await git(['cat-file', 'blob', object]);
    if (output.length < LONGEST_TEXT) texts.set(path, output);
  }
  return { paths, texts, entries, folders };
}

const FOLDER = '040000';

/** `:mode mode object object status`, then the path. */
function readRaw(listing: Uint8Array): Pick<Look, 'entries' | 'folders'> {
  const parts = recordsOf(listing);
  const entries = new Map<string, TreeEntry>();
  const folders = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', , object = ''] = parts[at]?.split(' ') ?? [];
    const path = parts[at + 1] ?? '';
    if (mode === FOLDER) folders.set(path, object);
    else entries.set(path, { mode, object });
  }
  return { entries, folders };
}

async function archive(place: string, signal: AbortSignal): Promise<Uint8Array> {
  const file = join(place, 'bare.tar');
  const owner = ['--owner=0', '--group=0', '--numeric-owner'];
  const { exitCode } = await runProcess(
    ['tar', ...owner, '-C', join(place, 'bare'), '-cf', file, '.'],
    { env: { PATH: '/usr/bin:/bin' }, signal, deadlineMs: CLONE_MS },
  );
  if (exitCode !== 0) throw new CloneFailure(`tar: exit ${exitCode}`);
  return await readFile(file);
}

function checkSha(sha: string): void {
  if (!/^[0-9a-f]{40}$/.test(sha)) {
    throw new AppError('WORKSPACE_UNAVAILABLE', {
      problem: 'A base commit is named by its full sha.',
    });
  }
}

function unavailable({ owner, name }: RepositoryRef, sha: string, cause: CloneFailure): AppError {
  return new AppError(cause.isPassing ? 'GITHUB_UNAVAILABLE' : 'WORKSPACE_UNAVAILABLE', {
    problem: `${owner}/${name} at ${sha} could not be cloned (${cause.message}).`,
    details: { repository: `${owner}/${name}`, sha },
    cause,
  });
}
