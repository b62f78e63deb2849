// What each attempt of a job left, read from the records.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { LeftAttempt } from '../../proof/artifact/facts.ts';
import { toProofCase } from '../../proof/case.ts';
import { shownFailures } from '../../proof/failures.ts';
import { readReport } from '../../proof/read-report.ts';
import { setupProblem } from '../../proof/report.ts';
import { type ShownWork, shownWork } from '../../proof/shown-work.ts';
import { effective } from '../../settings/effective.ts';
import { frozenLayers } from '../../settings/read.ts';
import type { Attempt } from '../../store/attempts.ts';
import type { Records } from '../../store/records.ts';
import type { StoredSession } from '../../store/sessions.ts';
import { planOf } from '../thread.ts';

/** Oldest first, up to this one. */
export async function readLeft(
  records: Records,
  jobId: string,
  upTo: number,
): Promise<LeftAttempt[]> {
  const left: LeftAttempt[] = [];
  for (const attempt of await attemptsOf(records, jobId, upTo)) {
    left.push(await readOne(records, attempt));
  }
  return left;
}

/** All that any of them changed. */
export async function leftPaths(
  records: Records,
  jobId: string,
  upTo: number,
): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const attempt of await attemptsOf(records, jobId, upTo)) {
    const { work } = await readWork(records, attempt);
    for (const { path } of work.changes) paths.add(path);
  }
  return paths;
}

async function attemptsOf({ attempts }: Records, jobId: string, upTo: number): Promise<Attempt[]> {
  const all = await attempts.ofJob(jobId);
  return all.filter(({ number }) => number <= upTo);
}

async function readOne(records: Records, attempt: Attempt): Promise<LeftAttempt> {
  const { jobId, number, kind, modelClass, status } = attempt;
  const { stored, cases, session, work } = await readWork(records, attempt);
  const reports = await records.proof.reportsOfJob(jobId);
  const report = readReport(reports.find(({ attemptNumber }) => attemptNumber === number)?.content);
  const said = session?.submission;
  const failures = shownFailures({
    cases: cases.map(toProofCase),
    runs: stored === undefined ? [] : await records.proof.runsOfPlan(stored.id),
    attempt: number,
    outsideFence: report?.outsideFence ?? [],
    setup: report && setupProblem(report),
    reasons: report?.verdict.reasons ?? [],
    challenged: report?.challenged,
  });
  return {
    number,
    kind,
    modelClass,
    status,
    ...work,
    failures,
    ...(said?.kind === 'status' && { note: said.reason }),
    ...(report && { report }),
  };
}

/** With the tests of the revision that it worked on. */
async function readWork(records: Records, { jobId, number }: Attempt) {
  const { recording, proof, settings, sessions } = records;
  const stored = await recording.planOfAttempt(jobId, number);
  const cases = stored === undefined ? [] : await proof.casesOfPlan(stored.id);
  const session = await sessions.find({ jobId, step: 'implement', ordinal: number - 1 });
  const changes = await filesLeft(records, { jobId, number, session });
  // An attempt that left nothing shows nothing, also not the tests it was given.
  const nothing: ShownWork = { changes: [], dropped: [] };
  if (stored === undefined || changes.length === 0)
    return { stored, cases, session, work: nothing };
  const plan = planOf(stored, effective(frozenLayers(await settings.frozen(jobId))));
  return { stored, cases, session, work: shownWork(plan, changes, cases) };
}

/** Of a conversation that was interrupted, what its tree was when it was stored last. */
async function filesLeft(
  { files, sessions }: Records,
  of: { jobId: string; number: number; session: StoredSession | undefined },
): Promise<FileChange[]> {
  const stored = await files.ofAttempt(of.jobId, of.number);
  if (stored.length > 0 || of.session === undefined) return stored;
  return (await sessions.parking(of.session.id))?.changes ?? [];
}
