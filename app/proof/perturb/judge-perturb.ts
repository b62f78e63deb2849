// What each case noticed of what was altered, from stored runs alone. A run says in its first line,
// which the host wrote, what was noted of it outside the sandbox. Pure.
import type { Alteration } from '../../../sandbox/syntax/code/perturb.ts';
import type { ProofRun } from '../case.ts';
import type { Perturbed, PerturbedCase } from './words.ts';

type PerturbRun = Pick<ProofRun, 'caseId' | 'exitCode' | 'output'> & { hunk?: string | undefined };

const PERTURB = 'perturb';
/** Of these a case has to notice; the others tell what it looks at. */
const TYPED = ['other', 'one', 'more'] as const;

/** Names the runs with it. */
export function perturbName(alteration: Alteration): string {
  return `${PERTURB} ${alteration}`;
}

export function isPerturbRun({ hunk = '' }: { hunk?: string | undefined }): boolean {
  return hunk.startsWith(`${PERTURB} `);
}

/** The output of a run, with what was noted of it. */
export function withMarks(marks: readonly string[], output: string): string {
  return `noted: ${marks.join(', ')}\n${output}`;
}

function marksOf({ output }: Pick<PerturbRun, 'output'>): Set<string> {
  const [, line = ''] = /^noted: ([^\n]*)/.exec(output) ?? [];
  return new Set(line.split(', '));
}

/** What there is to alter, by the run that altered nothing; none: it did not reach, or was red. */
export function alterable(plain: PerturbRun): { kinds: Alteration[]; isDeep: boolean } {
  const marks = plain.exitCode === 0 ? marksOf(plain) : new Set<string>();
  const of = (where: string) =>
    TYPED.filter((kind) => marks.has(`${where} ${kind}`) || marks.has(`${where} ${kind} thrown`));
  const outer = of('gives');
  return outer.length > 0 ? { kinds: outer, isDeep: false } : { kinds: of('inner'), isDeep: true };
}

/** Undefined: nothing was looked at. */
export function judgePerturbed(
  runs: readonly PerturbRun[],
  unaltered: readonly string[] = [],
): Perturbed | undefined {
  const own = runs.filter((run) => isPerturbRun(run) && run.caseId !== undefined);
  if (own.length === 0 && unaltered.length === 0) return undefined;
  const byCase = Map.groupBy(own, ({ caseId = '' }) => caseId);
  const cases = Array.from(byCase, ([caseId, some]) => judgeCase(caseId, some));
  // They were run side by side: whichever ended first.
  cases.sort((one, other) => (one.caseId < other.caseId ? -1 : 1));
  return { cases, unaltered: [...unaltered] };
}

function judgeCase(caseId: string, runs: readonly PerturbRun[]): PerturbedCase {
  const of = (kind: Alteration) => runs.find(({ hunk }) => hunk === perturbName(kind));
  const plain = of('plain');
  const applied = TYPED.flatMap((kind) => {
    const run = of(kind);
    const marks = run === undefined ? new Set<string>() : marksOf(run);
    const isValue = marks.has('altered');
    return run !== undefined && (isValue || marks.has('altered thrown')) ? [{ run, isValue }] : [];
  });
  const others = applied.filter(({ run, isValue }) => isValue && run.hunk === perturbName('other'));
  const isUsed = isNoticed(of('nothing')) && !isNoticed(of('first'));
  const noticed = applied.filter(({ run }) => run.exitCode !== 0).length;
  return {
    caseId,
    isSound: plain?.exitCode === 0,
    isReached: plain !== undefined && marksOf(plain).has('reached'),
    noticed,
    of: applied.length,
    isDeaf: isUsed && noticed === 0 && applied.some(({ isValue }) => isValue),
    isVague: isUsed && others.some(({ run }) => run.exitCode === 0),
  };
}

function isNoticed(run: PerturbRun | undefined): boolean {
  return run !== undefined && run.exitCode !== 0 && marksOf(run).has('altered');
}
