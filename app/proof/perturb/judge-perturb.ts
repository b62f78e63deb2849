// What each case noticed of what was altered, from stored runs alone. A run says in its first line,
// which the host wrote, what was noted of it outside the sandbox. Pure.
import type { Alteration } from '../../../sandbox/syntax/code/perturb.ts';
import type { ProofRun } from '../case.ts';
import type { Perturbed, PerturbedCase } from './words.ts';

type PerturbRun = Pick<ProofRun, 'caseId' | 'exitCode' | 'output' | 'redKind'> & {
  hunk?: string | undefined;
};

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
export function alterable(plain: PerturbRun): {
  kinds: Alteration[];
  isDeep: boolean;
  /** A function gave something more than once. */
  isAgain: boolean;
} {
  const marks = plain.exitCode === 0 ? marksOf(plain) : new Set<string>();
  const of = (where: string) =>
    TYPED.filter((kind) => marks.has(`${where} ${kind}`) || marks.has(`${where} ${kind} thrown`));
  const outer = of('gives');
  const isAgain = marks.has('again');
  if (outer.length > 0) return { kinds: outer, isDeep: false, isAgain };
  return { kinds: of('inner'), isDeep: true, isAgain };
}

/** Undefined: nothing was looked at. */
export function judgePerturbed(
  runs: readonly PerturbRun[],
  { unaltered = [], isBuilt }: Partial<Pick<Perturbed, 'unaltered' | 'isBuilt'>> = {},
): Perturbed | undefined {
  const own = runs.filter((run) => isPerturbRun(run) && run.caseId !== undefined);
  if (own.length === 0 && unaltered.length === 0) return undefined;
  const byCase = Map.groupBy(own, ({ caseId = '' }) => caseId);
  const cases = Array.from(byCase, ([caseId, some]) => judgeCase(caseId, some, isBuilt === true));
  // They were run side by side: whichever ended first.
  cases.sort((one, other) => (one.caseId < other.caseId ? -1 : 1));
  return { cases, unaltered: [...unaltered], ...(isBuilt && { isBuilt }) };
}

function judgeCase(caseId: string, runs: readonly PerturbRun[], isBuilt: boolean): PerturbedCase {
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
    ...(isBuilt && plain !== undefined && isUnbuilt(plain) && { isUnbuilt: true }),
    isReached: plain !== undefined && marksOf(plain).has('reached'),
    noticed,
    of: applied.length,
    isDeaf: isUsed && noticed === 0 && applied.some(({ isValue }) => isValue),
    isVague: isUsed && others.some(({ run }) => run.exitCode === 0),
    ...(isPatient(of('once')) && { isPatient: true }),
  };
}

/** Nothing of it ran. */
function isUnbuilt(run: PerturbRun): boolean {
  return run.exitCode !== 0 && run.redKind === 'load' && !marksOf(run).has('reached');
}

/** The first answer was wrong, and a later one was good enough. */
function isPatient(once: PerturbRun | undefined): boolean {
  return once?.exitCode === 0 && marksOf(once).has('altered');
}

function isNoticed(run: PerturbRun | undefined): boolean {
  return run !== undefined && run.exitCode !== 0 && marksOf(run).has('altered');
}
