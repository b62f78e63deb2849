// What the cases depended on in another world, from stored runs alone: all differences at once, then
// one at a time on the head, and those that showed on the base. Pure.
import type { Plan } from '../../../sandbox/protocol/plan.ts';
import type { ProofRun } from '../case.ts';
import { normaliseLine } from '../fingerprint.ts';
import { compareSuites } from '../output/compare-suites.ts';
import { firstErrorLine } from '../output/first-error.ts';
import { redKind } from '../output/red-kind.ts';
import { besidesIn } from './besides.ts';
import {
  ALL_DIFFERENCES,
  BESIDES,
  CALLER,
  type Difference,
  isDifference,
  lookName,
  NEAR,
} from './differences.ts';
import { DOORS } from './doors.ts';
import type { World } from './words.ts';

type WorldRun = ProofRun & { hunk?: string | undefined };
type Look = Parameters<typeof lookName>[0];

export type WorldFacts = {
  /** On the head and on the base elsewhere, by their look; others are not looked at. */
  looks: readonly WorldRun[];
  /** On the base, in the usual world. */
  base: readonly ProofRun[];
  /** Criteria that promise to stay. */
  keep: ReadonlySet<string>;
  cases: readonly { id: string; criterion: string }[];
};

/** Undefined: nothing was looked at. */
export function judgeWorld(facts: WorldFacts): World | undefined {
  const varied = variedIn(facts.looks);
  if (varied === undefined) return undefined;
  const all = redIn(facts.looks, 'all');
  const excuses = new Map(varied.flatMap((one) => excuseEntry(facts, one)));
  const steady = steadyRed(facts.looks);
  const judged = steady.map((caseId) => ({ caseId, on: singles(facts.looks, caseId) }));
  const whole = excuseOf(facts, 'all');
  const dependent = judged.flatMap(({ caseId, on }) => {
    const left = on.filter((one) => !excuses.has(one));
    if (left.length > 0) return [{ caseId, on: left }];
    if (on.length > 0) return redIn(facts.looks, 'rest').has(caseId) ? [{ caseId, on: [] }] : [];
    return whole === undefined ? [{ caseId, on: [] }] : [];
  });
  const isWhole = whole !== undefined && judged.some(({ on }) => on.length === 0);
  return {
    varied,
    notVaried: ALL_DIFFERENCES.filter((one) => !varied.includes(one)),
    dependent: [...dependent, ...ofCaller(facts, new Set(dependent.map(({ caseId }) => caseId)))],
    excused: [
      ...Array.from(excuses, ([on, why]) => ({ on, why })),
      ...(isWhole ? [{ on: 'all', why: whole }] : []),
    ],
    unsteady: [...all].filter((id) => !steady.includes(id)).sort(),
    ...doorsIn(facts),
    ...besidesOfLooks(facts),
  };
}

function doorsIn({ looks }: WorldFacts): Pick<World, 'doors'> {
  const own = looks.filter(({ hunk }) => hunk === lookName(DOORS));
  const lines = [...new Set(own.flatMap(({ output }) => output.split('\n')))].sort();
  const doors = lines.flatMap((line) => {
    const [, door, path] = /^(\S+) (.+)$/.exec(line) ?? [];
    return door === undefined || path === undefined ? [] : [{ door, path }];
  });
  return doors.length === 0 ? {} : { doors };
}

function besidesOfLooks({ looks }: WorldFacts): Pick<World, 'besides'> {
  const own = looks.filter(({ hunk }) => hunk === lookName(BESIDES));
  const besides = besidesIn(own.map(({ output }) => output));
  return besides.length === 0 ? {} : { besides };
}

/** Cases whose calls are answered otherwise to a plain program. */
function ofCaller({ looks }: WorldFacts, known: ReadonlySet<string>): World['dependent'] {
  const red = [...redIn(looks, CALLER)].filter((id) => !known.has(id)).sort();
  return red.map((caseId) => ({ caseId, on: [CALLER] }));
}

/** Criteria that promise to stay. */
export function keptCriteria({ criteria }: Pick<Plan, 'criteria'>): Set<string> {
  return new Set(criteria.filter(({ kind }) => kind === 'keep').map(({ id }) => id));
}

/** As the sandbox told it; undefined when it was not asked. */
export function variedIn(looks: readonly WorldRun[]): Difference[] | undefined {
  const told = looks.find(({ hunk, caseId }) => hunk === lookName('all') && caseId === undefined);
  return told?.output.split('\n').flatMap((line) => {
    const name = /^varied (\w+)\r?$/.exec(line)?.[1] ?? '';
    return isDifference(name) ? [name] : [];
  });
}

/** Red each time they were run with all differences. */
export function steadyRed(looks: readonly WorldRun[]): string[] {
  const runs = looks.filter(({ hunk }) => hunk === lookName('all'));
  const red = [...redIn(runs, 'all')];
  return red.filter((id) => runs.every(({ caseId, exitCode }) => caseId !== id || exitCode !== 0));
}

/** Single differences that make a case red. */
export function singles(looks: readonly WorldRun[], caseId: string): Difference[] {
  return ALL_DIFFERENCES.filter((one) => redIn(looks, one).has(caseId));
}

function redIn(looks: readonly WorldRun[], look: Look): Set<string> {
  const runs = looks.filter(({ hunk }) => hunk === lookName(look));
  return new Set(
    runs.flatMap(({ caseId = '', exitCode }) => (exitCode === 0 || caseId === '' ? [] : [caseId])),
  );
}

function excuseEntry(facts: WorldFacts, one: Difference): [Difference, string][] {
  const why = excuseOf(facts, one);
  return why === undefined ? [] : [[one, why]];
}

/** Why the base depends on it too; undefined when it does not. */
export function excuseOf(facts: WorldFacts, what: Difference | 'all'): string | undefined {
  if (what === 'date') {
    const far = redIn(facts.looks, 'date');
    const near = redIn(facts.looks, NEAR);
    if (far.size > 0 && [...far].every((id) => near.has(id))) {
      return 'a few days make the same difference: only clocks that agree are needed';
    }
  }
  const runs = facts.looks.filter(({ hunk }) => hunk === lookName(what, 'base'));
  for (const run of runs) {
    const why = excuseBy(facts, run);
    if (why !== undefined) return why;
  }
  return undefined;
}

function excuseBy({ base, keep, cases }: WorldFacts, run: WorldRun): string | undefined {
  const before = base.find(({ caseId }) => caseId === run.caseId);
  if (before === undefined) return undefined;
  if (run.caseId === undefined) {
    const isRedder = before.exitCode === 0 && run.exitCode !== 0;
    const fails = isRedder || compareSuites(before, run).newlyFailing.length > 0;
    return fails ? 'the repository’s own tests fail there on the base' : undefined;
  }
  const { criterion = '' } = cases.find(({ id }) => id === run.caseId) ?? {};
  if (keep.has(criterion)) {
    const isRedder = before.exitCode === 0 && run.exitCode !== 0;
    return isRedder ? `${run.caseId} fails there on the base` : undefined;
  }
  // Red anyway: but not because nothing can be run there.
  const isLoad = redKind(run) === 'load';
  const isOther = redKind(before) !== 'load' || errorOf(before) !== errorOf(run);
  return isLoad && isOther ? `${run.caseId} cannot be loaded there on the base` : undefined;
}

function errorOf({ output }: ProofRun): string {
  return normaliseLine(firstErrorLine(output));
}
