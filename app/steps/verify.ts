// The fresh-sandbox run, the only way to DELIVERED: base + patch + the author's own copies of all
// tests, also those the implementer never saw. No agent is in it.
import type { EffectContext, EffectFunction, EffectOf } from '../engine/effects/port.ts';
import { failureFingerprint } from '../job/fingerprint.ts';
import { authoredFiles, toProofCase } from '../proof/case.ts';
import { failingCases } from '../proof/failures.ts';
import { findTampering } from '../proof/tamper.ts';
import type { TamperFinding } from '../proof/tamper-finding.ts';
import { buildVerificationTree, type VerificationTree } from '../proof/verification-tree.ts';
import type { TestCase, TestRun } from '../store/evidence/port.ts';
import { endAttempt } from './attempt.ts';
import type { StepDeps } from './deps.ts';
import { prepareGround } from './ground.ts';
import { putStatus } from './publisher.ts';
import { storeReport, writeReport } from './report.ts';
import { runCases } from './run-cases.ts';
import { endLeftovers, withSandbox } from './sandbox-use.ts';
import { type ActivePlan, readPlan, readSettings } from './thread.ts';
import { parseTexts, textsOf } from './trees.ts';
import { applyChanges, baseText } from './workspace.ts';

const SANDBOX_MS = 1_800_000;

type Context = EffectContext<EffectOf<'verify'>>;
type Verified = { runs: TestRun[]; tree: VerificationTree; tampering: TamperFinding[] };

export function createVerifyStep(deps: StepDeps): EffectFunction<'verify'> {
  return async (context) => {
    const { record, effect, fence } = context;
    const { id: jobId } = record.job;
    await endLeftovers(deps, jobId);
    await putStatus(deps, jobId);
    const active = await readPlan(deps, jobId);
    const cases = await deps.store.transaction(
      async ({ proof }) => await proof.casesOfPlan(active.stored.id),
    );
    const verified = await verifyTree(deps, context, active, cases);
    const report = await writeReport(deps, context, { active, cases, verified });
    const isGreen = report.verdict.passed;
    const fingerprint = isGreen ? undefined : fingerprintOf(verified, cases, effect.attempt);
    await deps.store.transaction(async (records) => {
      await storeReport(records, { id: deps.newId(), report, fence });
      await endAttempt(records, context, {
        status: isGreen ? 'green' : 'red',
        ...(fingerprint !== undefined && { fingerprint }),
      });
    });
    return fingerprint === undefined
      ? { type: 'verify_passed' }
      : { type: 'verify_failed', fingerprint };
  };
}

async function verifyTree(
  deps: StepDeps,
  context: Context,
  active: ActivePlan,
  cases: TestCase[],
): Promise<Verified> {
  const { record, effect, fence, signal } = context;
  const { id: jobId } = record.job;
  const { changes, known } = await deps.store.transaction(async ({ files, proof }) => ({
    changes: await files.ofAttempt(jobId, effect.attempt),
    known: await proof.runsOfPlan(active.stored.id),
  }));
  const { paths: limits } = await readSettings(deps, jobId);
  const tree = buildVerificationTree({ ...active.plan, limits }, changes, authoredFiles(cases));
  const ground = await prepareGround(deps, context, tree.changes);
  const use = { purpose: 'verify', timeoutMs: SANDBOX_MS, from: ground.from };
  return await withSandbox(deps, context, use, async (sandbox) => {
    await ground.lay(sandbox, []);
    const texts = new Map<string, string>();
    for (const { path } of changes) {
      const text = await baseText(sandbox, path, signal);
      if (text !== undefined) texts.set(path, text);
    }
    await applyChanges(sandbox, tree.changes, signal);
    const place = {
      jobId,
      planId: active.stored.id,
      tree: 'head',
      attemptNumber: effect.attempt,
    } as const;
    const before = known.filter(({ attemptNumber }) => attemptNumber === effect.attempt);
    const request = { place, cases, suite: active.plan.suite, signal };
    const runs = before.length > 0 ? before : await runCases(deps, sandbox, request);
    if (before.length === 0) {
      await deps.store.transaction(async ({ proof }) => await proof.addRuns(fence, runs));
    }
    const tampering = findTampering({
      changes,
      dropped: tree.dropped,
      baseText: (path) => texts.get(path),
      trees: {
        base: await parseTexts(deps.parsers, texts),
        head: await parseTexts(deps.parsers, textsOf(changes)),
      },
    });
    return {
      runs: [...known.filter(({ tree: kind }) => kind === 'base'), ...runs],
      tree,
      tampering,
    };
  });
}

function fingerprintOf({ runs, tree }: Verified, cases: TestCase[], attempt: number): string {
  const { outsideFence } = tree;
  return failureFingerprint(
    failingCases({ cases: cases.map(toProofCase), runs, attempt, outsideFence }),
  );
}
