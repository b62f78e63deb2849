// ANALYZING: a read-only agent writes the plan; it becomes the body of the draft PR.

import type { RepositoryFacts } from '../../sandbox/projects/facts.ts';
import type { Submission, Verdict } from '../../sandbox/protocol/messages.ts';
import { Plan } from '../../sandbox/protocol/plan.ts';
import { toolsOfStep } from '../../sandbox/protocol/tools.ts';
import type { EffectFunction } from '../engine/effects/port.ts';
import { AppError } from '../errors.ts';
import { refusalOf } from '../github/port.ts';
import { factLines, suiteLine } from '../proof/detect/lines.ts';
import { type PublishRights, planProblems } from '../proof/hand-over.ts';
import { announcedOutside } from '../proof/old-suite/announced.ts';
import { isWithinLimits, type PathLimits } from '../proof/path-rules.ts';
import type { EffectiveSettings } from '../settings/schema.ts';
import { frozenOf } from '../text/frozen-text.ts';
import { wordsForAgent } from '../text/words-for-agents.ts';
import { runAgent } from './agent/run.ts';
import type { StepDeps } from './deps.ts';
import { openPullRequest, putStatus } from './publisher.ts';
import { type BasedThread, publishRights, readBase, readSettings } from './thread.ts';
import { readFacts } from './tree/facts.ts';

export function createPlanStep(deps: StepDeps): EffectFunction<'plan'> {
  return async (context) => {
    const { record, effect, fence, signal } = context;
    const { id: jobId } = record.job;
    if ((await openIfDrafts(deps, { jobId, fence })) === 'no_drafts') return NO_DRAFTS;
    await putStatus(deps, jobId);
    const based = await readBase(deps, jobId);
    const { known, isOurs } = await readKnown(deps, jobId, effect.number);
    // A run before this one was killed after it had proposed: the plan is there and paid for.
    if (known !== undefined && isOurs) return toPlanned(known.revisionToken, known.content);
    const settings = await readSettings(deps, jobId);
    const facts = await readFacts(deps, based, signal);
    const rights = await publishRights(deps, jobId);
    const end = await runAgent(deps, context, {
      step: 'plan',
      ordinal: known?.revision ?? 0,
      input: planInput(based, { revisions: effect.revise?.texts ?? [], settings, facts }),
      tools: toolsOfStep('plan'),
      isPlanning: true,
      changes: [],
      submit: async (submission) => takePlan(submission, settings.paths, rights),
    });
    if (!end.isDone) return end.outcome;
    const plan = withSuite(planOf(end.submission), facts);
    const revision = await propose(deps, {
      based,
      plan,
      fence,
      effect: effect.number,
      installationId: record.installationId,
    });
    return toPlanned(revision, plan);
  };
}

/** Asked before anything is spent: nobody opens what looks ready without a person's word. */
const NO_DRAFTS = {
  type: 'held',
  reason: 'no_drafts',
  ask: 'GitHub has no draft pull requests in this repository: private ones need a larger plan for them.',
} as const;

async function openIfDrafts(
  deps: StepDeps,
  claimed: { jobId: string; fence: number },
): Promise<'open' | 'no_drafts'> {
  try {
    await openPullRequest(deps, claimed);
    return 'open';
  } catch (error) {
    if (refusalOf(error) !== 'drafts-unsupported') throw error;
    return 'no_drafts';
  }
}

function takePlan(submission: Submission, limits: PathLimits, rights: PublishRights): Verdict {
  if (submission.kind !== 'plan')
    return { accepted: false, reasons: ['This step hands over a plan.'] };
  const outside = submission.plan.paths.filter((path) => !isWithinLimits(limits, path));
  if (outside.length > 0) {
    const problem = `The settings of the repository do not allow changes to ${outside.join(', ')}.`;
    return { accepted: false, reasons: [problem] };
  }
  const announced = announcedOutside(submission.plan).map(
    (path) =>
      `changedTests names ${path}, which is not within the plan's paths: add it to paths or leave it out.`,
  );
  const reasons = [...planProblems(submission.plan.paths, rights), ...announced];
  return reasons.length > 0 ? { accepted: false, reasons } : { accepted: true };
}

/** The plan that counts now, and whether this very effect proposed it. */
async function readKnown(deps: StepDeps, jobId: string, effect: number) {
  return await deps.store.transaction(async ({ plans, audit }) => {
    const known = await plans.active(jobId);
    const events = known === undefined ? [] : await audit.ofJob(jobId);
    const isOurs = events.some(
      ({ subjectId, action, detail }) =>
        subjectId === known?.id && action === 'proposed' && detail?.['effect'] === effect,
    );
    return { known, isOurs };
  });
}

function toPlanned(revision: string, plan: unknown) {
  const strategies = Plan.parse(plan).strategies.length;
  return { type: 'planned', revision, strategies } as const;
}

function planOf(submission: Submission): Plan {
  if (submission.kind === 'plan') return submission.plan;
  throw new AppError('INTERNAL_ERROR', { problem: 'The session ended well without a plan.' });
}

async function propose(
  deps: StepDeps,
  request: {
    based: BasedThread;
    plan: Plan;
    fence: number;
    effect: number;
    installationId: number;
  },
): Promise<string> {
  const { thread } = request.based;
  const { jobId, issueDigest } = thread;
  const token = deps.newId();
  const id = deps.newId();
  await deps.store.transaction(async (records) => {
    const before = await records.plans.active(jobId);
    const stored = await records.plans.propose({
      id,
      jobId,
      revisionToken: token,
      content: request.plan,
      issueDigest,
      fence: request.fence,
      criteria: request.plan.criteria,
    });
    for (const changed of [before?.id, stored.id]) {
      if (changed === undefined) continue;
      await records.audit.append({
        installationId: request.installationId,
        actor: 'planner',
        subject: 'plan',
        subjectId: changed,
        jobId,
        action: changed === stored.id ? 'proposed' : 'superseded',
        detail: { revision: stored.revision, effect: request.effect },
      });
    }
  });
  return token;
}

/** Where the planner names no suite, the one that was found. */
function withSuite(plan: Plan, facts: RepositoryFacts): Plan {
  const suite = plan.suite ?? suiteLine(facts);
  return suite === undefined ? plan : { ...plan, suite };
}

type PlanFacts = {
  revisions: readonly string[];
  settings: EffectiveSettings;
  facts: RepositoryFacts;
};

function planInput({ thread }: BasedThread, { revisions, settings, facts }: PlanFacts): string {
  const asked = revisions.map((text, index) => `Change asked for (${index + 1}): ${text}`);
  return [
    'The repository is at /workspace, on its base commit. Write the plan for this issue.',
    ...limitLines(settings.paths),
    ...factLines(facts, settings),
    ...wordsForAgent(frozenOf(thread)),
    ...asked,
  ].join('\n');
}

function limitLines({ allow, protect }: PathLimits): string[] {
  return [
    ...(allow.length === 0 ? [] : [`Only these paths may be changed: ${allow.join(', ')}.`]),
    ...(protect.length === 0 ? [] : [`These paths must not be changed: ${protect.join(', ')}.`]),
  ];
}
