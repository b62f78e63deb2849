// What a verification is about: the work as the plan's fence and its tests leave it, and what of others
// stands beside it.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { EffectContext, EffectOf } from '../../engine/effects/port.ts';
import { authoredFiles } from '../../proof/case.ts';
import { buildVerificationTree, type VerificationTree } from '../../proof/verification-tree.ts';
import type { TestCase } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import { type ActivePlan, readSettings } from '../thread.ts';
import { type Others, readOthers } from './others.ts';
import { readOwnWork } from './own-work.ts';

export type VerifiedWork = { changes: FileChange[]; tree: VerificationTree; others: Others };

export async function readWork(
  deps: StepDeps,
  context: EffectContext<EffectOf<'verify'>>,
  { active, cases }: { active: ActivePlan; cases: TestCase[] },
): Promise<({ ok: true } & VerifiedWork) | { ok: false; problem: string }> {
  const own = await readOwnWork(deps, context);
  if (!own.ok) return own;
  const { changes } = own;
  const { paths: limits } = await readSettings(deps, context.record.job.id);
  const tests = authoredFiles(cases);
  const tree = buildVerificationTree({ ...active.plan, limits }, changes, tests);
  const authored = new Set(tests.map(({ path }) => path));
  const others = await readOthers(deps, context, { ours: tree.changes, authored });
  return others.ok ? { ok: true, changes, tree, others } : others;
}
