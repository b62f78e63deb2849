// One claimed errand: done and told, or given back. What was done before a process died is only told.
import { ERRORS } from '../../error-codes.ts';
import { AppError, isAppError, isForPeople, isPassing, toAppError } from '../../errors.ts';
import type { ErrandClaim, StoredErrand } from '../../store/acts/errands.ts';
import type { Again, Worker } from '../../store/leases/lease.ts';
import type { Records } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { orGivenBack, pauseAfter, toldOrGivenUp } from '../asked.ts';
import type { EngineLog, RunControl } from '../lease-loop.ts';
import type { ErrandContext, ErrandEnd, ErrandFunctions } from './port.ts';

export type ErrandDeps = {
  store: Store;
  worker: Worker;
  functions: ErrandFunctions;
  log: EngineLog;
};

const TRIES = 14;
/** Of what does not look as if it passed. */
const FEW_TRIES = 3;

/** Never rejects. */
export async function runErrand(
  deps: ErrandDeps,
  claim: ErrandClaim,
  control: Pick<RunControl, 'signal' | 'isHandedOver'>,
): Promise<void> {
  const { id: errand, jobId, tries } = claim;
  await orGivenBack(async () => await conduct(deps, claim, control.signal), {
    control,
    log: deps.log,
    what: 'an errand',
    fields: { jobId, errand, tries },
    again: (error) => retryOf(claim, error),
    release: async (again) =>
      await deps.store.transaction(
        async ({ errands }) => await errands.release(deps.worker, claim, again),
      ),
  });
}

async function conduct(deps: ErrandDeps, claim: ErrandClaim, signal: AbortSignal): Promise<void> {
  const record = await deps.store.transaction(async ({ jobs }) => await jobs.find(claim.jobId));
  if (record === undefined) throw new AppError('NOT_FOUND', { details: { jobId: claim.jobId } });
  const context = { record, signal };
  const isOpen = claim.status === 'open';
  const errand = isOpen ? await doIt(deps, claim, { ...context, errand: claim }) : claim;
  const answerId = await toldOrGivenUp(
    async () => await deps.functions.tell({ ...context, errand }),
    { signal, tries: isOpen ? 1 : claim.tries, log: deps.log, what: 'an errand', id: claim.id },
  );
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

function retryOf({ tries }: ErrandClaim, error: unknown): Again {
  if (isAppError(error, 'STALE_WORKER')) return { delayMs: 0, isTry: true };
  return { delayMs: pauseAfter(tries), isTry: true };
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
