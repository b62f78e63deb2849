// Whether a pull request's head can be checked against the criteria of a job, and if not, why and
// what helps; and what a finished check says. Pure.
import type { PublicCode } from '../error-codes.ts';
import { whereItStands } from './commands.ts';
import { isImmutable, type Job } from './types.ts';

export type CheckFacts = {
  job: Job;
  /** Absent: the command was not said on a pull request. */
  headSha?: string;
  hasApprovedPlan: boolean;
  /** How many cases were written for that plan. */
  cases: number;
  /** Nothing is left to be run for the job now. */
  isAtRest: boolean;
  /** Another check of the same commit, if one has not ended: who asked for it. */
  underWay?: { requestedBy: string };
};

export type CheckObjection = { code: PublicCode; cause: string; help: string };

/** Undefined when it can be begun. */
export function objectionToCheck(facts: CheckFacts): CheckObjection | undefined {
  const { job, headSha, underWay } = facts;
  if (headSha === undefined) {
    return {
      code: 'VALIDATION_ERROR',
      cause: 'this is no pull request, so there is no commit to check',
      help: 'say `/verify` on the pull request',
    };
  }
  if (!facts.hasApprovedPlan) {
    return {
      code: 'JOB_STATE_INVALID',
      cause: `the job has no approved plan (${whereItStands(job)})`,
      help: 'say `/verify` again when a plan was approved and its tests are written',
    };
  }
  // The records of an ended job do not change any more, whatever is still told of it.
  if (!isImmutable(job.state) && !facts.isAtRest) {
    return {
      code: 'JOB_STATE_INVALID',
      cause: `the job is still at work (${whereItStands(job)})`,
      help: 'say `/verify` again when it waits for you or has ended',
    };
  }
  if (facts.cases === 0) {
    return {
      code: 'JOB_STATE_INVALID',
      cause: 'no tests were written for the approved plan yet',
      help: 'say `/verify` again when the job has come that far',
    };
  }
  if (underWay === undefined) return undefined;
  return {
    code: 'JOB_STATE_INVALID',
    cause: `a check of \`${headSha.slice(0, 7)}\`, asked for by \`${underWay.requestedBy}\`, is under way`,
    help: 'wait for its answer here, or push another commit',
  };
}

/** For a pull request that leads to no job at all. */
export const NO_PLAN: CheckObjection = {
  code: 'NOT_FOUND',
  cause: 'this pull request belongs to no job and names no issue with an approved plan',
  help: 'write `Fixes #12`, with the number of such an issue, into its description and say `/verify` again',
};

/** One sentence: the code, why, and what helps. */
export function objectionText({ code, cause, help }: CheckObjection): string {
  return `\`/verify\` was refused (\`${code}\`): ${cause}; ${help}.`;
}

/** One field, so that blocked excludes passed. */
export type CriterionProgress = { id: string; status: 'pending' | 'passed' | 'blocked' };

export type VerifyResult = 'all passed' | 'partial' | 'some blocked' | 'all blocked';

/** Undefined while a criterion is unchecked. */
export function verifyResult(
  criteria: readonly CriterionProgress[],
  verified: readonly string[],
): VerifyResult | undefined {
  if (!criteria.every(({ id }) => verified.includes(id))) return undefined;
  const blocked = criteria.filter(({ status }) => status === 'blocked').length;
  if (blocked > 0) return blocked === criteria.length ? 'all blocked' : 'some blocked';
  return criteria.every(({ status }) => status === 'passed') ? 'all passed' : 'partial';
}
