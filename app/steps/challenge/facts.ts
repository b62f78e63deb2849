// What the records say of the further cases of a plan; also for a report that is made again.
import type { Challenge } from '../../proof/challenge/challenged.ts';
import type { ChallengeFacts } from '../../proof/challenge/judge-challenge.ts';
import type { ChallengeCase } from '../../store/challenges.ts';
import type { TestRun } from '../../store/proof.ts';
import type { Records } from '../../store/records.ts';
import { blockedCriteria } from '../report.ts';
import type { ActivePlan } from '../thread.ts';

type Wanted = {
  jobId: string;
  wish: Exclude<Challenge, 'off'>;
  attempt: number;
  active: { stored: Pick<ActivePlan['stored'], 'id'>; plan: ActivePlan['plan'] };
};

export type StoredChallenge = {
  facts: ChallengeFacts;
  /** All of the job: their numbers count through. */
  cases: ChallengeCase[];
  /** All of the plan. */
  runs: TestRun[];
};

export async function readChallenge(
  records: Records,
  { jobId, wish, attempt, active: { stored, plan } }: Wanted,
): Promise<StoredChallenge> {
  const { challenges, proof } = records;
  const cases = await challenges.cases(jobId);
  const runs = await proof.runsOfPlan(stored.id);
  return {
    cases,
    runs,
    facts: {
      wish,
      attempt,
      plan,
      blocked: await blockedCriteria(records, jobId),
      rounds: await challenges.rounds(jobId),
      cases: cases.filter(({ planId }) => planId === stored.id),
      readings: await challenges.readings(jobId),
      runs,
    },
  };
}
