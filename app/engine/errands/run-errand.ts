// One claimed errand: done and told, or given back. What was done before a process died is only told.
import { ERRORS } from '../../error-codes.ts';
import { AppError, isAppError, isForPeople, isPassing, toAppError } from '../../errors.ts';
import type { ErrandClaim, StoredErrand } from '../../store/acts/errands.ts';
import type { Again, Worker } from '../../store/leases/lease.ts';
import type { Records } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { EngineLog, RunControl } from '../lease-loop.ts';
import type { ErrandContext, ErrandEnd, ErrandFunctions } from './port.ts';

export type ErrandDeps = {
  store: Store;
  worker: Worker;
  functions: ErrandFunctions;
  log: EngineLog;
};

/** Tries of each half: an hour of GitHub's silence, about. */
const TRIES = 14;
/** Of what does not look as if it passed. */
const FEW_TRIES = 3;
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 600_000;

/** Never rejects. */
export async function runErrand(
  deps: ErrandDeps,
  claim: ErrandClaim,
  { signal, isHandedOver }: Pick<RunControl, 'signal' | 'isHandedOver'>,
): Promise<void> {
  try {
    await conduct(deps, claim, signal);
  } catch (error) {
    const again = isHandedOver() ? { delayMs: 0, isTry: false } : retryOf(claim, error);
    const fields = { jobId: claim.jobId, errand: claim.id, tries: claim.tries, error };
    if (!isHandedOver()) deps.log.warn(fields, 'an errand failed');
    // Should this fail too, the lease ends by itself.
    await deps.store
      .transaction(async ({ errands }) => await errands.release(deps.worker, claim, again))
      .catch((fault: unknown) => deps.log.warn({ error: fault }, 'an errand was not given back'));
  }
}

async function conduct(deps: ErrandDeps, claim: ErrandClaim, signal: AbortSignal): Promise<void> {
  const record = await deps.store.transaction(async ({ jobs }) => await jobs.find(claim.jobId));
  if (record === undefined) throw new AppError('NOT_FOUND', { details: { jobId: claim.jobId } });
  const context = { record, signal };
  const isOpen = claim.status === 'open';
  const errand = isOpen ? await doIt(deps, claim, { ...context, errand: claim }) : claim;
  const answerId = await tell(deps, { ...context, errand }, isOpen ? 1 : claim.tries);
  await deps.store.transaction(async (records) => {
    await records.errands.end(deps.worker, claim, answerId);
    const action = answerId === undefined ? 'untold' : 'told';
    await audit(records, { context, errand, action, ...(answerId && { detail: { answerId } }) });
  });
}

async function doIt(
  deps: ErrandDeps,
  claim: ErrandClaim,
  context: ErrandContext,
): Promise<StoredErrand> {
  const end = await run(deps, claim, context);
  context.signal.throwIfAborted();
  const { outcome, begunJobId, write } = end;
  return await deps.store.transaction(async (records) => {
    await write?.(records);
    const begun = begunJobId === undefined ? {} : { begunJobId };
    const errand = await records.errands.done(deps.worker, claim, { outcome, ...begun });
    const action = outcome.isRefused ? 'refused' : 'done';
    const detail = { reason: outcome.say, ...outcome.detail, ...begun };
    await audit(records, { context, errand, action, detail });
    return errand;
  });
}

async function run(
  deps: ErrandDeps,
  claim: ErrandClaim,
  context: ErrandContext,
): Promise<ErrandEnd> {
  const ended = new AppError('INTERNAL_ERROR', { problem: `It was tried ${TRIES} times.` });
  if (claim.tries > TRIES) return failed(claim, ended);
  try {
    return await deps.functions.run(context);
  } catch (error) {
    if (context.signal.aborted || isAppError(error, 'STALE_WORKER')) throw error;
    const most = isPassing(error) ? TRIES : FEW_TRIES;
    if (!isForPeople(error) && claim.tries < most) throw error;
    deps.log.warn({ jobId: claim.jobId, errand: claim.id, error }, 'an errand cannot be done');
    return failed(claim, error);
  }
}

/** Words of our own only: what a foreign program said stays in the log. */
function failed({ request }: StoredErrand, error: unknown): ErrandEnd {
  const { code: own, message: problem, hint } = toAppError(error);
  const code = isForPeople(error) ? own : ERRORS[own].publicCode;
  const say = `\`/${request.errand.type}\` could not be done (\`${code}\`): ${problem} ${hint} Nothing of the job was changed; say it again then.`;
  return { outcome: { isRefused: true, say, detail: { code } } };
}

/** Undefined when it was tried often enough. */
async function tell(
  { functions, log }: ErrandDeps,
  context: ErrandContext,
  tries: number,
): Promise<number | undefined> {
  try {
    return (await functions.tell(context)).id;
  } catch (error) {
    if (context.signal.aborted || tries < TRIES) throw error;
    log.warn({ errand: context.errand.id, error }, 'nobody could be told of an errand');
    return undefined;
  }
}

function retryOf({ tries }: ErrandClaim, error: unknown): Again {
  if (isAppError(error, 'STALE_WORKER')) return { delayMs: 0, isTry: true };
  return { delayMs: Math.min(RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS), isTry: true };
}

async function audit(
  { audit: events }: Records,
  written: {
    context: Pick<ErrandContext, 'record'>;
    errand: StoredErrand;
    action: string;
    detail?: Record<string, unknown>;
  },
): Promise<void> {
  const { context, errand, action, detail = {} } = written;
  await events.append({
    installationId: context.record.installationId,
    actor: action === 'done' ? errand.request.sender.login : 'engine',
    subject: 'errand',
    subjectId: errand.id,
    jobId: errand.jobId,
    action,
    detail: { kind: errand.request.errand.type, ...detail },
  });
}
