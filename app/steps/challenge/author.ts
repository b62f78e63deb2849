// One round: a conversation in a sandbox with the base commit, like the test author's. Whatever ends
// it otherwise than with cases is no failure of the attempt: the report says that it was not reached.
import type { Submission } from '../../../sandbox/protocol/messages.ts';
import type { Plan } from '../../../sandbox/protocol/plan.ts';
import { toolsOfStep } from '../../../sandbox/protocol/tools.ts';
import { toStoredCases } from '../../proof/case.ts';
import {
  type ChallengeFacts,
  challengedCriteria,
  MOST_ROUNDS,
} from '../../proof/challenge/judge-challenge.ts';
import type { ChallengeCase } from '../../store/challenges.ts';
import type { AgentContext, AgentEnd, AgentOutcome } from '../agent/request.ts';
import { runAgent } from '../agent/run.ts';
import type { StepDeps } from '../deps.ts';
import { judgeTests } from '../judge-tests.ts';
import type { ActivePlan } from '../thread.ts';
import type { ChallengeContext } from './verified.ts';

type RoundRequest = {
  active: ActivePlan;
  facts: ChallengeFacts;
  /** How many cases the job has: the numbers go on. */
  known: number;
};

export async function askRound(
  deps: StepDeps,
  context: ChallengeContext,
  { active, facts, known }: RoundRequest,
): Promise<void> {
  const { record, effect, fence } = context;
  const { id: jobId } = record.job;
  const { attempt: attemptNumber } = effect;
  const round = facts.rounds.filter((one) => one.attemptNumber === attemptNumber).length + 1;
  const end = await converse(deps, context, { active, facts, round });
  const place = { jobId, planId: active.stored.id, attemptNumber, round };
  const why = end.isDone ? undefined : whyNot(end.outcome);
  const cases = end.isDone ? toCases(end.submission, place, known) : [];
  await deps.store.transaction(async ({ challenges }) => {
    await challenges.addRound(
      fence,
      { ...place, ...(why !== undefined && { unreached: why }) },
      cases,
    );
  });
}

async function converse(
  deps: StepDeps,
  context: ChallengeContext,
  { active, facts, round }: Pick<RoundRequest, 'active' | 'facts'> & { round: number },
): Promise<AgentEnd> {
  const { record, effect, signal } = context;
  const { job } = record;
  const { number, attempt } = effect;
  const own = { number, attempt, modelClass: job.modelClass, turns: job.budget.turnsPerStep };
  const agent: AgentContext = { ...context, effect: own };
  const asked = challengedCriteria(facts);
  const plan = {
    ...active.plan,
    criteria: active.plan.criteria.filter(({ id }) => asked.includes(id)),
  };
  const key = { step: 'challenge', ordinal: (attempt - 1) * MOST_ROUNDS + round - 1 } as const;
  const end = await runAgent(deps, agent, {
    ...key,
    input: challengerInput(plan, round),
    tools: toolsOfStep('challenge'),
    isPlanning: false,
    changes: [],
    submit: async (submission, sandbox) =>
      await judgeTests(deps, submission, { plan, sandbox, signal, isFurther: true }),
  });
  // One that was parked is not gone on with.
  await deps.store.transaction(async ({ sessions }) => {
    const known = await sessions.find({ jobId: job.id, ...key });
    if (known !== undefined) await sessions.end(known.id);
  });
  return end;
}

function toCases(
  submission: Submission,
  place: Pick<ChallengeCase, 'jobId' | 'planId' | 'attemptNumber' | 'round'>,
  known: number,
): ChallengeCase[] {
  if (submission.kind !== 'tests') return [];
  const { jobId, planId } = place;
  return toStoredCases({ planId, jobId, ...submission }).map(
    ({ isWithheld: _always, ...one }, index) =>
      Object.assign(one, place, { id: `C${known + index + 1}` }),
  );
}

function whyNot(outcome: AgentOutcome): string {
  switch (outcome.type) {
    case 'held':
      return outcome.reason === 'money'
        ? 'the dollars of this job are spent'
        : 'the agent that writes them asked people';
    case 'provider_quota_hit':
      return 'the quota at the provider of the models is used up';
    case 'unavailable':
      return 'the provider of the models does not answer';
    case 'effect_failed':
      return 'the provider of the models refuses';
    case 'session_error':
    case 'runner_died':
      return 'the agent that writes them ended without any';
  }
}

/** Rounds do not know of each other: each is pointed another way. */
const WAYS = [
  'Begin with other sizes and with the edges that the words draw.',
  'Begin with other kinds of input: what the words include and nobody thinks of first.',
  'Begin with several calls, and with everything the words say beside their first half.',
  'Begin with inputs that a table of known answers could not hold.',
];

function challengerInput({ goal, criteria, contract, suite }: Plan, round: number): string {
  const given = { goal, criteria, contract, ...(suite !== undefined && { suite }) };
  return [
    'The repository is at /workspace, on its base commit.',
    'Write further tests for the criteria of this plan and hand them over.',
    WAYS[(round - 1) % WAYS.length] ?? '',
    JSON.stringify(given, undefined, 2),
  ].join('\n\n');
}
