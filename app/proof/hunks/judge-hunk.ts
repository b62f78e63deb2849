// Whether a test guards a hunk (decision 30), from the runs of the traced tests on its variants. Pure.
import type { ProofRun } from '../case.ts';
import { redKind } from '../output/red-kind.ts';

export const HUNK_VERDICTS = ['guarded', 'unguarded', 'inseparable', 'unmeasured'] as const;
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

/** The verdict, and the tests that noticed. */
export function judgeHunk(variants: readonly VariantRuns[]): {
  verdict: HunkVerdict;
  heldBy?: string[];
} {
  const verdict = verdictOf(variants);
  if (verdict !== 'guarded') return { verdict };
  const noticed = variants.flatMap(({ runs }) => runs.filter(isNoticed));
  const ids = new Set(noticed.map(({ caseId = OWN_SUITE }) => caseId));
  return { verdict, heldBy: [...ids].toSorted(inOrder) };
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
