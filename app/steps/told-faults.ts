// A fault that trying again cannot mend, because people have to change a setting, ends the effect with
// its own words instead of being tried until nobody knows why.

import type { EffectContext, EffectFunctions } from '../engine/effects/port.ts';
import { isAppError } from '../errors.ts';

export function withToldFaults(effects: EffectFunctions): EffectFunctions {
  const told = Object.entries(effects).map(([kind, effect]) => [
    kind,
    async (context: EffectContext) => {
      try {
        // The table pairs each kind with its own function, so the effect fits.
        return await (effect as (context: EffectContext) => Promise<unknown>)(context);
      } catch (error) {
        if (!isAppError(error, 'CONFIG_INVALID')) throw error;
        return { type: 'effect_failed', detail: error.problem ?? error.message };
      }
    },
  ]);
  return Object.fromEntries(told) as EffectFunctions;
}
