// Commits with their changes, and the comparison of two.
import {
  type Answer,
  type Handler,
  handleIn,
  type InputOf,
  ok,
  type RepositoryCall,
} from '../call/call.ts';
import { mediaType } from '../call/media-type.ts';
import { paged } from '../call/paging.ts';
import type { RawCommit } from '../git/commit-object.ts';
import { diffFiles, diffText } from '../git/diff.ts';
import { EMPTY_TREE } from '../git/objects.ts';
import type { GitRepository } from '../git/repository.ts';
import type { OperationId } from '../schema/selection.ts';
import { commitView, fileView } from '../view/commit.ts';
import { repositoryApi, repositoryPage } from '../view/repository.ts';
import { notFound, unprocessable } from '../world/github-error.ts';

/** GitHub lists at most this many files of a comparison. */
const MOST_FILES = 300;
/** And this many commits, when no page is asked for. */
const MOST_COMMITS = 250;

export const commitOperations = {
  'repos/compare-commits-with-basehead': handleIn(compare),
  'repos/get-commit': handleIn(getCommit),
} satisfies Partial<Record<OperationId, Handler>>;

async function getCommit(call: RepositoryCall<InputOf<'repos', 'getCommit'>>): Promise<Answer> {
  const { world, repository, input } = call;
  const git = world.gitOf(repository);
  const sha = await git.resolveCommit(input.ref);
  const [commit] = sha === undefined ? [] : await git.readCommits([sha]);
  if (commit === undefined) throw unprocessable(`No commit found for SHA: ${input.ref}`);
  const form = mediaType(call.accept);
  if (form === 'sha') return text('sha', commit.sha);
  const before = commit.parents[0] ?? EMPTY_TREE;
  if (form === 'diff' || form === 'patch') {
    return text(form, await diffText(git, { before, after: commit.sha }, form));
  }
  const files = await diffFiles(git, before, commit.sha);
  const additions = files.reduce((total, file) => total + file.additions, 0);
  const deletions = files.reduce((total, file) => total + file.deletions, 0);
  return ok({
    ...commitView(world, repository, commit),
    stats: { total: additions + deletions, additions, deletions },
    files: files.map((file) => fileView(world, { repository, sha: commit.sha }, file)),
  });
}

async function compare(
  call: RepositoryCall<InputOf<'repos', 'compareCommitsWithBasehead'>>,
): Promise<Answer> {
  const git = call.world.gitOf(call.repository);
  const sides = await sidesOf(git, call.input.basehead);
  const form = mediaType(call.accept);
  if (form === 'diff' || form === 'patch') {
    return text(form, await diffText(git, { before: sides.fork.sha, after: sides.head.sha }, form));
  }
  const ahead = await git.commitsBetween(sides.base.sha, sides.head.sha);
  const behind = await git.commitsBetween(sides.head.sha, sides.base.sha);
  const show = async (chosen: string[]): Promise<unknown> => ({
    ...(await comparison(call, sides)),
    status: statusOf(ahead.length, behind.length),
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: (await git.readCommits(chosen)).map((commit) =>
      commitView(call.world, call.repository, commit),
    ),
  });
  const isPaged = call.input.page !== undefined || call.input.per_page !== undefined;
  return isPaged ? await paged(call, ahead, show) : ok(await show(ahead.slice(0, MOST_COMMITS)));
}

type Sides = { base: RawCommit; head: RawCommit; fork: RawCommit };

async function sidesOf(git: GitRepository, basehead: string): Promise<Sides> {
  const [baseName = '', headName = ''] = basehead.split('...');
  const shas = await Promise.all(
    [baseName, headName].map(async (name) => await git.resolveCommit(name.replace(/^[^:]*:/, ''))),
  );
  const [base, head] = await git.readCommits(shas.filter((sha) => sha !== undefined));
  const at =
    base === undefined || head === undefined ? undefined : await git.mergeBase(base.sha, head.sha);
  const [fork] = at === undefined ? [] : await git.readCommits([at]);
  if (base === undefined || head === undefined || fork === undefined) throw notFound();
  return { base, head, fork };
}

async function comparison(call: RepositoryCall, { base, head, fork }: Sides): Promise<object> {
  const { world, repository } = call;
  const name = `${base.sha}...${head.sha}`;
  const page = `${repositoryPage(world, repository)}/compare/${name}`;
  const files = await diffFiles(world.gitOf(repository), fork.sha, head.sha);
  return {
    url: `${repositoryApi(world, repository)}/compare/${name}`,
    html_url: page,
    permalink_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    base_commit: commitView(world, repository, base),
    merge_base_commit: commitView(world, repository, fork),
    files: files
      .slice(0, MOST_FILES)
      .map((file) => fileView(world, { repository, sha: head.sha }, file)),
  };
}

function statusOf(ahead: number, behind: number): 'identical' | 'ahead' | 'behind' | 'diverged' {
  if (ahead > 0 && behind > 0) return 'diverged';
  if (ahead > 0) return 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}

function text(form: string, content: string): Answer {
  return { status: 200, raw: { type: `application/vnd.github.${form}; charset=utf-8`, content } };
}
