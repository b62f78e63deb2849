// The repository inside a sandbox: the base commit goes in as a tar, changes are laid on it. git runs
// inside the sandbox only; what it says is untrusted and checked.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { SANDBOX_PATHS } from '../../../sandbox/driver/port.ts';
import type { FileChange, FileContent } from '../../../sandbox/protocol/cases.ts';
import { AppError } from '../../errors.ts';
import { packTar, type TarEntry } from './tar.ts';

export const WORKSPACE = SANDBOX_PATHS.workspace;

const GIT_MS = 120_000;

type Changes = readonly FileChange[];

/** Base commit, then these changes on top of it. */
export async function openWorkspace(
  sandbox: Sandbox,
  { base, changes, signal }: { base: Uint8Array; changes: Changes; signal: AbortSignal },
): Promise<void> {
  await sandbox.uploadTar(`${WORKSPACE}/.git`, base, { signal });
  const setUp = 'git config core.bare false && git checkout --quiet --force base';
  await inWorkspace(sandbox, setUp, signal);
  await applyChanges(sandbox, changes, signal);
}

/** What a setup left is no change of an attempt: files of the base are put back, others ignored. */
export async function settleWorkspace(sandbox: Sandbox, signal: AbortSignal): Promise<void> {
  const settle = `git checkout --quiet --force base -- . &&
    git ls-files --others --exclude-standard -z --directory |
    sed -z 's/[][*?!#\\\\]/\\\\&/g; s/^/\\//' | tr '\\0' '\\n' >> .git/info/exclude`;
  await inWorkspace(sandbox, `mkdir -p .git/info && ${settle}`, signal);
}

export async function applyChanges(
  sandbox: Sandbox,
  changes: Changes,
  signal: AbortSignal,
): Promise<void> {
  const gone = changes.flatMap((change) => ('deleted' in change ? [change.path] : []));
  if (gone.length > 0) await inWorkspace(sandbox, ['rm', '-rf', '--', ...gone], signal);
  const files = changes.flatMap((change) => ('deleted' in change ? [] : [change]));
  if (files.length === 0) return;
  // One piece: a request and a command for each file would cost more than all their bytes.
  await sandbox.uploadTar(WORKSPACE, packTar(files.map(toTarEntry)), { signal });
}

function toTarEntry({ path, mode, content }: FileContent): TarEntry {
  const bytes = Buffer.from(content, 'base64');
  return mode === 0o120000
    ? { path, mode: 0o777, kind: 'link', target: bytes }
    : { path, mode, kind: 'file', bytes };
}

/** All paths of the base commit. */
export async function basePaths(sandbox: Sandbox, signal: AbortSignal): Promise<string[]> {
  const { stdout } = await inWorkspace(sandbox, 'git ls-tree -r -z --name-only base', signal);
  return stdout.split('\0').filter((path) => path !== '');
}

/** The text of a file of the base commit, or undefined when it has none. */
export async function baseText(
  sandbox: Sandbox,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const argv = ['git', 'cat-file', 'blob', `base:${path}`] as const;
  const { exitCode, stdout } = await sandbox.exec({
    command: argv,
    cwd: WORKSPACE,
    timeoutMs: GIT_MS,
    signal,
  });
  return exitCode === 0 ? stdout : undefined;
}

const MOST_PATH_BYTES = 8 * 1024 * 1024;

export type NotedTree = {
  /** From a sandbox, so it is only ever compared with another of its own. */
  hash: string;
  /** Undefined: there are too many. */
  paths: ReadonlySet<string> | undefined;
};

/** The tree as it is, before anything has run on it. */
export async function noteTree(sandbox: Sandbox, signal: AbortSignal): Promise<NotedTree> {
  const { stdout, isStdoutCut } = await sandbox.exec({
    command: 'git add --all && git write-tree && git ls-files -z',
    cwd: WORKSPACE,
    timeoutMs: GIT_MS,
    maxOutputBytes: MOST_PATH_BYTES,
    signal,
  });
  const [, hash, listed = ''] = /^([0-9a-f]{40,64})\n([\s\S]*)$/.exec(stdout) ?? [];
  if (hash === undefined) {
    throw new AppError('WORKSPACE_UNAVAILABLE', { problem: 'The tree could not be noted.' });
  }
  const paths = listed.split('\0').filter((path) => path !== '');
  return { hash, paths: isStdoutCut ? undefined : new Set(paths) };
}

/** Runs a line or a command that has to succeed. */
export async function inWorkspace(
  sandbox: Sandbox,
  what: string | readonly [string, ...string[]],
  signal: AbortSignal,
) {
  const result = await sandbox.exec({
    command: what,
    cwd: WORKSPACE,
    timeoutMs: GIT_MS,
    maxOutputBytes: 4 * 1024 * 1024,
    signal,
  });
  if (result.exitCode === 0 && !result.isStdoutCut) return result;
  throw new AppError('WORKSPACE_UNAVAILABLE', {
    problem: `The workspace could not be prepared or read (exit ${result.exitCode}).`,
    details: { stderr: result.stderr.slice(-500) },
  });
}
