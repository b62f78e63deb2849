// A GitHub that answers what a test tells it to and remembers what it was asked to write.
import { AppError } from '../../../app/errors.ts';
import type { GitHub, Permission, Reaction } from '../../../app/github/port.ts';
import type { WebhookDeps } from '../../../app/webhook/deps.ts';

export type GitHubDouble = {
  github: WebhookDeps['github'] & Pick<GitHub, 'comment'>;
  permissions: Map<string, Permission>;
  labels: string[];
  state: 'open' | 'closed';
  /** Text of the settings file; none unless set. */
  settingsFile: string | undefined;
  /** The pull requests there are, by number. */
  pulls: Map<number, { headSha: string; body: string }>;
  /** Thrown by the next answers, if set. */
  fault: Error | undefined;
  asked: number;
  reactions: { target: Parameters<GitHub['react']>[1]; reaction: Reaction }[];
  comments: { number: number; body: string }[];
};

export function githubDouble(): GitHubDouble {
  const double: GitHubDouble = {
    permissions: new Map([['mona', 'write']]),
    labels: ['redgreen'],
    state: 'open',
    settingsFile: undefined,
    pulls: new Map(),
    fault: undefined,
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
        if (double.fault !== undefined) throw double.fault;
        const { state, labels } = double;
        return { number, title: 'Sort', body: '', author: 'mona', state, labels };
      },
      async file() {
        if (double.fault !== undefined) throw double.fault;
        return double.settingsFile;
      },
      async pullRequest(_repository, number) {
        double.asked += 1;
        const known = double.pulls.get(number);
        if (double.fault !== undefined || known === undefined) {
          throw double.fault ?? new AppError('NOT_FOUND');
        }
        const shown = { url: `https://github.test/${number}`, isDraft: true, title: 'Sort' };
        return { number, state: 'open', ...shown, ...known };
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
