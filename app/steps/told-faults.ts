// A fault that trying again cannot mend, because people have to change a setting, the machine or
// something on GitHub, ends the effect with its own words instead of being tried until nobody knows
// why. What has no name gets the first line of its cause, so that what is given up says why.

import type { EffectContext, EffectFunctions } from '../engine/effects/port.ts';
import { AppError, isAppError, isForPeople } from '../errors.ts';
import type { StepDeps } from './deps.ts';

type ToldDeps = Pick<StepDeps, 'redact'> & { log: Pick<StepDeps['log'], 'warn'> };

export function withToldFaults(effects: EffectFunctions, deps: ToldDeps): EffectFunctions {
  const told = Object.entries(effects).map(([kind, effect]) => [
    kind,
    async (context: EffectContext) => {
      try {
        // The table pairs each kind with its own function, so the effect fits.
        return await (effect as (context: EffectContext) => Promise<unknown>)(context);
      } catch (error) {
        if (!isForPeople(error)) throw withCause(error, deps);
        const { id: jobId } = context.record.job;
        deps.log.warn({ jobId, effect: kind, error }, 'an effect cannot succeed');
        return { type: 'effect_failed', detail: detailOf(error) };
      }
    },
  ]);
  return Object.fromEntries(told) as EffectFunctions;
}

/** The problem with a setting names the setting and what to do. */
function detailOf({ code, message, hint }: AppError): string {
  return code === 'CONFIG_INVALID' ? message : `${code}: ${message} ${hint}`;
}

const LONGEST_CAUSE = 300;

/** Kept with the job and shown, so it is without secrets from here on. */
function withCause(error: unknown, { redact }: ToldDeps): unknown {
  if (isAppError(error) && error.code !== 'INTERNAL_ERROR') return error;
  const cause = isAppError(error) ? error.cause : error;
  if (cause === undefined) return error;
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'it is no error';
  const [line = ''] = redact(text).trim().split('\n');
  const own = isAppError(error) ? error.message : 'Something failed on our side.';
  return new AppError('INTERNAL_ERROR', {
    problem: `${own} The cause: ${line.slice(0, LONGEST_CAUSE)}`,
    cause: error,
  });
}
