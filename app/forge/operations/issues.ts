// Issues: get, list, create, update.
import {
  appIdOf,
  created,
  type Handler,
  handleIn,
  type InputOf,
  ok,
  type RepositoryCall,
  refuseInputs,
  senderOf,
} from '../call/call.ts';
import { checkBody, checkTitle } from '../call/limits.ts';
import { paged } from '../call/paging.ts';
import { announceThread, type Changes, isPull, type Place } from '../events/announce.ts';
import type { OperationId } from '../schema/selection.ts';
import { issueView } from '../view/issue.ts';
import { validationFailed } from '../world/github-error.ts';
import { type Account, type Issue, takeId } from '../world/state.ts';
import { accountByLogin, timestamp, type World } from '../world/world.ts';
import { findLabel, findOrCreateLabels, nameOf, recordLabeling, replaceLabels } from './labels.ts';
import { checkEditor, hasAtLeast, threadOf } from './thread.ts';

export const issueOperations = {
  'issues/create': handleIn(createIssue),
  'issues/get': handleIn((call: RepositoryCall<InputOf<'issues', 'get'>>) => {
    const { issue } = threadOf(call, call.input.issue_number, 'read');
    return ok(issueView(call.world, call.repository, issue));
  }),
  'issues/list-for-repo': handleIn(listIssues),
  'issues/update': handleIn(updateIssue),
} satisfies Partial<Record<OperationId, Handler>>;

const UNKNOWN_FIELDS = [
  'assignee',
  'assignees',
  'milestone',
  'type',
  'issue_field_values',
  'duplicate_issue_id',
];

async function createIssue(call: RepositoryCall<InputOf<'issues', 'create'>>) {
  const { world, repository, input } = call;
  refuseInputs(call, 'issues/create', UNKNOWN_FIELDS);
  const title = String(input.title);
  checkTitle('Issue', title);
  checkBody(input.body);
  const sender = senderOf(call);
  const issue = newIssue(world, { sender, appId: appIdOf(call.actor), title, body: input.body });
  issue.number = repository.nextNumber;
  repository.nextNumber += 1;
  repository.issues.set(issue.number, issue);
  const place = { repository, issue };
  // GitHub drops labels without a word when the author may not set them.
  const isAllowed = hasAtLeast(call.actor, repository, 'triage');
  const labels = isAllowed
    ? findOrCreateLabels(world, repository, (input.labels ?? []).map(nameOf))
    : [];
  issue.labelIds = labels.map(({ id }) => id);
  await announceThread(world, place, { action: 'opened', sender });
  for (const label of labels) {
    recordLabeling(world, issue, { action: 'labeled', label, sender });
    await announceThread(world, place, { action: 'labeled', label, sender });
  }
  return created(issueView(world, repository, issue));
}

/** An issue that has no number yet; pull requests begin like this too. */
export function newIssue(
  world: World,
  facts: {
    sender: Account;
    appId: number | undefined;
    title: string;
    body: string | null | undefined;
  },
): Issue {
  const time = timestamp(world);
  return {
    id: takeId(world.state),
    number: 0,
    title: facts.title,
    body: facts.body ?? undefined,
    state: 'open',
    stateReason: undefined,
    authorId: facts.sender.id,
    appId: facts.appId,
    labelIds: [],
    labelings: [],
    comments: [],
    reactions: [],
    createdAt: time,
    updatedAt: time,
    closedAt: undefined,
    closedById: undefined,
    pull: undefined,
  };
}

async function listIssues(call: RepositoryCall<InputOf<'issues', 'listForRepo'>>) {
  const { world, repository, input } = call;
  refuseInputs(call, 'issues/list-for-repo', [...UNKNOWN_FIELDS, 'mentioned']);
  const labelIds = (input.labels ?? '')
    .split(',')
    .filter((name) => name !== '')
    .map((name) => findLabel(repository, name)?.id ?? -1);
  const creator =
    input.creator === undefined ? undefined : accountByLogin(world.state, input.creator);
  const since = input.since === undefined ? 0 : Date.parse(input.since);
  const state = input.state ?? 'open';
  const chosen = [...repository.issues.values()]
    .filter((issue) => state === 'all' || issue.state === state)
    .filter((issue) => labelIds.every((id) => issue.labelIds.includes(id)))
    .filter((issue) => input.creator === undefined || issue.authorId === creator?.id)
    .filter((issue) => Date.parse(issue.updatedAt) >= since)
    .sort(by(input.sort ?? 'created', input.direction ?? 'desc'));
  return await paged(call, chosen, (issues) =>
    issues.map((issue) => issueView(world, repository, issue)),
  );
}

function by(sort: 'created' | 'updated' | 'comments', direction: 'asc' | 'desc') {
  const valueOf = (issue: Issue): number => {
    if (sort === 'comments') return issue.comments.length;
    return Date.parse(sort === 'created' ? issue.createdAt : issue.updatedAt);
  };
  const sign = direction === 'asc' ? 1 : -1;
  return (one: Issue, other: Issue): number =>
    sign * (valueOf(one) - valueOf(other) || one.number - other.number);
}

async function updateIssue(call: RepositoryCall<InputOf<'issues', 'update'>>) {
  const { world, repository, input } = call;
  const place = threadOf(call, input.issue_number, 'write');
  refuseInputs(call, 'issues/update', UNKNOWN_FIELDS);
  checkEditor(call, place.issue.authorId, 'triage');
  if (input.title !== undefined && input.title !== null) checkTitle('Issue', String(input.title));
  checkBody(input.body);
  const sender = senderOf(call);
  const title = input.title === undefined || input.title === null ? undefined : String(input.title);
  await editThread(world, place, { title, body: input.body, sender });
  if (input.labels !== undefined && hasAtLeast(call.actor, repository, 'triage')) {
    await replaceLabels(world, place, { names: input.labels.map(nameOf), sender });
  }
  if (input.state !== undefined) {
    await setState(world, place, {
      state: input.state,
      reason: input.state_reason ?? undefined,
      sender,
    });
  }
  return ok(issueView(world, repository, place.issue));
}

/** Title and body, with one `edited` event when something changed. */
export async function editThread(
  world: World,
  place: Place,
  edit: {
    title: string | undefined;
    body: string | null | undefined;
    sender: Account;
    /** Changed already, to be told in the same event. */
    changes?: Changes;
  },
): Promise<void> {
  const { issue } = place;
  const changes: Changes = { ...edit.changes };
  if (edit.title !== undefined && edit.title !== issue.title) {
    changes['title'] = { from: issue.title };
    issue.title = edit.title;
  }
  if (edit.body !== undefined && (edit.body ?? undefined) !== issue.body) {
    changes['body'] = { from: issue.body ?? '' };
    issue.body = edit.body ?? undefined;
  }
  if (Object.keys(changes).length === 0) return;
  issue.updatedAt = timestamp(world);
  await announceThread(world, place, { action: 'edited', changes, sender: edit.sender });
}

/** Closes or reopens, with its event, when that changes anything. */
export async function setState(
  world: World,
  place: Place,
  wanted: { state: 'open' | 'closed'; reason?: Issue['stateReason']; sender: Account },
): Promise<void> {
  const { issue } = place;
  if (issue.state === wanted.state) return;
  if (isPull(issue) && issue.pull.mergedAt !== undefined) {
    throw validationFailed({ resource: 'PullRequest', field: 'state', code: 'invalid' });
  }
  const time = timestamp(world);
  const isClosed = wanted.state === 'closed';
  const reason = wanted.reason ?? (isClosed ? 'completed' : 'reopened');
  Object.assign(issue, {
    state: wanted.state,
    stateReason: isPull(issue) ? undefined : reason,
    closedAt: isClosed ? time : undefined,
    closedById: isClosed ? wanted.sender.id : undefined,
    updatedAt: time,
  });
  const action = isClosed ? 'closed' : 'reopened';
  await announceThread(world, place, { action, sender: wanted.sender });
}
