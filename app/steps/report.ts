// The report of an attempt: made from stored runs, stored before anyone sees it.
import type { EffectContext, EffectOf } from '../engine/effects/port.ts';
import { buildReport, type ReportFacts } from '../proof/build-report.ts';
import { toProofCase } from '../proof/case.ts';
import { unjudgedFiles } from '../proof/judge/unjudged.ts';
import type { Report, ReportAttempt } from '../proof/report.ts';
import type { TamperFinding } from '../proof/tamper/finding.ts';
import type { VerificationTree } from '../proof/verification-tree.ts';
import type { Attempt } from '../store/attempts.ts';
import type { TestCase, TestRun } from '../store/proof.ts';
import type { Records } from '../store/records.ts';
import type { StepDeps } from './deps.ts';
import type { MeasuredHunks } from './runs/hunks.ts';
import { type ActivePlan, readBase } from './thread.ts';

type ReportInput = {
  active: ActivePlan;
  cases: TestCase[];
  verified: {
    runs: TestRun[];
    tree: VerificationTree;
    tampering: TamperFinding[];
    guard?: MeasuredHunks & Pick<ReportFacts, 'twins' | 'world' | 'oldSuite'>;
    /** Why the head could not be set up. */
    setup?: string;
  };
};

export async function writeReport(
  deps: StepDeps,
  { record, effect }: EffectContext<EffectOf<'verify'>>,
  { active, cases, verified }: ReportInput,
): Promise<Report> {
  const { id: jobId } = record.job;
  const { thread } = await readBase(deps, jobId);
  const stored = await deps.store.transaction(async (records) => ({
    attempts: await records.attempts.ofJob(jobId),
    costUsd: await records.usage.costOfJob(jobId),
    sandboxes: await records.sandboxes.count(jobId),
    blocked: await blockedCriteria(records, jobId),
  }));
  const report = buildReport({
    jobId,
    attempt: effect.attempt,
    issue: thread.issueNumber,
    baseSha: thread.baseSha,
    plan: active.plan,
    revision: active.stored.revisionToken,
    cases: cases.map(toProofCase),
    runs: verified.runs,
    blocked: stored.blocked,
    unjudged: unjudgedFiles(cases),
    attempts: stored.attempts.map(toReportAttempt),
    costUsd: stored.costUsd,
    tampering: verified.tampering,
    dropped: verified.tree.dropped,
    outsideFence: verified.tree.outsideFence,
    ...(verified.setup !== undefined && { setup: verified.setup }),
    sandboxes: stored.sandboxes,
    ...verified.guard,
    redact: deps.redact,
  });
  // Its own attempt ends with this report.
  const status = report.verdict.passed ? 'green' : 'red';
  const attempts = report.attempts.map((one) =>
    one.number === effect.attempt ? { ...one, status } : one,
  );
  return { ...report, attempts } as Report;
}

/** Confirmed by a person: not proven, and out of the gate (decision 21). */
export async function blockedCriteria({ plans }: Records, jobId: string): Promise<string[]> {
  const criteria = await plans.criteria(jobId);
  return criteria.flatMap(({ id, status }) => (status === 'blocked' ? [id] : []));
}

/** Idempotent: one report per attempt. */
export async function storeReport(
  records: Records,
  { id, report, fence }: { id: string; report: Report; fence: number },
): Promise<void> {
  const { jobId, attempt: attemptNumber, verdict } = report;
  const known = await records.proof.reportsOfJob(jobId);
  if (known.some((one) => one.attemptNumber === attemptNumber)) return;
  const content: Record<string, unknown> = report;
  const row = { id, jobId, attemptNumber, content, isGatePassed: verdict.passed };
  await records.proof.addReport(fence, row);
}

export function toReportAttempt({
  number,
  kind,
  modelClass,
  status,
  startedAt,
  endedAt,
}: Attempt): ReportAttempt {
  const durationMs = endedAt === undefined ? {} : { durationMs: Math.round(endedAt - startedAt) };
  return { number, kind, modelClass, status, ...durationMs };
}
