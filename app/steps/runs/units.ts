// Where the plan promises nothing new: of every hunk and part that nobody misses, whether a test notices
// when one of the things it says is altered alone.
import type { EffectContext } from '../../engine/effects/port.ts';
import type { ChangedFile, HunkPlan } from '../../proof/hunks/hunk.ts';
import type { HunkVerdict } from '../../proof/hunks/judge-hunk.ts';
import { planUnits } from '../../proof/hunks/units.ts';
import { createDice } from '../../proof/twins/dice.ts';
import type { StepDeps } from '../deps.ts';
import { runVariants, type SeenVariants, type VariantRequest } from './variants.ts';

type UnitsRequest = {
  request: VariantRequest & { isKept: boolean; seed: string };
  files: readonly ChangedFile[];
  missed: readonly (Omit<HunkPlan, 'variants'> & { verdict: HunkVerdict })[];
  /** What was run before. */
  seen: SeenVariants;
  endsAt: number;
};

/** All runs by variant, those on units among them. */
export async function runUnits(
  deps: StepDeps,
  context: EffectContext,
  { request, files, missed, seen, endsAt }: UnitsRequest,
): Promise<SeenVariants['runs']> {
  const { isKept, seed, cases } = request;
  const open = missed.filter(
    ({ verdict, kind }) =>
      isKept && verdict === 'unguarded' && /^(?:changed|added-lines)$/.test(kind),
  );
  const variants = open.flatMap(({ id, ...plan }) => {
    const file = files.find(({ path }) => path === plan.path);
    const units = file === undefined ? [] : planUnits(file, plan, createDice(seed, id));
    return units.map(({ name, content }) => ({
      name: `${id}:${name}`,
      files: [{ path: plan.path, content }],
      cases,
      stopsEarly: true,
      asksSuite: true,
    }));
  });
  if (variants.length === 0) return seen.runs;
  const more = await runVariants(deps, context, { request, variants, endsAt });
  return new Map([...seen.runs, ...more.runs]);
}
