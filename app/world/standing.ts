// How a job stands to the world: its twenty states and its holds, as far as what happens on GitHub
// tells them apart. A new state does not compile until it has a place here. Pure.
import type { Job, JobState } from '../job/types.ts';

export const STANDINGS = [
  /** Nothing was read yet. */
  'begun',
  'working',
  /** For people, as long as they like. */
  'waiting',
  /** For people, until a deadline: a hold would use it up. */
  'asked',
  /** The work is being packed or ended. */
  'winding',
  /** Waiting that has no state of its own. */
  'held',
  /** Over, unless a person revises the plan. */
  'given up',
  'delivered',
  'failed',
] as const;
export type Standing = (typeof STANDINGS)[number];

const STANDING_OF: Record<JobState, Exclude<Standing, 'held'>> = {
  PENDING: 'begun',
  QUOTA_RESERVING: 'begun',
  ANALYZING: 'working',
  GENERATING_ANALYSIS_REPORT: 'working',
  WAITING_STRATEGY: 'waiting',
  WAITING_SPEC_APPROVAL: 'waiting',
  GENERATING_TESTS: 'working',
  BASELINE_VALIDATION: 'working',
  BASELINE_VALIDATION_FAILED: 'waiting',
  REFACTORING: 'working',
  SELF_HEALING: 'working',
  WAITING_ESCALATION_DECISION: 'asked',
  WAITING_INTERVENTION: 'waiting',
  DEEP_FIX_ACTIVE: 'working',
  USER_INTERVENING: 'waiting',
  RECOVERY_PENDING: 'winding',
  FALLBACK_REQUIRED: 'given up',
  CLIENT_HEARTBEAT_LOST: 'winding',
  DELIVERED: 'delivered',
  FAILED: 'failed',
};

export function standingOf({ state, hold }: Pick<Job, 'state' | 'hold'>): Standing {
  return hold === undefined ? STANDING_OF[state] : 'held';
}
