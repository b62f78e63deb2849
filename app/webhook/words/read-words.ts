// Asks GitHub what an issue says now: its words, its comments, and what those who wrote them may do.
// Throws when GitHub gives no clear answer: nothing is frozen by guesses.

import type { GitHub, Issue, IssueComment, Permission, RepositoryRef } from '../../github/port.ts';
import {
  type AskedComment,
  countedComments,
  type FrozenText,
  freezeText,
  frozenOf,
} from '../../text/frozen-text.ts';
import type { WebhookDeps } from '../deps.ts';

type Asking = Pick<GitHub, 'issue' | 'issueComments' | 'permission'>;
type AskedIssue = Issue & { asked: AskedComment[] };

/** Whoever is not among the newest counts as one who may do nothing. */
const MOST_AUTHORS = 20;

/** `changedAt`: comments count until then. */
export async function readAskedIssue(
  github: Asking,
  repository: RepositoryRef,
  { number, changedAt: at }: { number: number; changedAt?: number },
): Promise<AskedIssue> {
  const issue = await github.issue(repository, number);
  return { ...issue, asked: await askComments(github, repository, { issue, until: { at } }) };
}

/** The issue of a job in the words of now, with the comments that belonged to it before. */
export async function readWords(
  { github, store }: Pick<WebhookDeps, 'github' | 'store'>,
  repository: RepositoryRef,
  jobId: string,
): Promise<FrozenText | undefined> {
  const thread = await store.accept(async ({ threads }) => await threads.find(jobId));
  if (thread === undefined) return undefined;
  if (thread.isComposed === true) return frozenOf(thread);
  const until = { id: thread.commentsUntil ?? 0 };
  const issue = await github.issue(repository, thread.issueNumber);
  const comments = await askComments(github, repository, { issue, until });
  return freezeText({ ...issue, comments }, until);
}

async function askComments(
  github: Asking,
  repository: RepositoryRef,
  { issue, until }: { issue: Issue; until: { at?: number | undefined; id?: number } },
): Promise<AskedComment[]> {
  if (issue.comments === 0 || until.id === 0) return [];
  const comments = await github.issueComments(repository, issue.number, issue.comments);
  const { counted } = countedComments(comments, until);
  const rights = await rightsOf(github, repository, counted);
  return comments.map(({ id, author, body, isByPerson, writtenAt }) => {
    const permission = rights.get(author) ?? 'none';
    return { id, author, body, isByPerson, writtenAt, permission };
  });
}

async function rightsOf(
  github: Asking,
  repository: RepositoryRef,
  comments: readonly IssueComment[],
): Promise<Map<string, Permission>> {
  const authors = [...new Set(comments.toReversed().map(({ author }) => author))];
  const asked = authors.slice(0, MOST_AUTHORS).map(async (author) => {
    return [author, await github.permission(repository, author)] as const;
  });
  return new Map(await Promise.all(asked));
}
