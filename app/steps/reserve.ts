// Reserves quota. Installations have no tiers yet, so there is nothing to run out of: the contract
// tier of self-hosted installations (decision 49) always has room.
import type { EffectFunction } from '../engine/effects/port.ts';

export const reserve: EffectFunction<'reserve'> = async () => ({ type: 'reserved' });
