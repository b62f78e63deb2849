// GitHub in memory, for worlds that are about proof: branches, commits as changed files, draft PRs.
// Nothing is asked over HTTP; what was committed last is what is published.
import { createHash } from 'node:crypto';
import { AppError } from '../../../app/errors.ts';
import type { CommitFile, GitHub, PullRequest, RepositoryRef } from '../../../app/github/port.ts';

const AGENT = JSON.stringify({
  allowDestructive: true,
  allowCommands: ['dirname', 'base64', 'chmod', 'ln', 'sh', 'bash', 'sed', 'touch', 'true'],
});

export type MemoryGitHub = GitHub & {
  /** What the newest commit of the branch changed; undefined when there is none but the empty one. */
  published(repository: RepositoryRef, branch: string): readonly CommitFile[] | undefined;
  /** What people see on the pull request of the branch: its body, and the status comment. */
  shown(branch: string): string;
};

type State = {
  branches: Map<string, string>;
  commits: Map<string, readonly CommitFile[]>;
  pulls: Map<number, PullRequest & { branch: string }>;
  /** By the number of the pull request. */
  comments: Map<number, string>;
};

/** `baseSha` is where the branch `main` of a repository is. */
export function createMemoryGitHub(baseSha: (name: string) => string): MemoryGitHub {
  const state: State = {
    branches: new Map(),
    commits: new Map(),
    pulls: new Map(),
    comments: new Map(),
  };
  return { ...reading(state, baseSha), ...writing(state), ...saying(state) };
}

function reading({ branches, commits, pulls, comments }: State, baseSha: (name: string) => string) {
  return {
    issue: async () => {
      throw new AppError('NOT_FOUND');
    },
    permission: async () => 'write',
    branchSha: async ({ name }, branch) =>
      branch === 'main' ? baseSha(name) : branches.get(`${name} ${branch}`),
    // What the scripts of cheats need is allowed: it is the proof that has to stop them.
    file: async (_repository, { path }) => (path === '.redgreen/agent.json' ? AGENT : undefined),
    readToken: async () => {
      throw new AppError('NOT_FOUND');
    },
    pullRequest: async ({ name }, number) => {
      const { branch, ...pull } = pulls.get(number) ?? missing();
      return { ...pull, headSha: branches.get(`${name} ${branch}`) ?? '' };
    },
    published: ({ name }, branch) => {
      const files = commits.get(branches.get(`${name} ${branch}`) ?? '');
      return files?.length === 0 ? undefined : files;
    },
    shown: (branch) => {
      const pull = [...pulls.values()].find((one) => one.branch === branch);
      return pull === undefined ? '' : `${pull.body}\n\n${comments.get(pull.number) ?? ''}`;
    },
  } satisfies Partial<MemoryGitHub>;
}

function writing({ branches, commits, pulls }: State) {
  return {
    ensureBranch: async ({ name }, branch, sha) => {
      const key = `${name} ${branch}`;
      branches.set(key, branches.get(key) ?? sha);
    },
    commit: async ({ name }, { branch, parent, message, files }) => {
      const sha = digestOf(JSON.stringify([parent, message, files]));
      commits.set(sha, files);
      branches.set(`${name} ${branch}`, sha);
      return { sha, treeSha: sha };
    },
    ensureDraftPullRequest: async (_repository, { branch, title, body }) => {
      const known = [...pulls.values()].find((pull) => pull.branch === branch);
      if (known !== undefined) return known;
      const number = pulls.size + 1;
      const made = { number, url: '', isDraft: true, state: 'open', headSha: '' } as const;
      const pull = { ...made, title, body, branch };
      pulls.set(number, pull);
      return pull;
    },
    updatePullRequest: async (_repository, number, change) => {
      pulls.set(number, { ...(pulls.get(number) ?? missing()), ...change });
    },
  } satisfies Partial<MemoryGitHub>;
}

function saying({ comments }: State) {
  return {
    react: async () => undefined,
    putStatusComment: async (_repository, pullNumber, { body }) => {
      comments.set(pullNumber, body);
      return { id: pullNumber };
    },
    comment: async () => ({ id: 1 }),
    putCheckRun: async () => ({ id: 1 }),
  } satisfies Partial<MemoryGitHub>;
}

function missing(): never {
  throw new AppError('NOT_FOUND');
}

function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
