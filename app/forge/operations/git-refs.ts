// The git data API's refs, on the real repository.

import {
  created,
  type Handler,
  handleIn,
  type InputOf,
  NO_CONTENT,
  ok,
  type RepositoryCall,
  senderOf,
} from '../call/call.ts';
import { afterRefChange } from '../events/ref-changes.ts';
import { diffFiles } from '../git/diff.ts';
import { NO_OBJECT } from '../git/objects.ts';
import type { Ref } from '../git/refs.ts';
import type { OperationId } from '../schema/selection.ts';
import { refView } from '../view/commit.ts';
import { notForIntegration, notFound, unprocessable } from '../world/github-error.ts';
import { appMay } from '../world/permissions.ts';

export const refOperations = {
  'git/create-ref': handleIn(createRef),
  'git/delete-ref': handleIn(deleteRef),
  'git/get-ref': handleIn(async (call: RepositoryCall<InputOf<'git', 'getRef'>>) => {
    const ref = await existing(call, call.input.ref);
    if (ref === undefined) throw notFound();
    return ok(refView(call.world, call.repository, ref));
  }),
  'git/list-matching-refs': handleIn(
    async (call: RepositoryCall<InputOf<'git', 'listMatchingRefs'>>) => {
      const refs = await call.world.gitOf(call.repository).refs(`refs/${call.input.ref}`);
      return ok(refs.map((ref) => refView(call.world, call.repository, ref)));
    },
  ),
  'git/update-ref': handleIn(updateRef),
} satisfies Partial<Record<OperationId, Handler>>;

async function createRef(call: RepositoryCall<InputOf<'git', 'createRef'>>) {
  const { ref, sha } = call.input;
  const git = call.world.gitOf(call.repository);
  if (!/^refs\/[^/]+\/./.test(ref) || !(await git.isRefName(ref))) {
    throw unprocessable('Reference name is not valid');
  }
  checkWritable(ref);
  if ((await git.ref(ref)) !== undefined) throw unprocessable('Reference already exists');
  await checkObject(call, sha);
  const from = await git.ref(`refs/heads/${call.repository.defaultBranch}`);
  await checkWorkflows(call, from?.sha, sha);
  return created(await move(call, { ref, before: NO_OBJECT, after: sha }));
}

async function updateRef(call: RepositoryCall<InputOf<'git', 'updateRef'>>) {
  const { ref, sha, force } = call.input;
  const known = await existing(call, ref);
  if (known === undefined) throw unprocessable('Reference does not exist');
  checkWritable(known.ref);
  await checkObject(call, sha);
  const git = call.world.gitOf(call.repository);
  if (force !== true && !(await git.isAncestor(known.sha, sha))) {
    throw unprocessable('Update is not a fast forward');
  }
  await checkWorkflows(call, known.sha, sha);
  return ok(await move(call, { ref: known.ref, before: known.sha, after: sha }));
}

async function deleteRef(call: RepositoryCall<InputOf<'git', 'deleteRef'>>) {
  const known = await existing(call, call.input.ref);
  if (known === undefined) throw unprocessable('Reference does not exist');
  checkWritable(known.ref);
  if (known.ref === `refs/heads/${call.repository.defaultBranch}`) {
    throw unprocessable('Cannot delete the default branch');
  }
  await move(call, { ref: known.ref, before: known.sha, after: NO_OBJECT });
  return NO_CONTENT;
}

async function move(
  call: RepositoryCall,
  change: { ref: string; before: string; after: string },
): Promise<unknown> {
  const { world, repository } = call;
  const git = world.gitOf(repository);
  if (change.before !== change.after) {
    if (!(await git.moveRef(change.ref, change.before, change.after))) {
      // Such as refs/heads/a when refs/heads/a/b exists.
      throw unprocessable('Reference update failed');
    }
    await afterRefChange(world, repository, { ...change, sender: senderOf(call) });
  }
  const ref: Ref = { ref: change.ref, sha: change.after, type: 'commit' };
  return refView(world, repository, ref);
}

/** The path has `heads/x`; people also write `refs/heads/x`. */
async function existing(call: RepositoryCall, ref: string): Promise<Ref | undefined> {
  const name = ref.startsWith('refs/') ? ref : `refs/${ref}`;
  return await call.world.gitOf(call.repository).ref(name);
}

/** refs/pull belongs to GitHub. */
function checkWritable(ref: string): void {
  if (ref.startsWith('refs/pull/')) throw unprocessable('Reference cannot be updated');
}

async function checkObject(call: RepositoryCall, sha: string): Promise<void> {
  const isSha = /^[0-9a-f]{40}$/.test(sha);
  if (!isSha || (await call.world.gitOf(call.repository).typeOf(sha)) !== 'commit') {
    throw unprocessable('Object does not exist');
  }
}

/** An app without `workflows` may not bring in changed workflow files. */
async function checkWorkflows(
  call: RepositoryCall,
  before: string | undefined,
  after: string,
): Promise<void> {
  const { actor, repository } = call;
  if (before === undefined || appMay(actor, repository, [{ workflows: 'write' }])) return;
  const git = call.world.gitOf(repository);
  const from = (await git.mergeBase(before, after)) ?? before;
  const files = await diffFiles(git, from, after);
  if (files.some((file) => isWorkflow(file.path) || isWorkflow(file.previousPath))) {
    throw notForIntegration();
  }
}

function isWorkflow(path: string | undefined): boolean {
  return path?.startsWith('.github/workflows/') === true;
}
