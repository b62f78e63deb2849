// Branches and commits of a job through the git data API. Never forces: a branch only moves from
// the parent that was named. Doing it twice gives the same commit.
import { z } from 'zod';
import { isAppError } from '../errors.ts';
import { type Api, TRIES } from './connection.ts';
import { ensure } from './ensure.ts';
import { refused, says, unanswered } from './faults.ts';
import { requireJobBranch, requireSha } from './job-branch.ts';
import type { CommitFile, RepositoryRef } from './port.ts';
import { at, parse, readBranchSha } from './reading.ts';
import { changeTree } from './trees.ts';

const CommitAnswer = z.object({
  sha: z.string(),
  message: z.string(),
  tree: z.object({ sha: z.string() }),
  parents: z.array(z.object({ sha: z.string() })),
});

type NewCommit = {
  branch: string;
  parent: string;
  message: string;
  files: readonly CommitFile[];
};
type Made = { sha: string; treeSha: string };

export async function ensureBranch(
  api: Api,
  repository: RepositoryRef,
  { branch, sha }: { branch: string; sha: string },
): Promise<void> {
  requireJobBranch(branch);
  requireSha(sha);
  await ensure(api, {
    what: `branch ${branch}`,
    find: async () => await readBranchSha(api, repository, branch),
    create: async () => {
      try {
        const input = { ...at(repository), ref: `refs/heads/${branch}`, sha };
        const made = await api.once(
          `making branch ${branch}`,
          async () => await api.rest.git.createRef(input),
        );
        return made === undefined ? undefined : sha;
      } catch (error) {
        if (isAppError(error) && says(error, /already exists/i)) return undefined;
        throw error;
      }
    },
  });
}

export async function commit(
  api: Api,
  repository: RepositoryRef,
  wanted: NewCommit,
): Promise<Made> {
  requireJobBranch(wanted.branch);
  requireSha(wanted.parent);
  const parent = await readCommit(api, repository, wanted.parent);
  const treeSha = await changeTree(api, repository, {
    treeSha: parent.tree.sha,
    files: wanted.files,
  });
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const done = await findDone(api, repository, { ...wanted, treeSha });
    if (done !== undefined) return done;
    const made = await makeAndMove(api, repository, { ...wanted, treeSha });
    if (made !== undefined) return made;
    await api.backOff(tries);
  }
  const done = await findDone(api, repository, { ...wanted, treeSha });
  if (done !== undefined) return done;
  throw unanswered(`moving branch ${wanted.branch}`, undefined);
}

type Planned = NewCommit & { treeSha: string };

/**
 * The same commit when the branch has it already; undefined while the branch is at the parent.
 * Anything else is somebody else's work and is refused.
 */
async function findDone(
  api: Api,
  repository: RepositoryRef,
  { branch, parent, message, treeSha }: Planned,
): Promise<Made | undefined> {
  const head = await readBranchSha(api, repository, branch);
  if (head === parent) return undefined;
  if (head === undefined) throw refused('branch-moved', `there is no branch ${branch}`);
  const found = await readCommit(api, repository, head);
  const isSame =
    found.parents.length === 1 &&
    found.parents[0]?.sha === parent &&
    found.tree.sha === treeSha &&
    found.message.trim() === message.trim();
  if (isSame) return { sha: head, treeSha };
  throw refused('branch-moved', `${branch} is at ${head}, not at ${parent}`);
}

/** Undefined when nobody knows whether the branch moved. A commit without a branch harms nobody. */
async function makeAndMove(
  api: Api,
  repository: RepositoryRef,
  { branch, parent, message, treeSha }: Planned,
): Promise<Made | undefined> {
  const input = { ...at(repository), message, tree: treeSha, parents: [parent] };
  const what = `a commit for ${branch}`;
  const data = await api.ask(what, async () => await api.rest.git.createCommit(input));
  const { sha } = parse(what, CommitAnswer, data);
  try {
    const moved = await api.once(
      `moving branch ${branch}`,
      async () =>
        await api.rest.git.updateRef({
          ...at(repository),
          ref: `heads/${branch}`,
          sha,
          force: false,
        }),
    );
    return moved === undefined ? undefined : { sha, treeSha };
  } catch (error) {
    if (!isAppError(error) || !says(error, /not a fast forward|does not exist/i)) throw error;
    throw refused('branch-moved', `${branch} is no longer at ${parent}`, error);
  }
}

async function readCommit(api: Api, repository: RepositoryRef, sha: string) {
  const what = `commit ${sha}`;
  const data = await api.ask(
    what,
    async () => await api.rest.git.getCommit({ ...at(repository), commit_sha: sha }),
  );
  return parse(what, CommitAnswer, data);
}
