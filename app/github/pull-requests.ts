// The one pull request of a job: found by its branch, made as a draft, its title and body changed.
import { z } from 'zod';
import { isAppError } from '../errors.ts';
import { requireJobBranch } from './branch/job-branch.ts';
import type { Api } from './connection.ts';
import { ensure } from './ensure.ts';
import { refused, says } from './faults.ts';
import { type PullRequest, type RepositoryRef, refusalOf } from './port.ts';
import { at, PullAnswer, parse, toPullRequest } from './reading.ts';
import { requireBody, requireTitle } from './size-limits.ts';

type NewPull = { branch: string; base: string; title: string; body: string; isReady?: boolean };
export type PullChange = { title?: string; body?: string };

export async function ensureDraftPullRequest(
  api: Api,
  repository: RepositoryRef,
  pull: NewPull,
): Promise<PullRequest> {
  requireJobBranch(pull.branch);
  requireTitle(pull.title);
  requireBody(pull.body);
  return await ensure(api, {
    what: `a pull request for ${pull.branch}`,
    find: async () => await findOpen(api, repository, pull),
    create: async () => await create(api, repository, pull),
  });
}

/** GitHub ignores a filter it does not understand, so the answer is checked. */
async function findOpen(
  api: Api,
  repository: RepositoryRef,
  { branch, base }: NewPull,
): Promise<PullRequest | undefined> {
  const { owner, name } = repository;
  const what = `open pull requests of ${branch}`;
  const filter = { head: `${owner}:${branch}`, base, state: 'open' as const, per_page: 100 };
  const data = await api.ask(
    what,
    async () => await api.rest.pulls.list({ ...at(repository), ...filter }),
  );
  const found = parse(what, z.array(PullAnswer), data).find(
    ({ head, base: onto }) =>
      head.ref === branch &&
      onto.ref === base &&
      head.repo?.full_name.toLowerCase() === `${owner}/${name}`.toLowerCase(),
  );
  return found === undefined ? undefined : toPullRequest(found);
}

async function create(
  api: Api,
  repository: RepositoryRef,
  { branch, base, title, body, isReady = false }: NewPull,
): Promise<PullRequest | undefined> {
  const what = `making the pull request of ${branch}`;
  const input = { ...at(repository), head: branch, base, title, body, draft: !isReady };
  try {
    const data = await api.once(what, async () => await api.rest.pulls.create(input));
    return data === undefined ? undefined : toPullRequest(parse(what, PullAnswer, data));
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (says(error, /pull request already exists/i)) return undefined;
    if (says(error, /draft pull requests are not supported/i)) {
      throw refused('drafts-unsupported', 'this repository has no draft pull requests', error);
    }
    if (says(error, /no commits between/i)) {
      throw refused('nothing-ahead', `${branch} has no commit that ${base} does not have`, error);
    }
    throw error;
  }
}

const Draft = z.object({ node_id: z.string(), draft: z.boolean().optional() });

const MARK_READY = `mutation ($pullRequestId: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $pullRequestId }) {
    pullRequest { isDraft }
  }
}`;

/** REST cannot; with some tokens GraphQL may not either, whatever their permissions say. */
export async function markReady(
  api: Api,
  repository: RepositoryRef,
  number: number,
): Promise<'ready' | 'forbidden'> {
  const what = `pull request ${number}`;
  const asked = { ...at(repository), pull_number: number };
  const data = await api.ask(what, async () => await api.rest.pulls.get(asked));
  const { node_id: pullRequestId, draft } = parse(what, Draft, data);
  if (draft !== true) return 'ready';
  try {
    await api.graphql(`marking ${what} ready`, MARK_READY, { pullRequestId });
    return 'ready';
  } catch (error) {
    if (refusalOf(error) === 'forbidden') return 'forbidden';
    throw error;
  }
}

export async function updatePullRequest(
  api: Api,
  repository: RepositoryRef,
  { number, ...change }: PullChange & { number: number },
): Promise<void> {
  if (change.title !== undefined) requireTitle(change.title);
  if (change.body !== undefined) requireBody(change.body);
  if (change.title === undefined && change.body === undefined) return;
  await api.ask(
    `changing pull request ${number}`,
    async () => await api.rest.pulls.update({ ...at(repository), pull_number: number, ...change }),
  );
}
