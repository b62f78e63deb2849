// Work that reaches outside the plan's fence although its author was told: a person lets the job change
// those paths too, or says no. The first time the next attempt is told; that is cheaper than a person.
import type { EffectContext, EffectOf } from '../engine/effects/port.ts';
import { authoredFiles } from '../proof/case.ts';
import { isWithinLimits } from '../proof/path-rules.ts';
import { readReport } from '../proof/read-report.ts';
import { buildVerificationTree } from '../proof/verification-tree.ts';
import type { AgentOutcome } from './agent/request.ts';
import type { StepDeps } from './deps.ts';
import { readPlan, readSettings } from './thread.ts';

type Context = EffectContext<EffectOf<'implement' | 'deep-fix'>>;

const MOST_NAMED = 10;

/** Undefined: nobody has to be asked. Asked again after every answer, until it is all said. */
export async function askToWiden(
  deps: StepDeps,
  context: Context,
): Promise<AgentOutcome | undefined> {
  const outside = await outsideAgain(deps, context);
  if (outside.length === 0) return undefined;
  const names = outside.slice(0, MOST_NAMED).map((path) => JSON.stringify(path));
  const more = outside.length > MOST_NAMED ? ` and ${outside.length - MOST_NAMED} more` : '';
  const ask = `The work changes ${names.join(', ')}${more}, which the approved plan does not name, also after it was told so. /widen with the path (a folder ends in a slash) lets the job change it; /deny sends the work back without it.`;
  return { type: 'held', reason: 'scope', ask };
}

async function outsideAgain(deps: StepDeps, { record, effect }: Context): Promise<string[]> {
  const { id: jobId, holdNumber } = record.job;
  const { reports, changes, answer } = await deps.store.transaction(async (records) => ({
    reports: await records.proof.reportsOfJob(jobId),
    changes: await records.files.ofAttempt(jobId, effect.attempt),
    answer: await records.holdAnswers.find(jobId, holdNumber),
  }));
  const before = reports.find(({ attemptNumber }) => attemptNumber === effect.attempt - 1);
  const wasTold = (readReport(before?.content)?.outsideFence ?? []).length > 0;
  if (!wasTold || answer?.kind === 'deny') return [];
  const { plan, stored } = await readPlan(deps, jobId);
  const cases = await deps.store.transaction(
    async ({ proof }) => await proof.casesOfPlan(stored.id),
  );
  const { paths: limits } = await readSettings(deps, jobId);
  const fence = { ...plan, limits };
  const { outsideFence } = buildVerificationTree(fence, changes, authoredFiles(cases));
  // What the settings forbid no answer can allow.
  return outsideFence.filter((path) => isWithinLimits(limits, path));
}
