// What a verification costs above its own commands, and what a second sandbox saves the hunk guard;
// both sides in the same run, in turn.
import type { Check } from '../support/figures.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import type { Bench } from './bench.ts';
import { measureGuard } from './proof/guard.ts';
import { measureVerification } from './proof/verification.ts';

export const proof: Bench = async (say): Promise<Check[]> => {
  await using postgres = await ownPostgres();
  const { url } = postgres;
  return [...(await measureVerification(url, say)), await measureGuard(url, say)];
};
