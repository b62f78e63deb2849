// One run of one claimed effect: call its function, then record its outcome or give the claim back.
import { setTimeout as pause } from 'node:timers/promises';
import { ERRORS } from '../error-codes.ts';
import { AppError, isAppError, toAppError } from '../errors.ts';
import type { OutcomeBody, SignalBody } from '../job/events.ts';
import type { JobRecord } from '../store/jobs.ts';
import type { Worker } from '../store/leases/lease.ts';
import type { Records } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Claim, Confirmed } from '../store/work.ts';
import { applyEvent, applyToLocked } from './apply.ts';
import type { EffectContext, EffectFunctions } from './effects/port.ts';

export type EngineLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

export type Runner = {
  store: Store;
  effects: EffectFunctions;
  worker: Worker;
  log: EngineLog;
  /** Runs of one effect before it counts as poison. */
  tries: number;
  leaseMs: number;
  /** The process drains: nothing new is begun. */
  isStopping(): boolean;
};

/** A claim with its job as it was when it was claimed. */
export type Claimed = { claim: Claim; record: JobRecord };

export type Running = {
  readonly claim: Claim;
  /** Never rejects. What follows for this worker, claimed already. */
  readonly ended: Promise<Claimed | undefined>;
  /** The function has returned; what is left is recording. */
  isSettled(): boolean;
  /** The claim is no longer ours: stop, write nothing. */
  takeAway(): void;
  /** The process drains: stop and give the claim back. */
  handOver(): void;
};

type Run = { runner: Runner; claim: Claim; record: JobRecord; abort: AbortController };
type Result = { outcome: OutcomeBody } | { fault: unknown };

/** First pause before another try; doubled with each. */
const RETRY_MS = 250;
const RECORD_RETRY_MS = 100;

export function runClaim(runner: Runner, claim: Claim, record: JobRecord): Running {
  const run: Run = { runner, claim, record, abort: new AbortController() };
  let isHandedOver = false;
  let isSettled = false;
  const conduct = async (): Promise<Claimed | undefined> => {
    try {
      const result = await perform(run);
      isSettled = true;
      if ('outcome' in result) return await recordOutcome(run, result.outcome);
      if (isHandedOver) await giveBack(run, { delayMs: 0, isTry: false });
      else if (!run.abort.signal.aborted) await onFault(run, result.fault);
    } catch (error) {
      // The lease ends by itself, and the effect is run again.
      runner.log.warn({ jobId: claim.jobId, error }, 'the end of an effect could not be recorded');
    }
    return undefined;
  };
  const stop = (problem: string) => run.abort.abort(new AppError('CANCELLED', { problem }));
  return {
    claim,
    ended: conduct(),
    isSettled: () => isSettled,
    takeAway: () => stop('Another worker or a newer effect has taken over.'),
    handOver() {
      isHandedOver = true;
      stop('The process ends.');
    },
  };
}

async function perform({ runner, claim, record, abort }: Run): Promise<Result> {
  if (claim.tries > runner.tries) {
    const detail = `It ended its worker ${runner.tries} times.`;
    return { outcome: { type: 'poisoned', detail } };
  }
  const context: EffectContext = {
    record,
    effect: claim.effect,
    fence: claim.fence,
    signal: abort.signal,
    report: async (signal) => await report(runner, claim, signal),
  };
  try {
    // The table pairs each kind with its own function, so the effect fits.
    const effect = runner.effects[claim.effect.kind] as (
      context: EffectContext,
    ) => Promise<OutcomeBody>;
    return { outcome: await effect(context) };
  } catch (fault) {
    return { fault };
  }
}

/** Tried until it is recorded, refused, or no longer ours: an outcome was paid for. */
async function recordOutcome(run: Run, outcome: OutcomeBody): Promise<Claimed | undefined> {
  const { runner, claim } = run;
  const deadline = performance.now() + runner.leaseMs;
  for (;;) {
    try {
      return await runner.store.transaction(async (records) => await settle(records, run, outcome));
    } catch (error) {
      if (isAppError(error, 'STALE_WORKER')) return undefined;
      const isWorthwhile = isAppError(error) && ERRORS[error.code].retryable;
      if (!isWorthwhile || performance.now() > deadline) throw error;
      runner.log.warn({ jobId: claim.jobId, error }, 'recording an outcome again');
      await pause(RECORD_RETRY_MS);
    }
  }
}

async function settle(
  records: Records,
  run: Run,
  outcome: OutcomeBody,
): Promise<Claimed | undefined> {
  const { runner, claim } = run;
  const ours = await lockIfOurs(records, runner, claim);
  if (ours === undefined) return undefined;
  const { record, at, spentUsd } = ours;
  const event = { ...outcome, effect: claim.effect.number, spentUsd };
  let next: Claim | undefined;
  const beforeAudit = async () => {
    if (runner.isStopping()) return;
    next = await records.work.keep(runner.worker, claim.jobId, runner.leaseMs);
  };
  const actor = actorOf(runner);
  const applied = await applyToLocked(records, record, { event, actor, at, beforeAudit });
  if (applied.ok) return next && { claim: next, record: applied.record };
  await records.work.park(runner.worker, claim, `${applied.code}: ${applied.reason}`);
  runner.log.warn({ jobId: claim.jobId, outcome: outcome.type, applied }, 'work is parked');
  return undefined;
}

/** Job before work item, as everywhere: two that lock them the other way round would meet. */
async function lockIfOurs(
  records: Records,
  { worker }: Runner,
  claim: Claim,
): Promise<(Confirmed & { record: JobRecord }) | undefined> {
  const [record, confirmed] = await Promise.all([
    records.jobs.lock(claim.jobId),
    records.work.confirm(worker, claim),
  ]);
  return record && confirmed && { ...confirmed, record };
}

async function report(runner: Runner, claim: Claim, signal: SignalBody): Promise<void> {
  await runner.store.transaction(async (records) => {
    const ours = await lockIfOurs(records, runner, claim);
    if (ours === undefined) throw new AppError('STALE_WORKER');
    const event = { ...signal, effect: claim.effect.number };
    await applyEvent(records, claim.jobId, { event, actor: actorOf(runner) });
  });
}

async function onFault(run: Run, fault: unknown): Promise<void> {
  const { runner, claim } = run;
  const { code, hint } = toAppError(fault);
  runner.log.warn(
    { jobId: claim.jobId, effect: claim.effect.kind, tries: claim.tries, error: fault },
    'an effect failed',
  );
  if (code === 'STALE_WORKER') return;
  if (claim.tries >= runner.tries) {
    const detail = `${claim.effect.kind} failed ${claim.tries} times; last with ${code}: ${ERRORS[code].message} ${hint}`;
    await recordOutcome(run, { type: 'poisoned', detail });
    return;
  }
  await giveBack(run, { delayMs: RETRY_MS * 2 ** (claim.tries - 1), isTry: true });
}

async function giveBack(
  { runner, claim }: Run,
  again: { delayMs: number; isTry: boolean },
): Promise<void> {
  await runner.store.transaction(
    async (records) => await records.work.release(runner.worker, claim, again),
  );
}

function actorOf({ worker }: Runner): string {
  return `worker ${worker.name}`;
}
