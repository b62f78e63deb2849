// Which function runs which effect: the steps of the thread, and a refusal for what does not exist.
import { createAnnounceStep } from '../../steps/announce.ts';
import { createBaselineStep } from '../../steps/baseline.ts';
import type { StepDeps } from '../../steps/deps.ts';
import { createEstimateStep } from '../../steps/estimate.ts';
import { createDeepFixStep, createImplementStep } from '../../steps/implement.ts';
import { createPlanStep } from '../../steps/plan.ts';
import { createPublishStep } from '../../steps/publish.ts';
import { createRecoverStep, createReleaseStep } from '../../steps/recover.ts';
import { createVerifyStep } from '../../steps/verify.ts';
import { createWriteTestsStep } from '../../steps/write-tests.ts';
import { chooseStrategy } from './choose-strategy.ts';
import type { EffectFunctions } from './port.ts';
import { reserve } from './reserve.ts';
import { withToldFaults } from './told-faults.ts';
import { withRefusals } from './unavailable.ts';

export function createEffects(deps: StepDeps): EffectFunctions {
  const effects = withRefusals({
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
    announce: createAnnounceStep(deps),
  });
  return withToldFaults(effects);
}
