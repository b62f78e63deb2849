// One run of one claimed effect: call its function, then record its outcome or give the claim back.
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, isAppError, isPassing, toAppError } from '../errors.ts';
import { mayReturn } from '../job/effects.ts';
import type { OutcomeBody, SignalBody } from '../job/events.ts';
import { awayPauseMs } from '../job/policy.ts';
import type { JobRecord } from '../store/jobs.ts';
import type { Again, Worker } from '../store/leases/lease.ts';
import type { Records } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Claim, Confirmed } from '../store/work.ts';
import { type Absence, absenceOf } from './absence.ts';
import { applyEvent, applyToLocked } from './apply.ts';
import type { EffectContext, EffectFunctions } from './effects/port.ts';
import type { EngineLog, RunControl } from './lease-loop.ts';

type RunDeps = {
  store: Store;
  effects: EffectFunctions;
  worker: Worker;
  log: EngineLog;
  /** Runs of one effect before it counts as poison. */
  tries: number;
  leaseMs: number;
  /** Fires when the process ends for a cause of its own: then no failure is the job's. */
  leaving?: AbortSignal | undefined;
};

/** A claim with its job as it was when it was claimed. */
export type Claimed = { claim: Claim; record: JobRecord };

type Run = Claimed & { deps: RunDeps; control: RunControl };
type Result = { outcome: OutcomeBody } | { fault: unknown };

/** First pause before another try; doubled with each. */
const RETRY_MS = 250;
const RECORD_RETRY_MS = 100;

/** Never rejects. Answers with the next effect of the job, when this worker may go on with it. */
export async function runClaim(
  deps: RunDeps,
  { claim, record }: Claimed,
  control: RunControl,
): Promise<Claimed | undefined> {
  const run: Run = { deps, claim, record, control };
  try {
    const result = await perform(run);
    control.settled();
    const isOurs = 'outcome' in result && !isOfProcess(deps, result.outcome);
    if (isOurs) return await recordOutcome(run, result.outcome);
    if (control.isHandedOver() || 'outcome' in result)
      await giveBack(run, { delayMs: 0, isTry: false });
    else if (!control.signal.aborted) return await onFault(run, result.fault);
  } catch (error) {
    // The lease ends by itself, and the effect is run again.
    deps.log.warn({ jobId: claim.jobId, error }, 'the end of an effect could not be recorded');
  }
  return undefined;
}

/** What failed because this process may not do it, the next one may be able to do. */
function isOfProcess({ leaving }: RunDeps, { type }: OutcomeBody): boolean {
  return type === 'effect_failed' && leaving?.aborted === true;
}

async function perform({ deps, claim, record, control }: Run): Promise<Result> {
  if (claim.tries > deps.tries) {
    const detail = `It ended its worker ${deps.tries} times.`;
    return { outcome: { type: 'poisoned', detail } };
  }
  const context: EffectContext = {
    record,
    effect: claim.effect,
    fence: claim.fence,
    signal: control.signal,
    report: async (signal) => await report(deps, claim, signal),
  };
  try {
    // The table pairs each kind with its own function, so the effect fits.
    const effect = deps.effects[claim.effect.kind] as (
      context: EffectContext,
    ) => Promise<OutcomeBody>;
    return { outcome: await effect(context) };
  } catch (fault) {
    return { fault };
  }
}

/** Tried until it is recorded, refused, or no longer ours: an outcome was paid for. */
async function recordOutcome(run: Run, outcome: OutcomeBody): Promise<Claimed | undefined> {
  const { deps, claim } = run;
  const deadline = performance.now() + deps.leaseMs;
  for (;;) {
    try {
      return await deps.store.transaction(
        async (records, sendCommit) => await settle(records, { ...run, sendCommit }, outcome),
      );
    } catch (error) {
      if (isAppError(error, 'STALE_WORKER')) return undefined;
      if (!isPassing(error) || performance.now() > deadline) throw error;
      deps.log.warn({ jobId: claim.jobId, error }, 'recording an outcome again');
      await pause(RECORD_RETRY_MS);
    }
  }
}

async function settle(
  records: Records,
  { deps, claim, control, sendCommit }: Run & { sendCommit(): void },
  outcome: OutcomeBody,
): Promise<Claimed | undefined> {
  const ours = await lockIfOurs(records, deps, claim);
  if (ours === undefined) return undefined;
  const { record, at, spentUsd } = ours;
  const event = { ...outcome, effect: claim.effect.number, spentUsd };
  let next: Claim | undefined;
  const beforeAudit = async () => {
    if (control.isStopping()) return;
    next = await records.work.keep(deps.worker, claim.jobId, deps.leaseMs);
  };
  const change = { event, actor: actorOf(deps), at, beforeAudit, sendCommit };
  const applied = await applyToLocked(records, record, change);
  if (applied.ok) return next && { claim: next, record: applied.record };
  await records.work.park(deps.worker, claim, `${applied.code}: ${applied.reason}`);
  deps.log.warn({ jobId: claim.jobId, outcome: outcome.type, applied }, 'work is parked');
  return undefined;
}

/** Job before work item, as everywhere: two that lock them the other way round would meet. */
async function lockIfOurs(
  records: Records,
  { worker }: RunDeps,
  claim: Claim,
): Promise<(Confirmed & { record: JobRecord }) | undefined> {
  const [record, confirmed] = await Promise.all([
    records.jobs.lock(claim.jobId),
    records.work.confirm(worker, claim),
  ]);
  return record && confirmed && { ...confirmed, record };
}

async function report(deps: RunDeps, claim: Claim, signal: SignalBody): Promise<void> {
  await deps.store.transaction(async (records) => {
    const ours = await lockIfOurs(records, deps, claim);
    if (ours === undefined) throw new AppError('STALE_WORKER');
    const event = { ...signal, effect: claim.effect.number };
    await applyEvent(records, claim.jobId, { event, actor: actorOf(deps) });
  });
}

async function onFault(run: Run, fault: unknown): Promise<Claimed | undefined> {
  const { deps, claim } = run;
  const { kind } = claim.effect;
  const { tries } = claim;
  deps.log.warn({ jobId: claim.jobId, effect: kind, tries, error: fault }, 'an effect failed');
  if (isAppError(fault, 'STALE_WORKER')) return undefined;
  const isLast = tries >= deps.tries;
  const absence = absenceOf(fault);
  if (absence !== undefined && (isLast || absence.isAskedEnough))
    return await waitOut(run, absence);
  if (isLast) return await recordOutcome(run, endOf(claim, fault));
  await giveBack(run, { delayMs: RETRY_MS * 2 ** (tries - 1), isTry: true });
  return undefined;
}

/** The job is held; who only tells people is asked again later, for his job waits already. */
async function waitOut(run: Run, { detail, retryAfterMs }: Absence): Promise<Claimed | undefined> {
  const { claim, record } = run;
  if (mayReturn(claim.effect.kind, 'unavailable')) {
    const asked = retryAfterMs === undefined ? {} : { retryAfterMs };
    return await recordOutcome(run, { type: 'unavailable', detail, ...asked });
  }
  const delayMs = awayPauseMs(Date.now() - record.job.lastEventAt, retryAfterMs);
  await giveBack(run, { delayMs, isTry: false });
  return undefined;
}

/** Poison is only what nobody has a name for. */
function endOf({ effect, tries }: Claim, fault: unknown): OutcomeBody {
  const { code, message, hint } = toAppError(fault);
  const detail = `${effect.kind} failed ${tries} times; last with ${code}: ${message} ${hint}`;
  return { type: code === 'INTERNAL_ERROR' ? 'poisoned' : 'effect_failed', detail };
}

async function giveBack({ deps, claim }: Run, again: Again): Promise<void> {
  await deps.store.transaction(
    async (records) => await records.work.release(deps.worker, claim, again),
  );
}

function actorOf({ worker }: RunDeps): string {
  return `worker ${worker.name}`;
}
