// Which function runs which effect: the steps of the thread, and a refusal for what does not exist.

import type { EffectFunctions } from '../engine/effects/port.ts';
import { createAnnounceStep } from './announce.ts';
import { createBaselineStep } from './baseline.ts';
import { chooseStrategy } from './choose-strategy.ts';
import type { StepDeps } from './deps.ts';
import { createEstimateStep } from './estimate.ts';
import { createDeepFixStep, createImplementStep } from './implement.ts';
import { notifying } from './operator/notifying.ts';
import { createPlanStep } from './plan.ts';
import { createPublishStep } from './publish.ts';
import { putStatus } from './publisher.ts';
import { createRecoverStep, createReleaseStep } from './recover.ts';
import { reserve } from './reserve.ts';
import { withPromises } from './thread/keep-promise.ts';
import { withToldFaults } from './told-faults.ts';
import { withRefusals } from './unavailable.ts';
import { createVerifyStep } from './verify.ts';
import { createWriteTestsStep } from './write-tests.ts';

/** A state may begin it; this version has no part that does it. */
type NotYet = 'analysis-report';

export function createEffects(deps: StepDeps): EffectFunctions {
  const effects: Omit<EffectFunctions, NotYet> = {
    reserve,
    'choose-strategy': chooseStrategy,
    plan: createPlanStep(deps),
    'write-tests': createWriteTestsStep(deps),
    baseline: createBaselineStep(deps),
    implement: createImplementStep(deps),
    'deep-fix': createDeepFixStep(deps),
    estimate: createEstimateStep(deps),
    verify: createVerifyStep(deps),
    publish: createPublishStep(deps),
    recover: createRecoverStep(deps),
    release: createReleaseStep(deps),
    announce: notifying(deps, createAnnounceStep(deps)),
  };
  const show = async (jobId: string) => await putStatus(deps, jobId);
  return withPromises(withToldFaults(withRefusals(effects), deps), { ...deps, show });
}
