// Branches and commits of a job through the git data API. Never forces: a branch only moves from
// the parent that was named. Doing it twice gives the same commit.
import { z } from 'zod';
import { isAppError } from '../../errors.ts';
import { type Api, TRIES } from '../connection.ts';
import { ensure } from '../ensure.ts';
import { refused, says, unanswered } from '../faults.ts';
import type { RepositoryRef } from '../port.ts';
import { at, parse, readBranchSha } from '../reading.ts';
import type { CommitFacts, MadeCommit, NewCommit } from '../shapes/port.ts';
import { requireJobBranch, requireSha } from './job-branch.ts';
import { changeTree } from './trees.ts';

const CommitAnswer = z.object({
  sha: z.string(),
  message: z.string(),
  tree: z.object({ sha: z.string() }),
  parents: z.array(z.object({ sha: z.string() })),
  author: z.object({ name: z.string() }),
});

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
): Promise<MadeCommit> {
  requireJobBranch(wanted.branch);
  requireSha(wanted.parent);
  const onto = await readCommit(api, repository, wanted.onto ?? wanted.parent);
  const treeSha = await changeTree(api, repository, {
    treeSha: onto.tree.sha,
    files: wanted.files,
  });
  if (wanted.treeSha !== undefined && wanted.treeSha !== treeSha) {
    throw refused('tree-differs', `GitHub made the tree ${treeSha}, not ${wanted.treeSha}`);
  }
  return await moveBranch(api, repository, { ...wanted, treeSha });
}

type Planned = Omit<NewCommit, 'files'> & { treeSha: string };

/** One commit of a tree that GitHub has already onto the parent that was named. */
export async function moveBranch(
  api: Api,
  repository: RepositoryRef,
  wanted: Planned,
): Promise<MadeCommit> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const done = await findDone(api, repository, wanted);
    if (done !== undefined) return done;
    const made = await makeAndMove(api, repository, wanted);
    if (made !== undefined) return made;
    await api.backOff(tries);
  }
  const done = await findDone(api, repository, wanted);
  if (done !== undefined) return done;
  throw unanswered(`moving branch ${wanted.branch}`, undefined);
}

/**
 * The same commit when the branch has it already; undefined while the branch is at the parent.
 * Anything else is somebody else's work and is refused.
 */
async function findDone(
  api: Api,
  repository: RepositoryRef,
  { branch, message, treeSha, ...wanted }: Planned,
): Promise<MadeCommit | undefined> {
  const { parent } = wanted;
  const head = await readBranchSha(api, repository, branch);
  if (head === parent) return undefined;
  if (head === undefined) throw refused('branch-moved', `there is no branch ${branch}`);
  const found = await readCommit(api, repository, head);
  const isSame =
    found.parents.map(({ sha }) => sha).join(' ') === parentsOf(wanted).join(' ') &&
    found.tree.sha === treeSha &&
    found.message.trim() === message.trim();
  if (isSame) return { sha: head, treeSha };
  throw refused('branch-moved', `${branch} is at ${head}, not at ${parent}`);
}

/** Undefined when nobody knows whether the branch moved. A commit without a branch harms nobody. */
async function makeAndMove(
  api: Api,
  repository: RepositoryRef,
  { branch, message, treeSha, noted, ...wanted }: Planned,
): Promise<MadeCommit | undefined> {
  const input = { ...at(repository), message, tree: treeSha, parents: parentsOf(wanted) };
  const what = `a commit for ${branch}`;
  const data = await api.ask(what, async () => await api.rest.git.createCommit(input));
  const { sha } = parse(what, CommitAnswer, data);
  await noted?.({ sha, treeSha });
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
    throw refused('branch-moved', `${branch} is no longer at ${wanted.parent}`, error);
  }
}

function parentsOf({ parent, joins }: Pick<NewCommit, 'parent' | 'joins'>): string[] {
  return joins === undefined ? [parent] : [parent, joins];
}

export async function readCommitFacts(
  api: Api,
  repository: RepositoryRef,
  sha: string,
): Promise<CommitFacts> {
  requireSha(sha);
  const { tree, parents, author, message } = await readCommit(api, repository, sha);
  const before = parents.map((one) => one.sha);
  return { treeSha: tree.sha, parents: before, author: author.name, message };
}

export async function readCommit(api: Api, repository: RepositoryRef, sha: string) {
  const what = `commit ${sha}`;
  const data = await api.ask(
    what,
    async () => await api.rest.git.getCommit({ ...at(repository), commit_sha: sha }),
  );
  return parse(what, CommitAnswer, data);
}
