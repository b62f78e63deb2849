// Repositories with a real first commit, as an operator makes them before the story begins.
import { existsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commitTree, createBareRepository, treeOfDirectory, treeOfFiles } from '../git/create.ts';
import type { GitRepository } from '../git/repository.ts';
import { addLabel } from '../operations/labels.ts';
import { type Account, type Repository, takeId } from '../world/state.ts';
import { findRepository, fullName, timestamp, type World } from '../world/world.ts';
import { invalid, requireAccount, type SeedParts } from './accounts.ts';

export type NewRepository = {
  owner: string;
  name: string;
  /** A directory whose files become the first commit. */
  from?: string;
  /** A commit of a clone, with some of its history: it becomes the tip of the default branch. */
  commit?: { clone: string; sha: string };
  /** Instead of a directory: path → text. */
  files?: Readonly<Record<string, string>>;
  isPrivate?: boolean;
  defaultBranch?: string;
  /** False imitates a private repository of a small plan. */
  hasDrafts?: boolean;
  description?: string;
};
type SeededRepository = { id: number; fullName: string; cloneUrl: string; headSha: string };

const DEFAULT_LABELS = {
  bug: 'd73a4a',
  documentation: '0075ca',
  enhancement: 'a2eeef',
  question: 'd876e3',
} as const;
/** Commits that come along with a fetched one. */
const HISTORY = 50;
/** `.github` is one; `.` and `..` are none. */
const NAME = /^(?!\.{1,2}$)[\w.-]{1,100}$/;

export async function createRepository(
  parts: SeedParts,
  wanted: NewRepository,
): Promise<SeededRepository> {
  const { world } = parts;
  const owner = requireAccount(world, wanted.owner);
  const { name, defaultBranch = 'main' } = wanted;
  if (!NAME.test(name) || name.endsWith('.git')) throw invalid(`not a repository name: ${name}`);
  if (findRepository(world.state, owner.login, name) !== undefined) {
    throw invalid(`the repository ${owner.login}/${name} exists`);
  }
  const directory = join(parts.directory, owner.login, `${name}.git`);
  if (existsSync(directory)) throw invalid(`${directory} exists`);
  const headSha = await fill(parts, { wanted, owner, defaultBranch, directory });
  const repository = newRepository(world, { wanted, owner, defaultBranch, directory });
  world.state.repositories.set(repository.id, repository);
  for (const [label, color] of Object.entries(DEFAULT_LABELS)) {
    addLabel(world, repository, { name: label, color });
  }
  const path = fullName(world.state, repository);
  return { id: repository.id, fullName: path, cloneUrl: `${world.urls.web}/${path}.git`, headSha };
}

type Facts = {
  wanted: NewRepository;
  owner: Account;
  defaultBranch: string;
  directory: string;
};

/** The whole repository or nothing. */
async function fill({ git: repositories, world }: SeedParts, facts: Facts): Promise<string> {
  const { wanted, directory } = facts;
  if (
    wanted.from !== undefined &&
    !statSync(wanted.from, { throwIfNoEntry: false })?.isDirectory()
  ) {
    throw invalid(`not a directory: ${wanted.from}`);
  }
  try {
    const git = await createBareRepository(repositories, directory, facts.defaultBranch);
    return await firstCommit(world, git, facts);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

async function firstCommit(world: World, git: GitRepository, facts: Facts): Promise<string> {
  const { wanted, owner, defaultBranch } = facts;
  if (wanted.commit !== undefined) return await fetchCommit(git, wanted.commit, defaultBranch);
  const tree =
    wanted.from === undefined
      ? await treeOfFiles(git, undefined, wanted.files ?? { 'README.md': `# ${wanted.name}\n` })
      : await treeOfDirectory(git, wanted.from);
  const author = { name: owner.name ?? owner.login, email: owner.email, date: timestamp(world) };
  const first = { tree, parent: undefined, author, message: 'Initial commit\n' };
  const branch = { ref: `refs/heads/${defaultBranch}`, before: undefined };
  return await commitTree(git, branch, first);
}

async function fetchCommit(
  git: GitRepository,
  { clone, sha }: { clone: string; sha: string },
  branch: string,
): Promise<string> {
  const from = ['--no-tags', `--depth=${HISTORY}`, '--', pathToFileURL(clone).href];
  // Whoever started the forge chose the clone; it may belong to another user.
  const trusted = ['-c', 'safe.directory=*'];
  await git.run([...trusted, 'fetch', '--quiet', ...from, `+${sha}:refs/heads/${branch}`]);
  return sha;
}

function newRepository(world: World, facts: Facts): Repository {
  const { wanted, owner, defaultBranch, directory } = facts;
  const time = timestamp(world);
  return {
    id: takeId(world.state),
    ownerId: owner.id,
    name: wanted.name,
    isPrivate: wanted.isPrivate ?? false,
    isArchived: false,
    description: wanted.description,
    defaultBranch,
    hasDrafts: wanted.hasDrafts ?? true,
    actionsMayCreatePulls: false,
    directory,
    createdAt: time,
    updatedAt: time,
    pushedAt: time,
    roles: new Map(),
    labels: [],
    issues: new Map(),
    nextNumber: 1,
    checkSuites: [],
    checkRuns: [],
  };
}
