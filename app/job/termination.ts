// When a run over criteria ends and what is said then: seed 001 §3.4 and §8.7–8.9, with a job's
// criteria as the deliverables. `verify` is the seed's read-only `sync`. Pure.

/** One field, so that blocked excludes passed. */
export type CriterionStatus = 'pending' | 'passed' | 'blocked';
/** `deprecatedAt`: dropped by a later revision; kept as a record, out of every evaluation. */
export type CriterionProgress = { id: string; status: CriterionStatus; deprecatedAt?: number };

type RunMode = 'run' | 'verify';
type EndReason =
  | 'interrupted'
  | 'quota_exceeded'
  | 'all_passed'
  | 'all_verified'
  | 'all_blocked'
  | 'max_iterations'
  | 'max_retries';

export type RunProgress = {
  mode: RunMode;
  isInterrupted: boolean;
  isQuotaExceeded: boolean;
  waitsForQuota: boolean;
  criteria: readonly CriterionProgress[];
  /** Ids marked in a verify run; absent until its first session has listed the criteria. */
  verified?: readonly string[];
  iterations: number;
  maxIterations?: number;
  consecutiveErrors: number;
  maxRetries: number;
};

type Termination = { ends: false } | { ends: true; reason: EndReason; isSuccess: boolean };

/** The conditions in the order of their priority; the first that holds decides. */
export function evaluateTermination(progress: RunProgress): Termination {
  if (progress.isInterrupted) return end('interrupted');
  if (progress.isQuotaExceeded && !progress.waitsForQuota) return end('quota_exceeded');
  const goal = progress.mode === 'run' ? runGoal(progress.criteria) : verifyGoal(progress);
  if (goal !== undefined) return end(goal);
  if (hasUsedIterations(progress)) return end('max_iterations');
  if (progress.consecutiveErrors > progress.maxRetries) return end('max_retries');
  return { ends: false };
}

function end(reason: EndReason): Termination {
  return { ends: true, reason, isSuccess: reason === 'all_passed' || reason === 'all_verified' };
}

function runGoal(criteria: readonly CriterionProgress[]): EndReason | undefined {
  const active = activeCriteria(criteria);
  if (active.length === 0) return undefined;
  const achievable = active.filter(({ status }) => status !== 'blocked');
  if (achievable.length === 0) return 'all_blocked';
  return achievable.every(({ status }) => status === 'passed') ? 'all_passed' : undefined;
}

function verifyGoal({ criteria, verified }: RunProgress): EndReason | undefined {
  if (verified === undefined) return undefined;
  const isDone = activeCriteria(criteria).every(({ id }) => verified.includes(id));
  return isDone ? 'all_verified' : undefined;
}

/** The first session of a verify run only lists what there is and always goes on to the second. */
function hasUsedIterations({ mode, verified, iterations, maxIterations }: RunProgress): boolean {
  if (maxIterations === undefined || (mode === 'verify' && verified === undefined)) return false;
  return iterations >= maxIterations;
}

function activeCriteria(criteria: readonly CriterionProgress[]): CriterionProgress[] {
  return criteria.filter(({ deprecatedAt }) => deprecatedAt === undefined);
}

export type VerifyResult = 'all passed' | 'partial' | 'some blocked' | 'all blocked';

/** What a finished verify run says (seed 001 §8.8); undefined while something is unchecked. */
export function verifyResult(
  criteria: readonly CriterionProgress[],
  verified: readonly string[],
): VerifyResult | undefined {
  const active = activeCriteria(criteria);
  if (!active.every(({ id }) => verified.includes(id))) return undefined;
  const blocked = active.filter(({ status }) => status === 'blocked').length;
  if (blocked > 0) return blocked === active.length ? 'all blocked' : 'some blocked';
  return active.every(({ status }) => status === 'passed') ? 'all passed' : 'partial';
}

/** Undefined when it may be set; else why not. A person's confirmation is RULINGS 6. */
export function objectionToStatus(
  criterion: CriterionProgress,
  status: CriterionStatus,
  confirmedBy?: string,
): string | undefined {
  if (criterion.deprecatedAt !== undefined) return `${criterion.id} was dropped from the plan`;
  if (status !== 'blocked') return undefined;
  if (criterion.status === 'passed') return `${criterion.id} has passed and so is not blocked`;
  if (confirmedBy === undefined || confirmedBy === '') {
    return `${criterion.id} is blocked only when a person has confirmed the cause`;
  }
  return undefined;
}

type EndFacts = {
  criteria: readonly CriterionProgress[];
  maxIterations?: number;
  /** What the last session broke with. */
  error?: string;
};

/** The six end messages of seed 001 §8.9, and the error itself when the retries are used up. */
export function endMessage(reason: EndReason, facts: EndFacts): string {
  return END_MESSAGES[reason](facts, activeCriteria(facts.criteria).length);
}

const END_MESSAGES: Record<EndReason, (facts: EndFacts, count: number) => string> = {
  all_passed: () => 'All achievable deliverables passed',
  all_verified: (_facts, count) => `All ${count} deliverables verified`,
  all_blocked: (_facts, count) => `All ${count} deliverables are blocked`,
  max_iterations: ({ maxIterations = 0 }) => `Max iterations (${maxIterations}) reached`,
  quota_exceeded: () => 'Quota exceeded',
  interrupted: () => 'User interrupted',
  max_retries: ({ error = 'Too many session errors in a row' }) => error,
};

type OverallFacts = {
  mode: RunMode;
  sessions: number;
  criteria: readonly CriterionProgress[];
  verified?: readonly string[];
  costUsd: number;
  durationMs: number;
};

/** The last line of every run, however it ended. */
export function overallLine(facts: OverallFacts): string {
  const active = activeCriteria(facts.criteria);
  const isDone = ({ id, status }: CriterionProgress) =>
    facts.mode === 'run' ? status === 'passed' : (facts.verified ?? []).includes(id);
  const done = active.filter(isDone).length;
  const words = facts.mode === 'run' ? 'deliverables passed' : 'verified';
  const cost = `cost=$${facts.costUsd.toFixed(4)}`;
  const duration = `duration=${formatDuration(facts.durationMs)}`;
  return `Overall: ${facts.sessions} session(s), ${done}/${active.length} ${words}, ${cost}, ${duration}`;
}

/** Seed 001 §3.5: parts that are zero are left out. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1000);
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ];
  const shown = parts.filter(([value]) => value > 0).map(([value, unit]) => `${value}${unit}`);
  return shown.length === 0 ? '0s' : shown.join(' ');
}
