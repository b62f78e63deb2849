// Changed files on their way out of a sandbox: the bytes that git would keep of them. git runs inside
// the sandbox only; what it says is untrusted and checked.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { FileChange } from '../../../sandbox/protocol/cases.ts';
import { pathOfListing } from '../../../sandbox/protocol/git-names.ts';
import { AppError } from '../../errors.ts';
import { type ChangedPath, MOST_CHANGED } from '../../proof/hand-over.ts';
import { hashOf } from '../../proof/moved/tree-hash.ts';
import { inWorkspace, WORKSPACE } from './workspace.ts';

const MOST_FILE_BYTES = 2 * 1024 * 1024;
const MOST_BYTES = 20 * 1024 * 1024;
const GONE = '000000';
const LINK = '120000';
const MODES: Record<string, number> = { '100644': 0o644, '100755': 0o755, [LINK]: 0o120000 };
const KEPT = '.git/redgreen-kept';

/** What the repository says of its files counts, what was configured in the sandbox does not. */
const GIT =
  'GIT_ATTR_NOSYSTEM=1 git -c core.autocrlf=false -c core.eol=lf -c core.attributesFile=/dev/null -c core.fileMode=true -c core.quotePath=true';

const ADD = `${GIT} add --all`;

type Changed = ChangedPath & {
  /** What git keeps of it, and what it kept on the base commit. */
  object: string;
  before: { mode: string; object: string };
};

/** What differs from the base commit, ignored files aside. */
export async function changedPaths(sandbox: Sandbox, signal: AbortSignal): Promise<ChangedPath[]> {
  const changed = await listChanged(sandbox, signal);
  return changed.map(({ path, mode }) => ({ path, mode }));
}

/** The same with what is in them. Within limits, else refused by name. */
export async function collectChanges(sandbox: Sandbox, signal: AbortSignal): Promise<FileChange[]> {
  return await readAll(sandbox, await listChanged(sandbox, signal), signal);
}

/**
 * Of unfinished work: what no commit can hold (a repository of its own, a name that git refuses) is left
 * behind, for nobody can be asked to mend it now.
 */
export async function collectHoldable(
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<FileChange[]> {
  const changed = await listChanged(sandbox, signal, `${ADD} --ignore-errors 2> /dev/null || :`);
  return await readAll(sandbox, changed.filter(isHoldable), signal);
}

function isHoldable({ path, mode }: Changed): boolean {
  const isKnown = mode === GONE || MODES[mode] !== undefined;
  return isKnown && FileChange.safeParse({ path, deleted: true }).success;
}

async function readAll(
  sandbox: Sandbox,
  changed: readonly Changed[],
  signal: AbortSignal,
): Promise<FileChange[]> {
  if (changed.length > MOST_CHANGED)
    throw tooMuch(`${changed.length} changed files, at most ${MOST_CHANGED}`);
  const changes: FileChange[] = [];
  let bytes = 0;
  for (const one of changed) {
    if (!isHoldable(one)) throw notAllowed();
    const change = await readChange(sandbox, one, signal);
    if (change === undefined) continue;
    bytes += 'content' in change ? change.content.length : 0;
    if (bytes > MOST_BYTES) throw tooMuch(`more than ${MOST_BYTES} bytes of changes`);
    changes.push(change);
  }
  return changes;
}

const LISTED = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) [A-Z]\t(.+)$/gm;

/** Names are quoted by git, so that none of their bytes is lost on the way. */
async function listChanged(sandbox: Sandbox, signal: AbortSignal, add = ADD): Promise<Changed[]> {
  const listing = `{ ${add}; } && ${GIT} diff --cached --raw --no-renames --no-abbrev base --`;
  const { stdout } = await inWorkspace(sandbox, listing, signal);
  return [...stdout.matchAll(LISTED)].map(
    ([, was = '', mode = '', from = '', to = '', name = '']) => ({
      path: pathOfListing(name),
      mode,
      object: to,
      before: { mode: was, object: from },
    }),
  );
}

/** Undefined: nobody changed it, git only would keep it in another form. */
async function readChange(
  sandbox: Sandbox,
  { path, mode, object, before }: Changed,
  signal: AbortSignal,
): Promise<FileChange | undefined> {
  if (mode === GONE) return { path, deleted: true };
  const isFile = mode !== LINK;
  const lies = isFile ? await download(sandbox, path, signal) : undefined;
  const name = lies && hashOf('blob', lies);
  if (name === before.object && mode === before.mode) return undefined;
  const kept =
    lies !== undefined && name === object ? lies : await readKept(sandbox, object, signal);
  return FileChange.parse({
    path,
    mode: MODES[mode],
    content: Buffer.from(kept).toString('base64'),
  });
}

/** Through a file: a program's output comes as text. */
async function readKept(sandbox: Sandbox, object: string, signal: AbortSignal) {
  await inWorkspace(sandbox, `git cat-file blob ${object} > ${KEPT}`, signal);
  return await download(sandbox, KEPT, signal);
}

async function download(sandbox: Sandbox, path: string, signal: AbortSignal): Promise<Uint8Array> {
  return await sandbox.download(`${WORKSPACE}/${path}`, { maxBytes: MOST_FILE_BYTES, signal });
}

/** Paths come out of the sandbox: nothing but a path inside the repository gets through. */
function notAllowed(): AppError {
  return new AppError('VALIDATION_ERROR', {
    problem: 'A changed file has a path or content that is not allowed.',
  });
}

function tooMuch(problem: string): AppError {
  return new AppError('VALIDATION_ERROR', { problem: `The attempt changed too much: ${problem}.` });
}
