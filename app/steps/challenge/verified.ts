// What is challenged, and for which effect. Types only.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { EffectContext, EffectOf } from '../../engine/effects/port.ts';
import type { TestRun } from '../../store/proof.ts';
import type { ActivePlan } from '../thread.ts';

export type ChallengeContext = EffectContext<EffectOf<'verify'>>;
export type Verified = {
  active: ActivePlan;
  /** What was verified, without any authored file. */
  kept: readonly FileChange[];
  /** Of the plan's own cases, on this tree. */
  head: readonly TestRun[];
};
