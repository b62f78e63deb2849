// A fault that trying again cannot mend, because people have to change a setting or the machine, ends
// the effect with its own words instead of being tried until nobody knows why.

import type { EffectContext, EffectFunctions } from '../engine/effects/port.ts';
import { type AppError, isForPeople } from '../errors.ts';
import type { StepDeps } from './deps.ts';

export function withToldFaults(
  effects: EffectFunctions,
  log: Pick<StepDeps['log'], 'warn'>,
): EffectFunctions {
  const told = Object.entries(effects).map(([kind, effect]) => [
    kind,
    async (context: EffectContext) => {
      try {
        // The table pairs each kind with its own function, so the effect fits.
        return await (effect as (context: EffectContext) => Promise<unknown>)(context);
      } catch (error) {
        if (!isForPeople(error)) throw error;
        log.warn({ jobId: context.record.job.id, effect: kind, error }, 'an effect cannot succeed');
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
