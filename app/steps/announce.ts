// Tells people what is expected of them, or how it ended: one body, one comment of its own, the status
// comment, one check.
import type { EffectFunction } from '../engine/effects/port.ts';
import { isForPeople } from '../errors.ts';
import { type Hold, isImmutable, type Job, type JobState, showsPlan } from '../job/types.ts';
import { failureCheck } from '../proof/markdown/check-run.ts';
import { failureBody } from '../proof/markdown/failure-body.ts';
import type { PlanBinding } from '../proof/markdown/plan-binding.ts';
import { planBody } from '../proof/markdown/plan-body.ts';
import { statusComment } from '../proof/markdown/status-comment.ts';
import type { Report } from '../proof/report.ts';
import type { Plan as StoredPlan } from '../store/plans.ts';
import { frozenOf } from '../text/frozen-text.ts';
import { mayWrite } from '../text/words-for-agents.ts';
import { parkLeft } from './agent/park.ts';
import { keepArtifact } from './artifact/keep.ts';
import { FAILURE_STATES, isLeft, readWorkLeft } from './artifact/where.ts';
import { answerReview } from './branch/answer-review.ts';
import { closeEarlier } from './branch/checks.ts';
import { saveWork } from './branch/save-work.ts';
import type { StepDeps } from './deps.ts';
import { putStatus, setBody } from './publisher.ts';
import { readAttempts } from './report.ts';
import { sayAnnounced } from './thread/announcement.ts';
import {
  type BasedThread,
  isIssueGone,
  readBase,
  readNewestReport,
  readPlan,
  readSettings,
  readThread,
  type ThreadFacts,
} from './thread.ts';

export function createAnnounceStep(deps: StepDeps): EffectFunction<'announce'> {
  return async (context) => {
    const { job } = context.record;
    // An agent that was interrupted by the hold is still where it was.
    if (job.hold !== undefined) await parkLeft(deps, context);
    const facts = await readThread(deps, job.id);
    if (await isOutOfReach(deps, facts)) return { type: 'announced' };
    if (isAtRest(job)) await keepArtifact(deps, context);
    const hasPull = facts.thread.pullNumber !== undefined;
    const left = hasPull ? await keepWork(deps, context) : [];
    await tellAll(deps, job, [
      ...(hasPull && job.hold === undefined ? await stateActs(deps, job) : []),
      async () => await sayAnnounced(deps, context, left),
      async () => await (hasPull ? putStatus(deps, job.id) : showWaiting(deps, job, facts)),
      ...(hasPull && isImmutable(job.state) ? [async () => await answerReview(deps, job)] : []),
    ]);
    return { type: 'announced' };
  };
}

/** Suspended, archived, gone: nobody hears us there, and nothing is tried in vain. */
async function isOutOfReach(
  { store, log }: StepDeps,
  { thread: { jobId, repositoryId, pullNumber } }: ThreadFacts,
): Promise<boolean> {
  const barrier = await store.transaction(async ({ places }) => await places.barrier(repositoryId));
  const hasNowhere = pullNumber === undefined && (await isIssueGone({ store }, jobId));
  const why = barrier ?? (hasNowhere ? 'issue-gone' : undefined);
  if (why !== undefined) log.info({ jobId, why }, 'nobody can be told there');
  return why !== undefined;
}

type Act = () => Promise<void>;

/** What GitHub refuses of it keeps nothing else from being told; refused as a whole, it is untold. */
async function tellAll(
  { log }: StepDeps,
  { id: jobId, state }: Job,
  acts: readonly Act[],
): Promise<void> {
  const refusals: unknown[] = [];
  for (const act of acts) {
    try {
      await act();
    } catch (error) {
      if (!isForPeople(error)) throw error;
      // The App may be gone before we hear that it is; a job at work learns it as its cause.
      const isGone = error.code === 'GITHUB_NO_ACCESS';
      if (isGone && !isImmutable(state)) throw error;
      if (isGone) return log.info({ jobId, why: 'no-access' }, 'nobody can be told there');
      log.warn({ jobId, error }, 'a part of an announcement is refused');
      refusals.push(error);
    }
  }
  if (refusals.length === acts.length) throw refusals[0];
}

/** A hold that ends by itself sooner than people look is worth no commit, and no comment on an issue. */
const SHORT_HOLD_MS = 120_000;

/** For longer than a moment. */
function isAtRest(job: Job): boolean {
  return isLeft(job) && (job.hold === undefined || !isShort(job.hold));
}

function isShort({ since, until }: Hold): boolean {
  return until !== undefined && until - since < SHORT_HOLD_MS;
}

/** Before there is a pull request: on the issue one comment for all that ends by itself. */
async function showWaiting(
  deps: StepDeps,
  job: Job,
  { thread, repository }: ThreadFacts,
): Promise<void> {
  const { hold } = job;
  if (hold?.until === undefined || isShort(hold)) return;
  const { redact } = deps;
  const body = statusComment({ job, isAccepted: false, costUsd: job.spent.costUsd, redact });
  const comment = { body, key: `held-${job.id}` };
  await deps.github.putStatusComment(repository, thread.issueNumber, comment);
}

/** While it waits for people or has ended, what it has come to lies where they look. */
async function keepWork(
  deps: StepDeps,
  { record, fence, signal }: Parameters<EffectFunction<'announce'>>[0],
): Promise<string[]> {
  const { id: jobId, hold, attemptNumber: attempt } = record.job;
  if (!isAtRest(record.job) || hold?.reason === 'moved') return [];
  try {
    const saved = await saveWork(deps, { jobId, attempt, fence, signal });
    if (saved === 'gone') return [`The branch is gone, ${UNSAVED}`];
    return saved === 'others' ? [`Somebody else’s commit stands on the branch, ${UNSAVED}`] : [];
  } catch (error) {
    if (!isForPeople(error)) throw error;
    deps.log.warn({ jobId, error }, 'the work could not be put on the branch');
    return [`The branch takes nothing (\`${error.code}\`), ${UNSAVED}`];
  }
}

const UNSAVED = 'so the newest attempt’s files were not put there. They are kept in the records.';

async function stateActs(deps: StepDeps, job: Job): Promise<Act[]> {
  if (FAILURE_STATES.has(job.state)) return await failureActs(deps, job);
  if (!showsPlan(job.state)) return [];
  return [async () => await setBody(deps, job.id, await planText(deps, job))];
}

/** The plan as the body of the pull request, as it stands with people. */
export async function planText(deps: StepDeps, job: Job): Promise<string> {
  const { thread } = await readBase(deps, job.id);
  const { stored, plan } = await readPlan(deps, job.id);
  const { budget } = await readSettings(deps, job.id);
  return planBody({
    plan,
    issue: thread.issueNumber,
    revision: stored.revision,
    token: stored.revisionToken,
    stage: stageOf(job.state),
    binding: await readBinding(deps, thread, stored),
    ...(job.strategy !== undefined && { strategy: job.strategy }),
    budgetUsd: job.budget.costUsd,
    challenge: budget.challenge,
    redact: deps.redact,
  });
}

function stageOf(state: JobState): 'strategy' | 'approval' | 'approved' {
  if (state === 'WAITING_STRATEGY') return 'strategy';
  return state === 'WAITING_SPEC_APPROVAL' ? 'approval' : 'approved';
}

async function readBinding(
  { store }: StepDeps,
  thread: BasedThread['thread'],
  { id, issueDigest }: Pick<StoredPlan, 'id' | 'issueDigest'>,
): Promise<PlanBinding> {
  const approval = await store.transaction(async ({ plans }) => await plans.approvalOf(id));
  const { comments, removed } = frozenOf(thread);
  const ofWriters = comments.filter(({ permission }) => mayWrite(permission)).length;
  return {
    issueDigest,
    comments: { ofWriters, ofOthers: comments.length - ofWriters },
    unseen: removed,
    base: { sha: thread.baseSha, branch: thread.baseBranch },
    ...(approval && { approval }),
  };
}

async function failureActs(deps: StepDeps, job: Job): Promise<Act[]> {
  const { thread } = await readThread(deps, job.id);
  const { attempts, costUsd, left } = await deps.store.transaction(async (records) => ({
    attempts: await readAttempts(records, job.id, job.attemptNumber),
    costUsd: await records.usage.costOfJob(job.id),
    left: await readWorkLeft(records, job),
  }));
  const report = await readNewestReport(deps, job.id);
  const body = failureBody({
    job,
    issue: thread.issueNumber,
    ...(report && { report }),
    attempts,
    costUsd,
    ...(left && { left }),
    isIssueGone: await isIssueGone(deps, job.id),
    ...(job.failureDetail !== undefined && { detail: job.failureDetail }),
    redact: deps.redact,
  });
  return [
    async () => await setBody(deps, job.id, body),
    async () => await endCheck(deps, job, report),
  ];
}

async function endCheck(deps: StepDeps, job: Job, report: Report | undefined): Promise<void> {
  const based = await readBase(deps, job.id);
  const { thread, repository } = based;
  const sha = await deps.github.branchSha(repository, thread.branch);
  if (sha === undefined) return;
  const { conclusion, title, summary } = failureCheck(job, report, deps.redact);
  const ended = { sha, status: 'completed', conclusion } as const;
  await deps.github.putCheckRun(repository, { ...ended, title, summary });
  await closeEarlier(deps, based, sha);
}
