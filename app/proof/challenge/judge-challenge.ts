// What further cases say, and whether another round of them is asked for: from stored rows alone. A
// case and its reading belong to the plan; only its runs on the head belong to an attempt. Pure.
import type { Plan } from '../../../sandbox/protocol/plan.ts';
import { judgeBaseline } from '../baseline.ts';
import type { ProofRun } from '../case.ts';
import { statusOf } from '../matrix.ts';
import type { Challenged, ChallengedCase } from './challenged.ts';

/** Two in a row that pass, within so many. */
export const MOST_ROUNDS = 4;

/** Names the runs of a case: they are none of the plan's own cases. */
export function challengeRun(id: string, tree: 'base' | 'head'): string {
  return tree === 'base' ? `challenge.${id}@base` : `challenge.${id}`;
}

type Round = { attemptNumber: number; round: number; unreached?: string | undefined };
type Case = Pick<ChallengedCase, 'id' | 'title'> &
  Omit<Round, 'unreached'> & { criterionId: string; run: string };
type Reading = { caseId: string; attemptNumber: number; isPromised: boolean; reason: string };

/** What came after the attempt may be among it and is not looked at. */
export type ChallengeFacts = {
  wish: Challenged['wish'];
  attempt: number;
  plan: Plan;
  blocked: readonly string[];
  rounds: readonly Round[];
  /** Those of the plan. */
  cases: readonly Case[];
  readings: readonly Reading[];
  runs: readonly (ProofRun & { hunk?: string | undefined })[];
};

export function judgeChallenge(facts: ChallengeFacts): Challenged {
  const own = ownRounds(facts);
  const cases = saying(facts).map(({ judged }) => judged);
  const reached = own.filter(({ unreached }) => unreached === undefined).length;
  const said = new Set(cases.flatMap((one) => (one.result === 'dropped' ? [] : [one.criterion])));
  const open = challengedCriteria(facts).filter((id) => reached > 0 && !said.has(id));
  const unreached = whyUnreached(facts, own);
  return {
    wish: facts.wish,
    rounds: reached,
    cases,
    open,
    ...(unreached !== undefined && { unreached }),
  };
}

/** What can still be said of the head by asking more. */
export function wantsRound(facts: ChallengeFacts): boolean {
  const own = ownRounds(facts);
  if (own.some(({ unreached }) => unreached !== undefined)) return false;
  const isStopped = ({ judged }: Saying) =>
    judged.result === 'failed' || judged.result === 'unread';
  if (saying(facts).some(isStopped)) return false;
  if (facts.wish === 'once') return own.length === 0;
  return own.length < MOST_ROUNDS && !areTwoPassed(facts, own);
}

/** Red on the head, and nobody has said yet whether that is promised. */
export function unreadCases(facts: ChallengeFacts): string[] {
  return saying(facts).flatMap(({ judged }) => (judged.result === 'unread' ? [judged.id] : []));
}

/** Promised anew, and not taken out by a person. */
export function challengedCriteria({ plan, blocked }: Pick<ChallengeFacts, 'plan' | 'blocked'>) {
  const asked = plan.criteria.filter(({ id, kind }) => kind === 'new' && !blocked.includes(id));
  return asked.map(({ id }) => id);
}

type Saying = { judged: ChallengedCase; one: Case };

/** Of every case that was run. */
function saying(facts: ChallengeFacts): Saying[] {
  const asked = challengedCriteria(facts);
  return facts.cases
    .filter(({ attemptNumber, criterionId }) => {
      return attemptNumber <= facts.attempt && asked.includes(criterionId);
    })
    .flatMap((one) => {
      const judged = judgeCase(facts, one);
      return judged === undefined ? [] : [{ judged, one }];
    });
}

function judgeCase(facts: ChallengeFacts, one: Case): ChallengedCase | undefined {
  const { attempt, readings } = facts;
  const { id, criterionId: criterion, title } = one;
  const dropped = droppedBy(facts, one);
  if (dropped === undefined) return undefined;
  const known = { id, criterion, title };
  if (dropped !== '') return { ...known, result: 'dropped', why: dropped };
  const head = facts.runs.filter(
    (run) => run.hunk === challengeRun(id, 'head') && run.attemptNumber === attempt,
  );
  const status = statusOf(head);
  if (status === 'not run') return undefined;
  if (status === 'green') return { ...known, result: 'passed' };
  const reading = readings.find((read) => read.caseId === id && read.attemptNumber <= attempt);
  if (reading === undefined) return { ...known, result: 'unread' };
  if (reading.isPromised) return { ...known, result: 'failed' };
  return { ...known, result: 'disputed', why: reading.reason };
}

/** Why it says nothing on the base; empty: it does; undefined: it was not run there. */
export function droppedBy(
  { plan, attempt, runs }: Pick<ChallengeFacts, 'plan' | 'attempt' | 'runs'>,
  { id, criterionId: criterion, title, run: line }: Case,
): string | undefined {
  const base = runs
    .filter(({ hunk, attemptNumber = 0 }) => {
      return hunk === challengeRun(id, 'base') && attemptNumber <= attempt;
    })
    .map((run): ProofRun => Object.assign({}, run, { caseId: id, tree: 'base' as const }));
  if (base.length === 0) return undefined;
  const own = { id, criterion, title, run: line, withheld: true };
  const verdict = judgeBaseline(plan, [own], base);
  return verdict.passed ? '' : verdict.reasons.map(({ message }) => message).join('; ');
}

function ownRounds({ rounds, attempt }: ChallengeFacts): Round[] {
  return rounds.filter(({ attemptNumber }) => attemptNumber === attempt);
}

function areTwoPassed(facts: ChallengeFacts, own: readonly Round[]): boolean {
  const last = own.slice(-2);
  return last.length === 2 && last.every((round) => isPassed(facts, round));
}

/** Something was asked in it, and nothing is red. */
function isPassed(facts: ChallengeFacts, { attemptNumber, round }: Round): boolean {
  const results = saying(facts)
    .filter(({ one }) => one.attemptNumber === attemptNumber && one.round === round)
    .map(({ judged }) => judged.result)
    .filter((result) => result !== 'dropped');
  return results.length > 0 && results.every((result) => result === 'passed');
}

function whyUnreached(facts: ChallengeFacts, own: readonly Round[]): string | undefined {
  const why = own.find(({ unreached }) => unreached !== undefined)?.unreached;
  if (why !== undefined || facts.wish === 'once' || own.length < MOST_ROUNDS) return why;
  return areTwoPassed(facts, own) ? undefined : `no two of ${MOST_ROUNDS} rounds in a row passed`;
}
