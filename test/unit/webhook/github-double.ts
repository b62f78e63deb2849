// A GitHub that answers what a test tells it to and remembers what it was asked to write.
import { AppError } from '../../../app/errors.ts';
import type { GitHub, IssueComment, Permission, Reaction } from '../../../app/github/port.ts';
import type { WebhookDeps } from '../../../app/webhook/deps.ts';

export type GitHubDouble = {
  github: WebhookDeps['github'] & Pick<GitHub, 'comment'>;
  permissions: Map<string, Permission>;
  labels: string[];
  title: string;
  body: string;
  /** Comments of people on the issue. */
  said: IssueComment[];
  state: 'open' | 'closed';
  /** Texts of the settings files, of the repository and of its organisation; none unless set. */
  settingsFile: string | undefined;
  organisationFile: string | undefined;
  /** The pull requests there are, by number. */
  pulls: Map<
    number,
    { headSha: string; body: string; state?: 'open' | 'closed'; baseBranch?: string }
  >;
  /** The branches there are, with their commits. */
  branches: Map<string, string>;
  isArchived: boolean;
  /** The repository cannot be reached. */
  isGone: boolean;
  /** Thrown by the next answers, if set. */
  fault: Error | undefined;
  /** The same, of what is asked about the issue only. */
  issueFault: Error | undefined;
  asked: number;
  reactions: { target: Parameters<GitHub['react']>[1]; reaction: Reaction }[];
  comments: { number: number; body: string }[];
};

export function githubDouble(): GitHubDouble {
  const double: GitHubDouble = {
    permissions: new Map([['mona', 'write']]),
    labels: ['redgreen'],
    title: 'Sort the list',
    body: 'By name.',
    said: [],
    state: 'open',
    settingsFile: undefined,
    organisationFile: undefined,
    pulls: new Map(),
    branches: new Map([['main', 'a'.repeat(40)]]),
    isArchived: false,
    isGone: false,
    fault: undefined,
    issueFault: undefined,
    asked: 0,
    reactions: [],
    comments: [],
    github: {
      async permission(_repository, login) {
        double.asked += 1;
        if (double.fault !== undefined) throw double.fault;
        return double.permissions.get(login) ?? 'none';
      },
      async issue(_repository, number) {
        const fault = double.issueFault ?? double.fault;
        if (fault !== undefined) throw fault;
        const { state, labels } = double;
        const { title, body, said } = double;
        return { number, title, body, author: 'mona', state, labels, comments: said.length };
      },
      async issueComments() {
        const fault = double.issueFault ?? double.fault;
        if (fault !== undefined) throw fault;
        return double.said;
      },
      async settingsFiles() {
        if (double.fault !== undefined) throw double.fault;
        return { file: double.settingsFile, organisation: double.organisationFile };
      },
      async pullRequest(_repository, number) {
        double.asked += 1;
        const known = double.pulls.get(number);
        if (double.fault !== undefined || known === undefined) {
          throw double.fault ?? new AppError('NOT_FOUND');
        }
        const shown = { url: `https://github.test/${number}`, isDraft: true, title: 'Sort' };
        const base = { baseBranch: 'main' };
        return { number, state: 'open', ...shown, ...base, ...known };
      },
      async branchSha(_repository, name) {
        if (double.fault !== undefined) throw double.fault;
        return double.branches.get(name);
      },
      async repository() {
        if (double.isGone) throw new AppError('GITHUB_UNAVAILABLE');
        if (double.fault !== undefined) throw double.fault;
        return { isArchived: double.isArchived };
      },
      async react(_repository, target, reaction) {
        double.reactions.push({ target, reaction });
      },
      async comment(_repository, number, body) {
        double.comments.push({ number, body });
        return { id: double.comments.length };
      },
    },
  };
  return double;
}
