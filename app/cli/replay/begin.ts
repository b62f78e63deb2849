// The recorded job as a new one on the stage: the same issue text, settings and limits.
import { randomUUID } from 'node:crypto';
import { beginJob } from '../../engine/apply.ts';
import { AppError } from '../../errors.ts';
import { createJob } from '../../job/create.ts';
import { branchName, type JobSubject, jobKey } from '../../job/names.ts';
import { toBudget } from '../../settings/effective.ts';
import { frozenLayers } from '../../settings/read.ts';
import type { Records } from '../../store/records.ts';
import type { Recording } from './recording.ts';
import type { ReplayStage } from './stage.ts';

/** Answers with its id. */
export async function beginReplay(
  records: Records,
  { job: recorded, repository, thread, settings }: Recording,
  { installation, repositoryId, issueNumber }: ReplayStage,
): Promise<string> {
  const subject: JobSubject = { kind: 'issue', repositoryId, issueNumber };
  const place = { installationId: installation.id, repositoryId };
  await records.installations.saveInstallation(installation);
  await records.installations.saveRepository({
    ...repository,
    id: repositoryId,
    installationId: installation.id,
    defaultBranch: thread.baseBranch,
  });
  const created = createJob({
    id: randomUUID(),
    at: await records.now(),
    tierClasses: recorded.tierClasses,
    budget: toBudget(frozenLayers(settings)),
  });
  if (!created.ok) throw new AppError('CONFIG_INVALID', { problem: created.reason });
  const { job } = created;
  const key = jobKey(subject);
  await beginJob(records, { job, ...place, key, issueNumber }, thread.requestedBy);
  await records.settings.freeze(job.id, settings);
  await records.threads.insert({
    jobId: job.id,
    repositoryId,
    issueNumber,
    issueTitle: thread.issueTitle,
    issueText: thread.issueText,
    issueDigest: thread.issueDigest,
    ...(thread.issueComments && { issueComments: thread.issueComments }),
    ...(thread.isComposed === true && { isComposed: true }),
    requestedBy: thread.requestedBy,
    baseBranch: thread.baseBranch,
    branch: branchName(subject),
  });
  return job.id;
}
