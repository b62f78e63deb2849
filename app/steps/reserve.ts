// Reserves quota. Installations have no tiers yet, so there is nothing to run out of: a
// self-hosted installation always has room.
import type { EffectFunction } from '../engine/effects/port.ts';

export const reserve: EffectFunction<'reserve'> = async () => ({ type: 'reserved' });
