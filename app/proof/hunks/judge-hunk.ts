// Whether a test guards a hunk (decision 30), from the runs of the traced tests on its variants. Pure.
import type { ProofRun } from '../case.ts';
import { redKind } from '../output/red-kind.ts';

export const HUNK_VERDICTS = ['guarded', 'held', 'unguarded', 'inseparable', 'unmeasured'] as const;
export type HunkVerdict = (typeof HUNK_VERDICTS)[number];

export type VariantRuns = {
  variant: string;
  /** Of the traced tests on the head with this variant; empty when there was no time. */
  runs: readonly Pick<ProofRun, 'caseId' | 'exitCode' | 'output' | 'redKind'>[];
};

/**
 * A variant that does not load says nothing, as long as another does: in typed languages few bodies
 * fit. Without any variant there was nothing that could be put in the hunk's place.
 */
function verdictOf(variants: readonly VariantRuns[]): HunkVerdict {
  const outcomes = new Set(variants.map(outcomeOf));
  if (outcomes.has('green')) return 'unguarded';
  if (outcomes.has('not run')) return 'unmeasured';
  return outcomes.has('red') ? 'guarded' : 'inseparable';
}

/** In the records: the repository's own tests have no id. */
const OWN_SUITE = 'suite';

/**
 * The verdict, and the tests that noticed. `held`: undone nobody misses it, but whatever of it is
 * altered is noticed.
 */
export function judgeHunk(variants: readonly VariantRuns[]): {
  verdict: HunkVerdict;
  heldBy?: string[];
} {
  const units = variants.flatMap((one) => unitOf(one) ?? []);
  const verdict = verdictOf(variants.filter((one) => unitOf(one) === undefined));
  if (verdict === 'guarded') return { verdict, heldBy: heldBy(variants) };
  if (verdict !== 'unguarded' || !areNoticed(units)) return { verdict };
  return { verdict: 'held', heldBy: heldBy(units.map(({ one }) => one)) };
}

function heldBy(variants: readonly VariantRuns[]): string[] {
  const noticed = variants.flatMap(({ runs }) => runs.filter(isNoticed));
  const ids = new Set(noticed.map(({ caseId = OWN_SUITE }) => caseId));
  return [...ids].toSorted(inOrder);
}

type UnitRuns = { number: string; of: number; one: VariantRuns };

/** Names the variant in which one thing that a hunk says is altered in one way. */
export function unitName({ number, of, way }: { number: number; of: number; way: number }): string {
  return `unit ${number} of ${of} way ${way}`;
}

function unitOf(one: VariantRuns): UnitRuns | undefined {
  const [, number, of] = /:unit (\d+) of (\d+) way \d+$/.exec(one.variant) ?? [];
  return number === undefined ? undefined : { number, of: Number(of), one };
}

/** Of everything that the hunk says, one way at least: what was not run was not noticed. */
function areNoticed(units: readonly UnitRuns[]): boolean {
  const noticed = units.filter(({ one }) => outcomeOf(one) === 'red');
  return units.length > 0 && new Set(noticed.map(({ number }) => number)).size === units[0]?.of;
}

/** T2 before T10, the suite last. */
function inOrder(one: string, other: string): number {
  return numberOf(one) - numberOf(other);
}

function numberOf(id: string): number {
  return id === OWN_SUITE ? Infinity : Number(id.slice(1));
}

function isNoticed(run: VariantRuns['runs'][number]): boolean {
  const kind = redKind(run);
  return kind === 'assertion' || kind === 'error';
}

/** Red: a test ran and failed. Load: some could not run, and none that ran noticed. */
function outcomeOf({ runs }: VariantRuns): 'red' | 'load' | 'green' | 'not run' {
  if (runs.length === 0) return 'not run';
  const kinds = new Set(runs.map((run) => redKind(run)));
  if (kinds.has('assertion') || kinds.has('error')) return 'red';
  return kinds.has('load') ? 'load' : 'green';
}
