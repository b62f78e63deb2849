// The mutation that REST does not have: a draft becomes ready for review. Name, argument and fields are
// those of GitHub's own schema; a document of any other form is answered with 501, never half
// understood.
import { z } from 'zod';
import type { Answer } from '../call/call.ts';
import { announceThread, isPull } from '../events/announce.ts';
import { nodeId } from '../view/account.ts';
import type { PullThread } from '../view/pull.ts';
import { type Actor, actorName } from '../world/actor.ts';
import { notImplemented, requiresAuthentication } from '../world/github-error.ts';
import { appMay, canSee, hasRole, roleOf } from '../world/permissions.ts';
import type { Account, Repository } from '../world/state.ts';
import { timestamp, type World } from '../world/world.ts';

const NAME = 'markPullRequestReadyForReview';

const FIELDS = {
  id: (repository: Repository, issue: PullThread) => nodeId('PR', repository.id, issue.id),
  number: (_repository: Repository, { number }: PullThread) => number,
  isDraft: (_repository: Repository, { pull }: PullThread) => pull.isDraft,
} as const;

const DOCUMENT =
  /^mutation ?\w* ?\( ?\$(\w+) ?: ?ID! ?\) ?\{ ?(\w+) ?\( ?input ?: ?\{ ?pullRequestId ?: ?\$\1 ?\} ?\) ?\{ ?pullRequest ?\{ ?([\w ]+?) ?\} ?\} ?\}$/;

const Body = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()) });

type Place = { repository: Repository; issue: PullThread };

export async function answerGraphql(world: World, actor: Actor, given: unknown): Promise<Answer> {
  const { id, fields } = readDocument(given);
  if (actor.kind !== 'user' && actor.kind !== 'installation') throw requiresAuthentication();
  const found = findPull(world, id);
  const logged = { actor: actorName(actor), path: '/graphql', body: given, isAnswered: true };
  world.state.calls.push({ operationId: `graphql/${NAME}`, ...logged, status: 200 });
  if (found === undefined || !canSee(actor, found.repository)) {
    return refusal('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`);
  }
  if (!mayChange(actor, found)) {
    return refusal('FORBIDDEN', 'Resource not accessible by integration');
  }
  await markReady(world, found, actor.account);
  const shown = fields.map((field) => [field, FIELDS[field](found.repository, found.issue)]);
  return { status: 200, body: { data: { [NAME]: { pullRequest: Object.fromEntries(shown) } } } };
}

type Asked = { id: string; fields: (keyof typeof FIELDS)[] };

function readDocument(given: unknown): Asked {
  const { data } = Body.safeParse(given);
  const text = (data?.query ?? '').replaceAll(/[\s,]+/g, ' ').trim();
  const [, variable = '', name = '', selection = ''] = DOCUMENT.exec(text) ?? [];
  const id = data?.variables[variable];
  const fields = selection.split(' ').filter(isField);
  const isWhole = fields.length > 0 && fields.join(' ') === selection;
  if (typeof id !== 'string' || name !== NAME || !isWhole) throw notImplemented('graphql');
  return { id, fields };
}

function isField(name: string): name is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, name);
}

function findPull({ state }: World, id: string): Place | undefined {
  for (const repository of state.repositories.values()) {
    for (const issue of repository.issues.values()) {
      if (isPull(issue) && nodeId('PR', repository.id, issue.id) === id) {
        return { repository, issue };
      }
    }
  }
  return undefined;
}

/** Of an app both are asked: with `pull_requests` alone GitHub answers FORBIDDEN. */
function mayChange(actor: Actor, { repository, issue }: Place): boolean {
  const grants = [{ pull_requests: 'write', contents: 'write' }] as const;
  if (!appMay(actor, repository, grants)) return false;
  if (actor.kind !== 'user') return true;
  const isAuthor = issue.authorId === actor.account.id;
  return isAuthor || hasRole(roleOf(repository, actor.account.id), 'write');
}

async function markReady(
  world: World,
  { repository, issue }: Place,
  sender: Account,
): Promise<void> {
  if (!issue.pull.isDraft) return;
  issue.pull.isDraft = false;
  issue.updatedAt = timestamp(world);
  await announceThread(world, { repository, issue }, { action: 'ready_for_review', sender });
}

function refusal(type: string, message: string): Answer {
  const errors = [{ type, path: [NAME], locations: [{ line: 1, column: 1 }], message }];
  return { status: 200, body: { data: { [NAME]: null }, errors } };
}
