// The numbers of a pull request that only git knows, and its test merge.
import { writeCommit } from '../git/commit-object.ts';
import { diffFiles, type FileChange } from '../git/diff.ts';
import type { GitRepository } from '../git/repository.ts';
import type { PullFacts, PullThread } from '../view/pull.ts';
import type { PullSize, Repository } from '../world/state.ts';
import { timestamp, type World } from '../world/world.ts';

export async function pullFacts(
  world: World,
  repository: Repository,
  issue: PullThread,
): Promise<PullFacts> {
  const isOpen = issue.state === 'open';
  const [size, isMergeable] = await Promise.all([
    sizeOf(world, repository, issue),
    isOpen ? testMerge(world, repository, issue) : undefined,
  ]);
  return { ...size, isMergeable };
}

/** Two commits always have the same difference, so it is measured once. */
async function sizeOf(world: World, repository: Repository, issue: PullThread): Promise<PullSize> {
  const key = `${issue.pull.baseSha}...${issue.pull.headSha}`;
  const known = world.pullSizes.get(key);
  if (known !== undefined) return known;
  const git = world.gitOf(repository);
  const { base, commits } = await pullRange(git, issue);
  const files = await diffFiles(git, base, issue.pull.headSha);
  const size = {
    commits: commits.length,
    additions: sum(files, 'additions'),
    deletions: sum(files, 'deletions'),
    changedFiles: files.length,
  };
  world.pullSizes.set(key, size);
  return size;
}

/** Where the branch left the base, and the commits since. */
export async function pullRange(
  git: GitRepository,
  { pull }: PullThread,
): Promise<{ base: string; commits: string[] }> {
  const base = (await git.mergeBase(pull.baseSha, pull.headSha)) ?? pull.baseSha;
  return { base, commits: await git.commitsBetween(base, pull.headSha) };
}

/** GitHub keeps the result of a trial merge at refs/pull/N/merge. Made once per pair of commits. */
async function testMerge(
  world: World,
  repository: Repository,
  issue: PullThread,
): Promise<boolean | undefined> {
  const git = world.gitOf(repository);
  const { pull } = issue;
  const name = `refs/pull/${issue.number}/merge`;
  const [base, known] = await git.tips(`refs/heads/${pull.baseRef}`, name);
  if (base === undefined) return undefined;
  const parents = [base, pull.headSha];
  if (known !== undefined) {
    const [commit] = await git.readCommits([known]);
    if (commit?.parents.join() === parents.join()) return true;
  }
  const tree = await git.mergeTree(base, pull.headSha);
  if (tree === undefined) {
    pull.mergeCommitSha = undefined;
    return false;
  }
  const who = { name: 'GitHub', email: 'noreply@github.com', date: timestamp(world) };
  const message = `Merge ${pull.headSha} into ${base}`;
  const merge = { tree, parents, author: who, committer: who, message };
  pull.mergeCommitSha = await git.writeObject('commit', writeCommit(merge));
  // Two readers may do this at once; both write the same thing, and one may find the ref locked.
  await git.run(['update-ref', name, pull.mergeCommitSha], { codes: [0, 1, 128] });
  return true;
}

function sum(files: readonly FileChange[], name: 'additions' | 'deletions'): number {
  return files.reduce((total, file) => total + file[name], 0);
}
