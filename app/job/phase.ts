// The phase as a projection of state and step (decision 10). It is computed, never stored, so it
// cannot disagree with the state. Pure.
import type { Job, JobState } from './types.ts';

export const PHASES = ['idle', 'planning', 'implement', 'test', 'verify', 'done'] as const;
export type Phase = (typeof PHASES)[number];

/**
 * `isAccepted`: a person accepted it; a row of its own, since a DELIVERED job never changes.
 * The fresh-sandbox run is `test`, and as only its pass leads to `publish`, so is that step: there
 * is no way from implement to verify around it. States that wind the work down are idle.
 */
export function phaseOf({ state, step }: Pick<Job, 'state' | 'step'>, isAccepted: boolean): Phase {
  if (step === 'verify' || step === 'publish') return 'test';
  return state === 'DELIVERED' && isAccepted ? 'done' : PHASE_OF[state];
}

const PHASE_OF: Record<JobState, Phase> = {
  PENDING: 'idle',
  QUOTA_RESERVING: 'idle',
  ANALYZING: 'planning',
  GENERATING_ANALYSIS_REPORT: 'planning',
  WAITING_STRATEGY: 'planning',
  WAITING_SPEC_APPROVAL: 'planning',
  GENERATING_TESTS: 'implement',
  BASELINE_VALIDATION: 'implement',
  BASELINE_VALIDATION_FAILED: 'implement',
  REFACTORING: 'implement',
  SELF_HEALING: 'implement',
  WAITING_ESCALATION_DECISION: 'implement',
  WAITING_INTERVENTION: 'implement',
  DEEP_FIX_ACTIVE: 'implement',
  USER_INTERVENING: 'implement',
  RECOVERY_PENDING: 'idle',
  FALLBACK_REQUIRED: 'idle',
  CLIENT_HEARTBEAT_LOST: 'idle',
  DELIVERED: 'verify',
  FAILED: 'idle',
};
