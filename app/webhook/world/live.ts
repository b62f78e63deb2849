// Whether what happened is still so: asked of GitHub before a job is stopped or held, so that an old
// delivery, or one that came out of order, does nothing to what came after it.
import { isSameLabel } from '../../command/label.ts';
import { isAppError } from '../../errors.ts';
import type { RepositoryRef } from '../../github/port.ts';
import { effective } from '../../settings/effective.ts';
import { frozenLayers } from '../../settings/read.ts';
import type { Question } from '../../world/deeds.ts';
import type { Happening } from '../../world/happening.ts';
import { worldRow } from '../../world/table.ts';
import type { WebhookDeps } from '../deps.ts';
import { unclear } from '../facts.ts';
import type { Concerned } from './concerned.ts';

type Asked = { happening: Happening; one: Concerned; repository: RepositoryRef };
type Ask = (deps: WebhookDeps, asked: Asked) => Promise<boolean>;

/** The jobs to which it may be done, with why nothing is done to the others. */
export async function stillConcerned(
  deps: WebhookDeps,
  happening: Happening,
  concerned: readonly Concerned[],
): Promise<{ ids: Set<string>; objection?: string }> {
  const ids = new Set<string>();
  /** What is asked of a place is asked once for all its jobs. */
  const ofPlace = new Map<number, string | undefined>();
  const isOfPlace = ['archived', 'no-access'].includes(worldRow(happening.name).asks ?? '');
  let objection: string | undefined;
  for (const one of concerned) {
    const { repositoryId } = one.thread;
    const refused =
      isOfPlace && ofPlace.has(repositoryId)
        ? ofPlace.get(repositoryId)
        : await objectionTo(deps, happening, one);
    ofPlace.set(repositoryId, refused);
    if (refused === undefined) ids.add(one.record.job.id);
    else objection = refused;
  }
  return { ids, ...(objection !== undefined && { objection }) };
}

async function objectionTo(
  deps: WebhookDeps,
  happening: Happening,
  one: Concerned,
): Promise<string | undefined> {
  const question = worldRow(happening.name).asks;
  const isGrave = one.deed === 'stop' || one.deed === 'hold';
  if (!isGrave || question === undefined) return undefined;
  const { label } = happening.detail;
  if (question === 'label-off' && label !== undefined) {
    const ours = await labelOf(deps, one.record.job.id);
    if (!isSameLabel(label, ours)) return 'another label was taken off';
  }
  const repository = await repositoryOf(deps, one);
  if (repository === undefined) return undefined;
  const isSo = await ask(deps, question, { happening, one, repository });
  return isSo ? undefined : 'it is not so any more';
}

/** By which the job began. */
async function labelOf({ store }: WebhookDeps, jobId: string): Promise<string> {
  const frozen = await store.accept(async ({ settings }) => await settings.frozen(jobId));
  return effective(frozenLayers(frozen)).label;
}

/** As it is called by now, whatever the payload calls it. */
async function repositoryOf(
  { store }: WebhookDeps,
  { thread }: Concerned,
): Promise<RepositoryRef | undefined> {
  const known = await store.accept(
    async ({ installations }) => await installations.findRepository(thread.repositoryId),
  );
  return known && { owner: known.owner, name: known.name, installationId: known.installationId };
}

/** What GitHub does not find is gone; without an answer nothing is decided. */
async function ask(deps: WebhookDeps, question: Question, asked: Asked): Promise<boolean> {
  try {
    return await ASKS[question](deps, asked);
  } catch (error) {
    if (question === 'no-access' || isAppError(error, 'NOT_FOUND')) return true;
    deps.log.warn({ err: error, question }, 'GitHub gave no clear answer; nothing is stopped yet');
    throw unclear('GitHub does not say whether it is still so');
  }
}

const ASKS: Record<Question, Ask> = {
  'label-off': async ({ github, ...deps }, { one, repository }) => {
    const { labels } = await github.issue(repository, one.thread.issueNumber);
    const ours = await labelOf({ github, ...deps }, one.record.job.id);
    return !labels.some((label) => isSameLabel(label, ours));
  },
  'issue-closed': async ({ github }, { one, repository }) =>
    (await github.issue(repository, one.thread.issueNumber)).state === 'closed',
  'pull-closed': async ({ github }, { one, repository }) => {
    const { pullNumber } = one.thread;
    if (pullNumber === undefined) return false;
    return (await github.pullRequest(repository, pullNumber)).state === 'closed';
  },
  'base-changed': async ({ github }, { one, repository }) => {
    const { pullNumber, baseBranch } = one.thread;
    if (pullNumber === undefined) return false;
    return (await github.pullRequest(repository, pullNumber)).baseBranch !== baseBranch;
  },
  'branch-gone': async ({ github }, { happening, repository }) => {
    const { place } = happening;
    if (!('branch' in place)) return false;
    return (await github.branchSha(repository, place.branch)) === undefined;
  },
  archived: async ({ github }, { repository }) => (await github.repository(repository)).isArchived,
  'no-access': async ({ github }, { repository }) => {
    await github.repository(repository);
    return false;
  },
};
