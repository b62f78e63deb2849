// The moments of a job that people must not miss, as it stands when they are told of it. Pure.
import type { HoldReason, Job, JobState } from './types.ts';

/** `plan`: it waits to be decided on. `question`: a person is asked. `hold`: something ran out. */
export const MOMENTS = ['plan', 'question', 'hold', 'end'] as const;
export type Moment = (typeof MOMENTS)[number];

const OF_HOLD: Record<HoldReason, Moment> = {
  question: 'question',
  permission: 'question',
  scope: 'question',
  no_drafts: 'question',
  money: 'hold',
  wall_time: 'hold',
  moved: 'hold',
  issue_edited: 'question',
  unavailable: 'hold',
  provider_quota: 'hold',
};

/** Where people who have to know are not those who brought it there. */
const OF_STATE: { readonly [S in JobState]?: Moment } = {
  WAITING_STRATEGY: 'plan',
  WAITING_SPEC_APPROVAL: 'plan',
  BASELINE_VALIDATION_FAILED: 'question',
  WAITING_ESCALATION_DECISION: 'question',
  WAITING_INTERVENTION: 'question',
  FALLBACK_REQUIRED: 'end',
  DELIVERED: 'end',
  FAILED: 'end',
};

/** `key` is the same as long as it is the same moment, however often it is told. */
export function momentOf(job: Job): { moment: Moment; key: string } | undefined {
  const { hold, state, planRevision = '', stateSince } = job;
  if (hold !== undefined) return { moment: OF_HOLD[hold.reason], key: `hold-${hold.number}` };
  const moment = OF_STATE[state];
  if (moment === undefined || job.revise !== undefined) return undefined;
  if (moment === 'plan') return { moment, key: `${state}-${planRevision}` };
  return { moment, key: `${state}-${stateSince}` };
}
