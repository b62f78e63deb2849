// One claimed check: seen, judged and told, or given back. What was judged before a process died is
// only told.
import { ERRORS } from '../../error-codes.ts';
import { AppError, isAppError, isForPeople, toAppError } from '../../errors.ts';
import type { CheckOutcome } from '../../job/check-outcome.ts';
import { awayPauseMs } from '../../job/policy.ts';
import type { BranchCheck, CheckClaim } from '../../store/branch-checks.ts';
import type { JobRecord } from '../../store/jobs.ts';
import type { Again, Worker } from '../../store/leases/lease.ts';
import type { Records } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { absenceOf } from '../absence.ts';
import { orGivenBack, pauseAfter, toldOrGivenUp } from '../asked.ts';
import type { EngineLog, RunControl } from '../lease-loop.ts';
import type { CheckContext, CheckFunctions } from './port.ts';

export type CheckDeps = {
  store: Store;
  worker: Worker;
  functions: CheckFunctions;
  log: EngineLog;
};

/** Runs before it is told that nothing could be seen. */
const SEE_TRIES = 3;

/** Never rejects. */
export async function runCheck(
  deps: CheckDeps,
  claim: CheckClaim,
  control: Pick<RunControl, 'signal' | 'isHandedOver'>,
): Promise<void> {
  const { id: check, jobId, tries } = claim;
  await orGivenBack(async () => await conduct(deps, claim, control.signal), {
    control,
    log: deps.log,
    what: 'a check of a branch',
    fields: { jobId, check, tries },
    again: (error) => retryOf(claim, error),
    release: async (again) =>
      await deps.store.transaction(
        async ({ branchChecks }) => await branchChecks.release(deps.worker, claim, again),
      ),
  });
}

async function conduct(deps: CheckDeps, claim: CheckClaim, signal: AbortSignal): Promise<void> {
  const record = await deps.store.transaction(async ({ jobs }) => await jobs.find(claim.jobId));
  if (record === undefined) throw new AppError('NOT_FOUND', { details: { jobId: claim.jobId } });
  const context = { record, fence: claim.fence, signal };
  const isOpen = claim.status === 'open';
  const check = isOpen ? await judge(deps, claim, { ...context, check: claim }) : claim;
  const answerId = await toldOrGivenUp(
    async () => await deps.functions.tell({ ...context, check }),
    { signal, tries: isOpen ? 1 : claim.tries, log: deps.log, what: 'a check', id: claim.id },
  );
  await deps.store.transaction(async (records) => {
    await records.branchChecks.end(deps.worker, claim, answerId);
    const action = answerId === undefined ? 'untold' : 'told';
    await audit(records, {
      record,
      check,
      action,
      detail: answerId === undefined ? {} : { answerId },
    });
  });
}

async function judge(
  deps: CheckDeps,
  claim: CheckClaim,
  context: CheckContext,
): Promise<BranchCheck> {
  const outcome = await see(deps, claim, context);
  context.signal.throwIfAborted();
  return await deps.store.transaction(async (records) => {
    const check = await records.branchChecks.judge(deps.worker, claim, outcome);
    const { commitSha, requestedBy } = check;
    if (outcome.kind === 'seen') {
      const ids = outcome.criteria.map(({ id }) => id);
      await records.plans.markVerified(claim.jobId, ids);
    }
    const found =
      outcome.kind === 'seen'
        ? { result: outcome.result, criteria: outcome.criteria }
        : { code: outcome.code, problem: outcome.problem };
    const detail = { commitSha, requestedBy, ...found };
    await audit(records, { record: context.record, check, action: 'judged', detail });
    return check;
  });
}

async function see(
  deps: CheckDeps,
  claim: CheckClaim,
  context: CheckContext,
): Promise<CheckOutcome> {
  if (claim.tries > SEE_TRIES) return unseen(new AppError('INTERNAL_ERROR', { problem: ENDED }));
  try {
    return await deps.functions.see(context);
  } catch (error) {
    if (context.signal.aborted || isAppError(error, 'STALE_WORKER')) throw error;
    if (askedMs(error) !== undefined) throw error;
    if (!isHopeless(error) && claim.tries < SEE_TRIES) throw error;
    deps.log.warn({ jobId: claim.jobId, check: claim.id, error }, 'a check cannot be run');
    return unseen(error);
  }
}

/** People have to change something, or to ask again: trying cannot help. */
function isHopeless(error: unknown): boolean {
  return isForPeople(error) || isAppError(error, 'REVISION_CONFLICT');
}

const ENDED = `It ended its worker ${SEE_TRIES} times.`;

/** Words of our own only: what a foreign program said stays in the log. */
function unseen(error: unknown): CheckOutcome {
  const { code: own, message: problem, hint: help } = toAppError(error);
  // What people have to change is told by its name.
  const code = isForPeople(error) ? own : ERRORS[own].publicCode;
  return { kind: 'unseen', code, problem, help };
}

function retryOf({ tries }: CheckClaim, error: unknown): Again {
  if (isAppError(error, 'STALE_WORKER')) return { delayMs: 0, isTry: true };
  const asked = askedMs(error);
  if (asked !== undefined) return { delayMs: awayPauseMs(0, asked), isTry: false };
  return { delayMs: pauseAfter(tries), isTry: true };
}

/** A limit has a reset: it is waited for, and is no try. */
function askedMs(error: unknown): number | undefined {
  return absenceOf(error)?.retryAfterMs;
}

async function audit(
  { audit: events }: Records,
  written: {
    record: JobRecord;
    check: BranchCheck;
    action: string;
    detail: Record<string, unknown>;
  },
): Promise<void> {
  const { record, check, action, detail } = written;
  await events.append({
    installationId: record.installationId,
    actor: 'engine',
    subject: 'branch_check',
    subjectId: check.id,
    jobId: check.jobId,
    action,
    detail,
  });
}
