// Looks up what admission has to know. GitHub is asked before the transaction, the database inside
// it; an answer that does not come is no answer, never a yes.
import type { AdmissionFacts } from '../command/admission-rules.ts';
import { type Trigger, threadNumberOf } from '../command/trigger.ts';
import { AppError, isAppError } from '../errors.ts';
import type { RepositoryRef } from '../github/port.ts';
import { jobKey } from '../job/names.ts';
import type { Records } from '../store/records.ts';
import type { WebhookDeps } from './deps.ts';

const HOUR_MS = 60 * 60_000;

export type LiveFacts = Pick<AdmissionFacts, 'permission' | 'issue'>;

export async function liveFacts(deps: WebhookDeps, trigger: Trigger): Promise<LiveFacts> {
  const { github } = deps;
  const repository = repositoryOf(trigger);
  const asked = async <T>(what: string, answer: Promise<T>): Promise<T | undefined> => {
    try {
      return await answer;
    } catch (error) {
      deps.log.warn({ err: error, what }, 'GitHub gave no clear answer; nothing is admitted');
      return undefined;
    }
  };
  const [permission, issue] = await Promise.all([
    asked('permission', github.permission(repository, trigger.sender.login)),
    trigger.kind === 'comment'
      ? undefined
      : asked('issue', github.issue(repository, trigger.issue.number)),
  ]);
  return { permission, issue };
}

/** The job whose thread a comment stands on. */
export async function findThreadJob(
  deps: WebhookDeps,
  trigger: Extract<Trigger, { kind: 'comment' }>,
): Promise<string | undefined> {
  const { repository, thread } = trigger;
  if (thread.isPullRequest) return await deps.findJobByPullRequest(repository.id, thread.number);
  return await deps.store.accept(async (records) => await openJobId(records, trigger));
}

export async function factsInside(
  records: Records,
  trigger: Trigger,
  known: LiveFacts & { jobId: string | undefined; most: number },
): Promise<AdmissionFacts> {
  const { permission, issue } = known;
  if (trigger.kind === 'comment') {
    return { permission, jobId: known.jobId, recentJobs: { ofIssue: 0, ofRepository: 0 } };
  }
  const repositoryId = trigger.repository.id;
  const since = (await records.now()) - HOUR_MS;
  const newest = await records.jobs.list({ repositoryId, limit: known.most });
  const recent = newest.filter(({ createdAt }) => createdAt > since);
  const ofIssue = recent.filter(({ issueNumber }) => issueNumber === trigger.issue.number).length;
  return {
    permission,
    issue,
    jobId: await openJobId(records, trigger),
    recentJobs: { ofIssue, ofRepository: recent.length },
  };
}

async function openJobId(records: Records, trigger: Trigger): Promise<string | undefined> {
  const issueNumber = threadNumberOf(trigger);
  const key = jobKey({ kind: 'issue', repositoryId: trigger.repository.id, issueNumber });
  return (await records.jobs.findOpen(key))?.job.id;
}

export function repositoryOf({ repository, installationId }: Trigger): RepositoryRef {
  return { owner: repository.owner, name: repository.name, installationId };
}

const RACED_FOR: ReadonlySet<unknown> = new Set([
  'jobs_one_open_per_key',
  'branch_checks_one_of_commit',
]);

/** Two at once: the later one finds the job or check of the earlier when it looks again. */
export function isRaceForKey(error: unknown): boolean {
  return isAppError(error, 'DATABASE_RULE') && RACED_FOR.has(error.details['rule']);
}

export function unclear(reason: string): AppError {
  return new AppError('INTERNAL_ERROR', { problem: reason });
}
