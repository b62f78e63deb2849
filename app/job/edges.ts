// The ways from state to state, with QUOTA_RESERVING between PENDING and ANALYZING, so that nothing is
// analysed without a reservation (decision 1). The database has the same list. Data only.
import { APPROVED_STATES, isTerminal, JOB_STATES, type JobState } from './types.ts';

type Edge = readonly [from: JobState, to: JobState];

const OWN_WAYS: readonly Edge[] = [
  ['PENDING', 'QUOTA_RESERVING'],
  ['QUOTA_RESERVING', 'ANALYZING'],
  ['ANALYZING', 'WAITING_STRATEGY'],
  ['ANALYZING', 'GENERATING_ANALYSIS_REPORT'],
  ['GENERATING_ANALYSIS_REPORT', 'WAITING_STRATEGY'],
  ['WAITING_STRATEGY', 'WAITING_SPEC_APPROVAL'],
  ['WAITING_SPEC_APPROVAL', 'GENERATING_TESTS'],
  ['GENERATING_TESTS', 'BASELINE_VALIDATION'],
  ['BASELINE_VALIDATION', 'REFACTORING'],
  ['BASELINE_VALIDATION', 'BASELINE_VALIDATION_FAILED'],
  ['BASELINE_VALIDATION_FAILED', 'WAITING_SPEC_APPROVAL'],
  ['REFACTORING', 'SELF_HEALING'],
  ['REFACTORING', 'DELIVERED'],
  ['REFACTORING', 'WAITING_ESCALATION_DECISION'],
  ['SELF_HEALING', 'DELIVERED'],
  ['SELF_HEALING', 'WAITING_INTERVENTION'],
  ['SELF_HEALING', 'RECOVERY_PENDING'],
  ['SELF_HEALING', 'WAITING_ESCALATION_DECISION'],
  ['WAITING_ESCALATION_DECISION', 'SELF_HEALING'],
  ['WAITING_INTERVENTION', 'DEEP_FIX_ACTIVE'],
  ['WAITING_INTERVENTION', 'USER_INTERVENING'],
  ['WAITING_INTERVENTION', 'SELF_HEALING'],
  ['DEEP_FIX_ACTIVE', 'SELF_HEALING'],
  ['DEEP_FIX_ACTIVE', 'WAITING_INTERVENTION'],
  ['USER_INTERVENING', 'SELF_HEALING'],
  ['RECOVERY_PENDING', 'FALLBACK_REQUIRED'],
  ['FALLBACK_REQUIRED', 'WAITING_SPEC_APPROVAL'],
  // The issue was edited after the approval, and a person wants a plan for the new words.
  ...APPROVED_STATES.map((from): Edge => [from, 'WAITING_SPEC_APPROVAL']),
];

/** Any state that is not terminal may lose its client or fail. */
const FROM_ANY: readonly Edge[] = JOB_STATES.filter((state) => !isTerminal(state)).flatMap(
  (from): Edge[] =>
    from === 'CLIENT_HEARTBEAT_LOST'
      ? [[from, 'FAILED']]
      : [
          [from, 'CLIENT_HEARTBEAT_LOST'],
          [from, 'FAILED'],
        ],
);

export const EDGES: readonly Edge[] = [...OWN_WAYS, ...FROM_ANY];

const NAMES: ReadonlySet<string> = new Set(EDGES.map(([from, to]) => `${from} ${to}`));

export function isEdge(from: JobState, to: JobState): boolean {
  return NAMES.has(`${from} ${to}`);
}
