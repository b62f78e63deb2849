// RECOVERY_PENDING: the attempts are kept where people can get them. Nothing was published, so the
// branch is base plus what people pushed already (decision 11).
import type { EffectFunction } from '../engine/effects/port.ts';
import type { StepDeps } from './deps.ts';
import { endLeftovers } from './tree/sandbox-use.ts';

export function createRecoverStep(deps: StepDeps): EffectFunction<'recover'> {
  return async ({ record }) => {
    const { id: jobId, attemptNumber } = record.job;
    await endLeftovers(deps, jobId);
    const changes = await deps.store.transaction(
      async ({ files }) => await files.ofAttempt(jobId, attemptNumber),
    );
    deps.log.info({ jobId, files: changes.length }, 'attempts kept');
    return { type: 'recovered', artifact: `attempt_files:${jobId}:${attemptNumber}` };
  };
}

/** The runner is lost: its sandbox is ended, with evidence. */
export function createReleaseStep(deps: StepDeps): EffectFunction<'release'> {
  return async ({ record }) => {
    await endLeftovers(deps, record.job.id);
    return { type: 'released' };
  };
}
