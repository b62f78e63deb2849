// An admitted label or dispatch → a job, written with its installation and repository in the
// transaction of the delivery.
import type { JobSpec } from '../command/admission.ts';
import { AppError } from '../errors.ts';
import { createJob } from '../job/create.ts';
import { branchName } from '../job/names.ts';
import { MODEL_CLASSES } from '../job/types.ts';
import { effective, type Layers, toBudget } from '../settings/effective.ts';
import type { Records } from '../store/records.ts';
import type { WebhookDeps } from './deps.ts';
import type { Recorded } from './handled.ts';

export async function beginFromIssue(
  deps: Pick<WebhookDeps, 'jobs' | 'newId'>,
  records: Records,
  spec: JobSpec,
  layers: Layers,
): Promise<Recorded> {
  const { installationId, repository, requestedBy, issueNumber, key, text, parentJobId } = spec;
  await saveRepository(records, spec);
  const created = createJob({
    id: deps.newId(),
    at: await records.now(),
    tierClasses: MODEL_CLASSES,
    budget: toBudget(layers),
  });
  // Settings were checked when they were read.
  if (!created.ok) throw new AppError('CONFIG_INVALID', { problem: created.reason });
  const { job } = created;
  const place = { installationId, repositoryId: repository.id };
  const actor = requestedBy.login;
  const parent = parentJobId === undefined ? {} : { parentJobId };
  await deps.jobs.begin(records, { job, ...place, key, issueNumber, ...parent }, actor);
  await records.settings.freeze(job.id, layers);
  await keepThread(records, job.id, { spec, baseBranch: effective(layers).base });
  const { digest, removed, comments } = text;
  return {
    outcome: 'accepted',
    jobId: job.id,
    reaction: 'eyes',
    audit: {
      installationId,
      actor,
      detail: { issueNumber, issueDigest: digest, removed, comments: comments.map(({ id }) => id) },
    },
  };
}

/** The issue as people see it, frozen with the job in one transaction. */
async function keepThread(
  records: Records,
  jobId: string,
  { spec, baseBranch }: { spec: JobSpec; baseBranch: string | undefined },
): Promise<void> {
  const { repository, issueNumber, requestedBy, text } = spec;
  await records.threads.insert({
    jobId,
    repositoryId: repository.id,
    issueNumber,
    issueTitle: text.title,
    issueText: text.body,
    issueDigest: text.digest,
    issueComments: text.comments,
    commentsUntil: text.commentsUntil,
    issueRemoved: text.removed,
    requestedBy: requestedBy.login,
    baseBranch: baseBranch ?? repository.defaultBranch,
    branch: branchName({ kind: 'issue', repositoryId: repository.id, issueNumber }),
  });
}

async function saveRepository(
  records: Records,
  { installationId, repository }: JobSpec,
): Promise<void> {
  const { id, owner, ownerId, name, defaultBranch, isPrivate } = repository;
  const account = { accountId: ownerId, accountLogin: owner };
  await records.installations.saveInstallation({ id: installationId, ...account });
  const facts = { owner, name, defaultBranch, isPrivate };
  await records.installations.saveRepository({ id, installationId, ...facts });
}
