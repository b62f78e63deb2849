// The report of an attempt: made from stored runs, stored before anyone sees it.
import type { EffectContext, EffectOf } from '../engine/effects/port.ts';
import { buildReport, type ReportFacts } from '../proof/build-report.ts';
import { toProofCase } from '../proof/case.ts';
import { unjudgedFiles } from '../proof/judge/unjudged.ts';
import type { ChangedFile, Report, ReportAttempt, ReportQuestion } from '../proof/report.ts';
import type { TamperFinding } from '../proof/tamper/finding.ts';
import type { VerificationTree } from '../proof/verification-tree.ts';
import type { Attempt } from '../store/attempts.ts';
import type { TestCase, TestRun } from '../store/proof.ts';
import type { AskedQuestion, AttemptSpent } from '../store/recording.ts';
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
    changedFiles: ChangedFile[];
    guard?: MeasuredHunks &
      Pick<ReportFacts, 'twins' | 'world' | 'untold' | 'perturbed' | 'oldSuite' | 'coverage'>;
    /** What further cases said. */
    challenged?: ReportFacts['challenged'];
    /** Why the head could not be set up. */
    setup?: string;
    moved?: ReportFacts['moved'];
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
    said: await readSaid(records, jobId, effect.attempt),
    attempts: await readAttempts(records, jobId, effect.attempt),
    costUsd: await records.usage.costOfJob(jobId),
    sandboxes: await records.sandboxes.count(jobId),
    blocked: await blockedCriteria(records, jobId),
  }));
  const report = buildReport({
    jobId,
    attempt: effect.attempt,
    issue: thread.issueNumber,
    baseSha: thread.baseSha,
    moved: verified.moved,
    plan: active.plan,
    revision: active.stored.revisionToken,
    cases: cases.map(toProofCase),
    runs: verified.runs,
    blocked: stored.blocked,
    unjudged: unjudgedFiles(cases),
    attempts: stored.attempts,
    ...stored.said,
    changedFiles: verified.changedFiles,
    costUsd: stored.costUsd,
    tampering: verified.tampering,
    dropped: verified.tree.dropped,
    outsideFence: verified.tree.outsideFence,
    ...(verified.setup !== undefined && { setup: verified.setup }),
    sandboxes: stored.sandboxes,
    ...verified.guard,
    challenged: verified.challenged,
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

/** The implementer's note of this attempt, and what agents asked people up to its report. */
export async function readSaid(
  { sessions, recording }: Pick<Records, 'sessions' | 'recording'>,
  jobId: string,
  attemptNumber: number,
): Promise<Pick<ReportFacts, 'closingNote' | 'questions'>> {
  const ordinal = attemptNumber - 1;
  const session = await sessions.find({ jobId, step: 'implement', ordinal });
  const submission = session?.submission;
  const asked = await recording.questionsAt({ jobId, attemptNumber });
  return {
    ...(submission?.kind === 'status' && { closingNote: submission.reason }),
    questions: asked.map(toReportQuestion),
  };
}

function toReportQuestion({ asked, answer }: AskedQuestion): ReportQuestion {
  if (answer === undefined) return { asked };
  return { asked, answer: answerWords(answer), by: answer.actor };
}

function answerWords({ kind, said }: NonNullable<AskedQuestion['answer']>): string {
  const { text = '', path = '' } = said;
  switch (kind) {
    case 'answer':
      return text;
    case 'allow':
      return said.isAlways === true ? 'allowed, in this job always' : 'allowed';
    case 'deny':
      return text === '' ? 'denied' : `denied: ${text}`;
    case 'widen':
      return `may change ${path}`;
  }
}

/** Those up to the report of this one. */
export async function readAttempts(
  { attempts, recording }: Pick<Records, 'attempts' | 'recording'>,
  jobId: string,
  attemptNumber: number,
): Promise<ReportAttempt[]> {
  const spent = await recording.spentAt({ jobId, attemptNumber });
  const all = await attempts.ofJob(jobId);
  return all.flatMap((one) => {
    const own = spent.find(({ number }) => number === one.number);
    if (own === undefined) return [];
    // The newest has not ended when its report is made, and is told the same when it is made again.
    return [toReportAttempt(one, { ...own, isOpen: one.number === attemptNumber })];
  });
}

function toReportAttempt(
  { number, kind, modelClass, status, startedAt, endedAt }: Attempt,
  { costUsd, lastRunAt, isOpen }: AttemptSpent & { isOpen: boolean },
): ReportAttempt {
  const end = isOpen ? lastRunAt : endedAt;
  const time = end === undefined ? {} : { durationMs: Math.max(0, Math.round(end - startedAt)) };
  return { number, kind, modelClass, status, costUsd, ...time };
}
