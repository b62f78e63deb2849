// GitHub in memory, for worlds that are about proof: branches, commits as changed files, draft PRs.
// Nothing is asked over HTTP; what was committed last is what is published.
import { createHash } from 'node:crypto';
import { AppError } from '../../../app/errors.ts';
import type { GitHub, PullRequest, RepositoryRef } from '../../../app/github/port.ts';
import type { CommitFacts, CommitFile } from '../../../app/github/shapes/port.ts';

const AGENT = JSON.stringify({
  allowDestructive: true,
  allowCommands: ['dirname', 'base64', 'chmod', 'ln', 'sh', 'bash', 'sed', 'touch', 'true'],
});

export type MemoryGitHub = GitHub & {
  /** What the newest commit of the branch changed; undefined when there is none but the empty one. */
  published(repository: RepositoryRef, branch: string): readonly CommitFile[] | undefined;
  /** What people see on the pull request of the branch: its body, and our comments. */
  shown(branch: string): string;
};

type State = {
  branches: Map<string, string>;
  facts: Map<string, CommitFacts>;
  commits: Map<string, readonly CommitFile[]>;
  pulls: Map<number, PullRequest & { branch: string }>;
  /** By the number of the pull request; then by their keys, the status comment's is empty. */
  comments: Map<number, Map<string, string>>;
};

/** `baseSha` is where the branch `main` of a repository is. */
export function createMemoryGitHub(baseSha: (name: string) => string): MemoryGitHub {
  const state: State = {
    branches: new Map(),
    facts: new Map(),
    commits: new Map(),
    pulls: new Map(),
    comments: new Map(),
  };
  return { ...reading(state, baseSha), ...writing(state), ...saying(state) };
}

function reading(
  { branches, commits, facts, pulls, comments }: State,
  baseSha: (name: string) => string,
) {
  return {
    repository: async () => ({ isArchived: false }),
    issue: async () => {
      throw new AppError('NOT_FOUND');
    },
    issueComments: async () => [],
    permission: async () => 'write',
    branchSha: async ({ name }, branch) =>
      branch === 'main' ? baseSha(name) : branches.get(`${name} ${branch}`),
    commitFacts: async (_repository, sha) => facts.get(sha) ?? missing(),
    movement: async () => ({ isForward: true, commits: 0, paths: [], isCut: false }),
    // What the scripts of cheats need is allowed: it is the proof that has to stop them.
    file: async (_repository, { path }) => (path === '.redgreen/agent.json' ? AGENT : undefined),
    settingsFiles: async () => ({ file: undefined, organisation: undefined }),
    readToken: async () => {
      throw new AppError('NOT_FOUND');
    },
    mayChangeWorkflows: async () => undefined,
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
      const said = [...(comments.get(pull?.number ?? 0)?.values() ?? [])];
      return pull === undefined ? '' : [pull.body, ...said].join('\n\n');
    },
  } satisfies Partial<MemoryGitHub>;
}

function writing({ branches, commits, facts, pulls }: State) {
  return {
    ensureBranch: async ({ name }, branch, sha) => {
      const key = `${name} ${branch}`;
      branches.set(key, branches.get(key) ?? sha);
    },
    commit: async ({ name }, { branch, parent, message, files, treeSha, noted }) => {
      const sha = digestOf(JSON.stringify([parent, message, files]));
      const tree = treeSha ?? sha;
      await noted?.({ sha, treeSha: tree });
      commits.set(sha, files);
      facts.set(sha, { treeSha: tree, parents: [parent], message, author: 'redgreen' });
      branches.set(`${name} ${branch}`, sha);
      return { sha, treeSha: tree };
    },
    revert: async () => missing(),
    markReady: async () => missing(),
    ensureDraftPullRequest: async (_repository, { branch, title, body }) => {
      const known = [...pulls.values()].find((pull) => pull.branch === branch);
      if (known !== undefined) return known;
      const number = pulls.size + 1;
      const made = {
        number,
        url: '',
        isDraft: true,
        state: 'open',
        headSha: '',
        baseBranch: 'main',
      } as const;
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
  const put = (number: number, key: string, body: string) => {
    const all = comments.get(number) ?? new Map<string, string>();
    comments.set(number, all.set(key, body));
    return { id: number * 100 + [...all.keys()].indexOf(key) + 1 };
  };
  return {
    react: async () => undefined,
    putStatusComment: async (_repository, pullNumber, { body }) => put(pullNumber, '', body),
    comment: async (_repository, number, body, key = body) => put(number, key, body),
    replyToReview: async () => ({ id: 1 }),
    lineRemarks: async () => [],
    putCheckRun: async () => ({ id: 1 }),
  } satisfies Partial<MemoryGitHub>;
}

function missing(): never {
  throw new AppError('NOT_FOUND');
}

function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
