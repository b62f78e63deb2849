// The fresh-sandbox run, the only way to DELIVERED: base + patch + the author's own copies of all
// tests, also those the implementer never saw. No agent is in it.
import type { Sandbox } from '../../sandbox/driver/port.ts';
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import type { EffectContext, EffectFunction, EffectOf } from '../engine/effects/port.ts';
import { authoredFiles, toProofCase } from '../proof/case.ts';
import { changedFiles } from '../proof/changed-files.ts';
import { failingCases } from '../proof/failures.ts';
import { failureFingerprint } from '../proof/fingerprint.ts';
import { withMerged, withoutOurs } from '../proof/moved/merge-sides.ts';
import type { Moved } from '../proof/moved/words.ts';
import type { ChangedFile, Report } from '../proof/report.ts';
import { withoutNames } from '../proof/roles/called-like-tests.ts';
import { opaqueFindings } from '../proof/roles/opaque.ts';
import { rolesOf, untoldText } from '../proof/roles/roles.ts';
import { touchesOf } from '../proof/roles/touches.ts';
import { clonedFindings } from '../proof/tamper/attributes.ts';
import type { TamperFinding } from '../proof/tamper/finding.ts';
import { findTampering, guardFindings } from '../proof/tamper/tamper.ts';
import type { VerificationTree } from '../proof/verification-tree.ts';
import type { TestCase, TestRun } from '../store/proof.ts';
import { endAttempt } from './attempt.ts';
import { showProgress } from './branch/checks.ts';
import type { Others } from './branch/others.ts';
import { readWork, type VerifiedWork } from './branch/read-work.ts';
import { brokenByOthers, conflictText, movedOf } from './branch/words.ts';
import { challenge } from './challenge/challenge.ts';
import type { StepDeps } from './deps.ts';
import { putStatus } from './publisher.ts';
import { blockedCriteria, storeReport, writeReport } from './report.ts';
import { keepRuns, runCases, type SeenRuns } from './runs/cases.ts';
import { type Looked, lookAtHead } from './runs/looks.ts';
import { type ActivePlan, readBase, readPlan } from './thread.ts';
import { type BaseTree, prepareChangedTree } from './tree/begin.ts';
import { type LaidTree, withLaidTree } from './tree/laid-tree.ts';
import { endLeftovers } from './tree/sandbox-use.ts';
import { parseTexts, textsOf } from './tree/syntax.ts';
import { baseText } from './tree/workspace.ts';

type Context = EffectContext<EffectOf<'verify'>>;
type Verified = {
  runs: TestRun[];
  tree: VerificationTree;
  others: Others;
  tampering: TamperFinding[];
  changedFiles: ChangedFile[];
  /** Absent: a test is red, so there is nothing to guard yet. */
  guard?: Looked & { untold: string | undefined };
  /** Why the tree could not be set up: nothing ran on it. */
  setup?: string;
  moved: Moved | undefined;
};

export function createVerifyStep(deps: StepDeps): EffectFunction<'verify'> {
  return async (context) => {
    const { record, fence } = context;
    const { id: jobId } = record.job;
    await endLeftovers(deps, jobId);
    await putStatus(deps, jobId);
    await showProgress(deps, await readBase(deps, jobId), 'The work is being verified');
    const active = await readPlan(deps, jobId);
    const cases = await deps.store.transaction(
      async ({ proof }) => await proof.casesOfPlan(active.stored.id),
    );
    const work = await readWork(deps, context, { active, cases });
    if (!work.ok) return await askAbout(deps, context, work.problem);
    const verified = await verifyTree(deps, context, { active, cases, ...work });
    const report = await reportOn(deps, context, { active, cases, verified });
    const isGreen = report.verdict.passed;
    const fingerprint = isGreen ? undefined : fingerprintOf(verified, cases, report);
    await deps.store.transaction(async (records) => {
      await storeReport(records, { id: deps.newId(), report, fence });
      await endAttempt(records, context, {
        status: isGreen ? 'green' : 'red',
        ...(fingerprint !== undefined && { fingerprint }),
      });
    });
    if (fingerprint === undefined) return { type: 'verify_passed' };
    // No implementer could mend what others did.
    const { files, merged } = work.others;
    if (files.length > 0 || merged.length > 0)
      return { type: 'moved', ask: brokenByOthers(report) };
    return { type: 'verify_failed', fingerprint };
  };
}

async function askAbout(deps: StepDeps, context: Context, problem: string) {
  await deps.store.transaction(async (records) => {
    await endAttempt(records, context, { status: 'abandoned' });
  });
  return { type: 'moved', ask: conflictText(problem) } as const;
}

/** What everything else lets pass is challenged. */
async function reportOn(
  deps: StepDeps,
  context: Context,
  { active, cases, verified }: { active: ActivePlan; cases: TestCase[]; verified: Verified },
): Promise<Report> {
  const report = await writeReport(deps, context, { active, cases, verified });
  if (!report.verdict.passed) return report;
  const authored = new Set(authoredFiles(cases).map(({ path }) => path));
  const { tree, others } = verified;
  const own = tree.changes.filter(({ path }) => !authored.has(path));
  const kept = [...others.files, ...withMerged(own, others.merged)];
  const head = verified.runs.filter((run) => run.tree === 'head');
  const challenged = await challenge(deps, context, { active, kept, head });
  if (challenged === undefined) return report;
  return await writeReport(deps, context, { active, cases, verified: { ...verified, challenged } });
}

async function verifyTree(
  deps: StepDeps,
  context: Context,
  {
    active,
    cases,
    changes,
    tree,
    others,
  }: VerifiedWork & { active: ActivePlan; cases: TestCase[] },
): Promise<Verified> {
  const { id: jobId } = context.record.job;
  const { known, blocked } = await deps.store.transaction(async (records) => ({
    known: await records.proof.runsOfPlan(active.stored.id),
    blocked: await blockedCriteria(records, jobId),
  }));
  const laidFiles = [...others.files, ...withMerged(tree.changes, others.merged)];
  const baseTree = await prepareChangedTree(deps, context, laidFiles);
  const request = {
    purpose: 'verify',
    baseTree,
    changes: laidFiles,
    read: async (sandbox: Sandbox) => await readBaseTexts(sandbox, changes, context.signal),
  };
  return await withLaidTree(deps, context, request, async (laid, baseTexts) => {
    const head = { active, cases, changes, tree, others, baseTree, laid, known, baseTexts };
    const told = { tree, others, changedFiles: countLines(head), moved: movedOf(others) };
    const base = known.filter(({ tree: kind }) => kind === 'base');
    if (baseTree.refused !== undefined) {
      const tampering = await readTampering(deps, head, []);
      return { runs: base, ...told, tampering, setup: baseTree.refused };
    }
    const seen = await runOnHead(deps, context, head);
    const runs = [...base, ...seen.runs];
    const tampering = await readTampering(deps, head, seen.changed);
    const judged = cases.filter(({ criterionId }) => !blocked.includes(criterionId));
    if (!areGreen(judged, seen.runs)) return { runs, ...told, tampering };
    const { guard, found, touches } = await look(deps, context, { ...head, judged, seen }, runs);
    const trees = await treesOf(deps, head);
    const named = withoutNames(tampering, { touches, hunks: guard.hunks, trees });
    return { runs, ...told, tampering: [...named, ...found], guard };
  });
}

type Seen = Head & { judged: TestCase[]; seen: SeenRuns };

/** What only further runs show. */
async function look(
  deps: StepDeps,
  context: Context,
  { judged, seen, ...head }: Seen,
  runs: readonly TestRun[],
) {
  const kept = keptChanges(head);
  const looks = head.known.filter(({ tree: kind }) => kind === 'hunk');
  const rows = [...seen.runs, ...looks, ...seen.touches];
  const touches = touchesOf(rows, context.effect.attempt);
  const roles = rolesOf(pathsOnHead(kept), touches);
  const authored = authoredFiles(head.cases);
  const { others, baseTexts } = head;
  const merged = {
    beside: others.files,
    changes: withMerged(head.tree.changes, others.merged),
    baseTexts: withoutOurs(baseTexts, others.merged),
    kept: withMerged(kept, others.merged),
  };
  const request = { ...head, ...merged, cases: judged, authored, roles };
  const looked = await lookAtHead(deps, context, request, runs);
  const guard = { ...looked, untold: untoldText(touches) };
  const found = [...guardFindings(guard), ...opaqueFindings(kept, roles)];
  return { guard, found, touches };
}

/** A test that is red anyway notices nothing: those of blocked criteria guard no hunk. */
function areGreen(judged: readonly TestCase[], runs: readonly TestRun[]): boolean {
  const ids = new Set(judged.map(({ id }) => id));
  return runs.every(({ caseId, exitCode }) => exitCode === 0 || !ids.has(caseId ?? ''));
}

type Head = {
  active: ActivePlan;
  cases: TestCase[];
  /** What the implementer left. */
  changes: readonly FileChange[];
  tree: VerificationTree;
  others: Others;
  baseTree: BaseTree;
  laid: LaidTree;
  known: readonly TestRun[];
  baseTexts: Map<string, string>;
};

function countLines({ cases, tree, baseTexts }: Head): ChangedFile[] {
  return changedFiles(tree.changes, authoredFiles(cases), (path) => baseTexts.get(path));
}

/** Runs every case where no agent has been; once, also when it is run again. */
async function runOnHead(deps: StepDeps, context: Context, head: Head): Promise<SeenRuns> {
  const { record, effect } = context;
  const { active, cases, laid } = head;
  const known = head.known.filter(
    ({ tree: kind, attemptNumber }) => kind === 'head' && attemptNumber === effect.attempt,
  );
  const key = {
    jobId: record.job.id,
    planId: active.stored.id,
    tree: 'head',
    attemptNumber: effect.attempt,
  } as const;
  const { suite } = active.plan;
  const keep = keepRuns(deps, context.fence);
  const atBase = authoredFiles(cases).map(({ path }) => path);
  const watched = pathsOnHead(keptChanges(head));
  const given = { laid, key, cases, suite, atBase, known, watched, keep };
  return await runCases(deps, context, given);
}

/** The implementer's own part of the tree: no authored file, also where it was left as it was given. */
function keptChanges({ changes, tree, cases }: Head): FileChange[] {
  const others = [...tree.dropped, ...authoredFiles(cases)];
  const paths = new Set(others.map(({ path }) => path));
  return changes.filter(({ path }) => !paths.has(path));
}

function pathsOnHead(kept: readonly FileChange[]): string[] {
  return kept.flatMap((change) => ('deleted' in change ? [] : [change.path]));
}

async function readBaseTexts(
  sandbox: Sandbox,
  changes: readonly FileChange[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { path } of changes) {
    const text = await baseText(sandbox, path, signal);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

async function readTampering(
  deps: StepDeps,
  head: Head,
  changedMeanwhile: readonly string[],
): Promise<TamperFinding[]> {
  const { changes, tree, baseTexts } = head;
  const found = findTampering({
    changes,
    dropped: tree.dropped,
    baseText: (path) => baseTexts.get(path),
    trees: await treesOf(deps, head),
  });
  const detail = 'it was different after the tests had run';
  return [
    ...found,
    ...clonedFindings(head.laid.cloned),
    ...changedMeanwhile.map((path) => ({ kind: 'changed-while-verified', path, detail }) as const),
  ];
}

async function treesOf({ parsers }: StepDeps, { changes, baseTexts }: Head) {
  return {
    base: await parseTexts(parsers, baseTexts),
    head: await parseTexts(parsers, textsOf(changes)),
  };
}

function fingerprintOf({ runs, tree, setup }: Verified, cases: TestCase[], report: Report): string {
  const { attempt, matrix, verdict } = report;
  const blocked = new Set(matrix.flatMap((row) => (row.blocked ? [row.criterion] : [])));
  const judged = cases.map(toProofCase).filter(({ criterion }) => !blocked.has(criterion));
  const { outsideFence } = tree;
  const { challenged } = report;
  const facts = { cases: judged, runs, attempt, outsideFence, setup, challenged };
  return failureFingerprint(failingCases({ ...facts, reasons: verdict.reasons }));
}
