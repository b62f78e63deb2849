// The honest answer of an effect whose part this installation does not have.

import type { EffectFunctions } from '../engine/effects/port.ts';
import { ERRORS } from '../error-codes.ts';
import { EFFECT_KINDS } from '../job/effects.ts';

/** Effects that exist, and a refusal for each that does not. */
export function withRefusals(existing: Partial<EffectFunctions>): EffectFunctions {
  const refusals = EFFECT_KINDS.map((kind) => [
    kind,
    async () => ({
      type: 'effect_failed',
      detail: `EFFECT_UNAVAILABLE: ${kind}. ${ERRORS.EFFECT_UNAVAILABLE.message}`,
    }),
  ]);
  return { ...Object.fromEntries(refusals), ...existing };
}
