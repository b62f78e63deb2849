// Looks up what admission has to know. GitHub is asked before the transaction, the database inside
// it; an answer that does not come is no answer, never a yes.
import type { AdmissionFacts } from '../command/admission-rules.ts';
import { hasRole } from '../command/role.ts';
import { type Trigger, threadNumberOf } from '../command/trigger.ts';
import { AppError, isAppError } from '../errors.ts';
import type { Permission, RepositoryRef } from '../github/port.ts';
import { jobKey } from '../job/names.ts';
import type { Records } from '../store/records.ts';
import type { FrozenText } from '../text/frozen-text.ts';
import type { WebhookDeps } from './deps.ts';
import { readAskedIssue, readWords } from './words/read-words.ts';

const HOUR_MS = 60 * 60_000;

export type LiveFacts = Pick<AdmissionFacts, 'permission' | 'issue'> & {
  /** The issue of the job as it reads now, for commands that are about its words. */
  text?: FrozenText | undefined;
};

/** Throws when GitHub gives no answer: nothing is decided by guesses. */
export async function liveFacts(
  deps: WebhookDeps,
  trigger: Trigger,
  jobId?: string,
): Promise<LiveFacts> {
  const { github } = deps;
  const repository = repositoryOf(trigger);
  const asked = async <T>(what: string, answer: Promise<T>): Promise<T> =>
    await answer.catch((error: unknown) => {
      deps.log.warn({ err: error, what }, 'GitHub gave no clear answer; nothing is admitted');
      throw error;
    });
  const [permission, issue] = await Promise.all([
    asked('permission', github.permission(repository, trigger.sender.login)),
    trigger.kind === 'comment'
      ? undefined
      : asked('issue', readAskedIssue(github, repository, trigger.issue)),
  ]);
  // For strangers nothing more is asked.
  const isFurther = jobId !== undefined && isAboutWords(trigger) && mayCommand(permission);
  const text = isFurther ? await asked('words', readWords(deps, repository, jobId)) : undefined;
  return { permission, issue, text };
}

function mayCommand(permission: Permission | undefined): boolean {
  return permission !== undefined && hasRole(permission, 'write');
}

/** They bind to what the issue says, or ask for a plan of it. */
export function isAboutWords(trigger: Trigger): boolean {
  if (trigger.kind !== 'comment' || trigger.parsed.kind !== 'command') return false;
  return ['approve', 'revise'].includes(trigger.parsed.name);
}

/** The job whose thread a comment stands on; or the number of the pull request that is its thread. */
export type ThreadJob = { jobId?: string | undefined; elsewhere?: number | undefined };

export async function findThreadJob(
  deps: WebhookDeps,
  trigger: Extract<Trigger, { kind: 'comment' }>,
): Promise<ThreadJob> {
  const { repository, thread } = trigger;
  if (thread.isPullRequest) {
    return { jobId: await deps.findJobByPullRequest(repository.id, thread.number) };
  }
  return await deps.store.accept(async (records) => {
    const jobId = await openJobId(records, trigger);
    return jobId === undefined ? await endedJob(records, trigger) : { jobId };
  });
}

/**
 * For what an ended job can be asked: the newest of the issue. Its pull request, if it has one, is
 * where it is talked to; that is only told to who says something.
 */
async function endedJob(
  { jobs, threads }: Records,
  { repository, thread, parsed }: Extract<Trigger, { kind: 'comment' }>,
): Promise<ThreadJob> {
  if (parsed.kind === 'none') return {};
  const issue = { repositoryId: repository.id, issueNumber: thread.number };
  const newest = await jobs.newestOf(issue);
  const { pullNumber } = (newest && (await threads.find(newest.job.id))) ?? {};
  if (pullNumber === undefined) return { jobId: newest?.job.id };
  return parsed.kind === 'malformed' ? {} : { elsewhere: pullNumber };
}

/** The question that the job of a thread is held by; only looked for when somebody just talks. */
export async function openQuestion(
  deps: Pick<WebhookDeps, 'store'>,
  trigger: Trigger,
  jobId: string | undefined,
): Promise<number | undefined> {
  const isTalk = trigger.kind === 'comment' && trigger.parsed.kind === 'none';
  if (!isTalk || jobId === undefined) return undefined;
  const record = await deps.store.accept(async ({ jobs }) => await jobs.find(jobId));
  const { hold } = record?.job ?? {};
  return hold?.reason === 'question' ? hold.number : undefined;
}

export async function factsInside(
  records: Records,
  trigger: Trigger,
  known: LiveFacts & ThreadJob & { most: number },
): Promise<AdmissionFacts> {
  const { permission, issue } = known;
  if (trigger.kind === 'comment') {
    const { jobId, elsewhere } = known;
    return { permission, jobId, elsewhere, recentJobs: { ofIssue: 0, ofRepository: 0 } };
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

/** GitHub answered, and it cannot be told what that means; it may tomorrow. */
export function unclear(reason: string): AppError {
  return new AppError('GITHUB_UNAVAILABLE', { problem: reason });
}
