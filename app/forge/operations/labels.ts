// Labels of a repository and of its issues and pull requests.
import {
  created,
  type Handler,
  handleIn,
  type InputOf,
  ok,
  type RepositoryCall,
  senderOf,
} from '../call/call.ts';
import { paged } from '../call/paging.ts';
import { announceThread, type Place } from '../events/announce.ts';
import type { OperationId } from '../schema/selection.ts';
import { labelingView, labelsOf, labelView } from '../view/issue.ts';
import { notFound, validationFailed } from '../world/github-error.ts';
import {
  type Account,
  type Issue,
  type Label,
  type Labeling,
  type Repository,
  takeId,
} from '../world/state.ts';
import { timestamp, type World } from '../world/world.ts';
import { threadOf } from './thread.ts';

const DEFAULT_COLOR = 'ededed';
const LONGEST_DESCRIPTION = 100;

export const labelOperations = {
  'issues/add-labels': handleIn(addLabels),
  'issues/create-label': handleIn(createLabel),
  'issues/get-label': handleIn((call: RepositoryCall<InputOf<'issues', 'getLabel'>>) => {
    const label = findLabel(call.repository, call.input.name);
    if (label === undefined) throw notFound();
    return ok(labelView(call.world, call.repository, label));
  }),
  'issues/list-events': handleIn(listEvents),
  'issues/list-labels-on-issue': handleIn(listLabels),
  'issues/remove-label': handleIn(removeLabel),
} satisfies Partial<Record<OperationId, Handler>>;

export function findLabel(repository: Repository, name: string): Label | undefined {
  const wanted = name.toLowerCase();
  return repository.labels.find((label) => label.name.toLowerCase() === wanted);
}

/** A label that nobody made before is made by using it. */
export function findOrCreateLabels(
  world: World,
  repository: Repository,
  names: readonly string[],
): Label[] {
  return names.map((name) => {
    const known = findLabel(repository, name);
    return known ?? addLabel(world, repository, { name, color: DEFAULT_COLOR });
  });
}

export function addLabel(
  world: World,
  repository: Repository,
  facts: { name: string; color?: string | undefined; description?: string | undefined },
): Label {
  const label = {
    id: takeId(world.state),
    name: facts.name,
    color: facts.color ?? DEFAULT_COLOR,
    description: facts.description,
  };
  repository.labels.push(label);
  return label;
}

export function nameOf(label: string | { name?: string | undefined }): string {
  return typeof label === 'string' ? label : (label.name ?? '');
}

export async function replaceLabels(
  world: World,
  place: Place,
  wanted: { names: readonly string[]; sender: Account },
): Promise<void> {
  const labels = findOrCreateLabels(world, place.repository, wanted.names);
  const gone = labelsOf(place.repository, place.issue).filter((label) => !labels.includes(label));
  for (const label of gone) await takeOff(world, place, { label, sender: wanted.sender });
  for (const label of labels) await putOn(world, place, { label, sender: wanted.sender });
}

async function addLabels(call: RepositoryCall<InputOf<'issues', 'addLabels'>>) {
  const { world, repository, input } = call;
  const place = threadOf(call, input.issue_number, 'write');
  const labels = findOrCreateLabels(world, repository, (input.labels ?? []).map(nameOf));
  for (const label of labels) await putOn(world, place, { label, sender: senderOf(call) });
  return ok(viewsOf(world, place));
}

async function removeLabel(call: RepositoryCall<InputOf<'issues', 'removeLabel'>>) {
  const { world, repository, input } = call;
  const place = threadOf(call, input.issue_number, 'write');
  const label = findLabel(repository, input.name);
  if (label === undefined || !place.issue.labelIds.includes(label.id)) throw notFound();
  await takeOff(world, place, { label, sender: senderOf(call) });
  return ok(viewsOf(world, place));
}

async function listLabels(call: RepositoryCall<InputOf<'issues', 'listLabelsOnIssue'>>) {
  const { issue } = threadOf(call, call.input.issue_number, 'read');
  return await paged(call, labelsOf(call.repository, issue), (labels) =>
    labels.map((label) => labelView(call.world, call.repository, label)),
  );
}

function createLabel(call: RepositoryCall<InputOf<'issues', 'createLabel'>>) {
  const { world, repository, input } = call;
  if (findLabel(repository, input.name) !== undefined) {
    throw validationFailed({ resource: 'Label', code: 'already_exists', field: 'name' });
  }
  if (!/^[0-9a-f]{6}$/i.test(input.color ?? DEFAULT_COLOR)) {
    throw validationFailed({ resource: 'Label', code: 'invalid', field: 'color' });
  }
  if ((input.description ?? '').length > LONGEST_DESCRIPTION) {
    throw validationFailed({ resource: 'Label', code: 'invalid', field: 'description' });
  }
  return created(labelView(world, repository, addLabel(world, repository, input)));
}

async function putOn(
  world: World,
  place: Place,
  { label, sender }: { label: Label; sender: Account },
): Promise<void> {
  if (place.issue.labelIds.includes(label.id)) return;
  place.issue.labelIds.push(label.id);
  place.issue.updatedAt = timestamp(world);
  recordLabeling(world, place.issue, { action: 'labeled', label, sender });
  await announceThread(world, place, { action: 'labeled', label, sender });
}

async function takeOff(
  world: World,
  place: Place,
  { label, sender }: { label: Label; sender: Account },
): Promise<void> {
  place.issue.labelIds = place.issue.labelIds.filter((id) => id !== label.id);
  place.issue.updatedAt = timestamp(world);
  recordLabeling(world, place.issue, { action: 'unlabeled', label, sender });
  await announceThread(world, place, { action: 'unlabeled', label, sender });
}

export function recordLabeling(
  world: World,
  issue: Issue,
  { action, label, sender }: { action: Labeling['action']; label: Label; sender: Account },
): void {
  const { name, color } = label;
  issue.labelings.push({
    id: takeId(world.state),
    action,
    label: { name, color },
    actorId: sender.id,
    createdAt: timestamp(world),
  });
}

/** Labels are the only events of an issue that are kept. */
async function listEvents(call: RepositoryCall<InputOf<'issues', 'listEvents'>>) {
  const { world, repository, input } = call;
  const { issue } = threadOf(call, input.issue_number, 'read');
  return await paged(call, issue.labelings, (labelings) =>
    labelings.map((labeling) => labelingView(world, repository, labeling)),
  );
}

function viewsOf(world: World, { repository, issue }: Place): unknown {
  return labelsOf(repository, issue).map((label) => labelView(world, repository, label));
}
