// A single strategy is chosen by the system, inside WAITING_STRATEGY (decision 12).
import type { EffectFunction } from '../engine/effects/port.ts';

export const chooseStrategy: EffectFunction<'choose-strategy'> = async ({ effect }) => ({
  type: 'strategy_chosen',
  strategy: effect.strategy,
});
