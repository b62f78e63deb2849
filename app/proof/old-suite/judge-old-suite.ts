// The repository's own tests as on the base, against the head's code: what no longer passes, by name,
// from stored runs alone. Pure.

import { fileName } from '../../../sandbox/projects/place.ts';
import type { Plan } from '../../../sandbox/protocol/plan.ts';
import type { ProofRun } from '../case.ts';
import { compareSuites, type SuiteComparison } from '../output/compare-suites.ts';
import { announcedPaths } from './announced.ts';
import type { IsMaterial } from './material.ts';
import type { OldSuite } from './words.ts';

/** Names the runs of it in the records. */
export const OLD_SUITE = 'old-suite';

type LookRun = ProofRun & { hunk?: string | undefined };

export type OldSuiteFacts = {
  plan: Pick<Plan, 'suite' | 'changedTests'>;
  /** Of the implementer, as far as they are in the verified tree. */
  paths: readonly string[];
  /** They may be among the paths, as they were given: never part of the old suite. */
  authored: readonly { path: string }[];
  isMaterial: IsMaterial;
  /** On the base and on the head, the suite among them. */
  base: readonly ProofRun[];
  head: readonly ProofRun[];
  looks: readonly LookRun[];
};

/** Changed material of the tests: what goes back to the base, and what the plan announced. */
export function changedMaterial({
  plan,
  paths,
  authored,
  isMaterial,
}: Pick<OldSuiteFacts, 'plan' | 'paths' | 'authored' | 'isMaterial'>): Pick<
  OldSuite,
  'restored' | 'announced'
> {
  const approved = announcedPaths(plan);
  const given = new Set(authored.map(({ path }) => path));
  const own = paths.filter((path) => !given.has(path)).sort();
  return {
    restored: own.filter((path) => isMaterial(path) && !approved.has(path)),
    announced: own.filter((path) => approved.has(path)),
  };
}

/** Undefined: no material was changed, or it was not looked. */
export function judgeOldSuite(facts: OldSuiteFacts): OldSuite | undefined {
  const changed = changedMaterial(facts);
  const base = suiteIn(facts.base)[0];
  const head = suiteIn(facts.head)[0];
  const old = suiteIn(facts.looks.filter(({ hunk }) => hunk === OLD_SUITE));
  if (base === undefined || head === undefined) return undefined;
  if (changed.restored.length + changed.announced.length === 0) return undefined;
  if (changed.restored.length > 0 && old.length === 0) return undefined;
  const delivered = compareSuites(base, head);
  const seen = old.map((run) => compareSuites(base, run));
  const isUnknown = old.some(
    (run, index) => base.exitCode !== 0 && run.exitCode !== 0 && seen[index]?.by !== 'tests',
  );
  const failing = steady(seen.map((one) => notPassing(one, delivered, changed)));
  const away = new Set([...delivered.disappeared, ...delivered.newlySkipped]);
  const all = [...changed.restored, ...changed.announced];
  return {
    by: isUnknown ? 'nothing' : (seen[0] ?? delivered).by,
    ...changed,
    failing,
    hidden: failing.filter(
      (name) => away.has(name) && saysFile(name) && !all.some((path) => isAbout(name, path)),
    ),
    excused: excused([...away], seen, changed.announced),
  };
}

function suiteIn<T extends ProofRun>(runs: readonly T[]): T[] {
  return runs.filter(({ caseId }) => caseId === undefined);
}

/** In every run of it: a test that fails now and then says nothing of the code. */
function steady([first = [], ...others]: readonly string[][]): string[] {
  return first.filter((name) => others.every((one) => one.includes(name)));
}

/** What the suite as delivered says itself is not said twice. */
function notPassing(
  old: SuiteComparison,
  delivered: SuiteComparison,
  { announced }: Pick<OldSuite, 'announced'>,
): string[] {
  const isAnnounced = (name: string) => announced.some((path) => isAbout(name, path));
  const said = new Set([...delivered.disappeared, ...delivered.newlySkipped]);
  const failing = old.newlyFailing.filter(
    (name) => !delivered.newlyFailing.includes(name) && !isAnnounced(name),
  );
  const gone = [...old.disappeared, ...old.newlySkipped].filter((name) => !said.has(name));
  // With tests that were announced some are gone by approval: only of known files it is clear which.
  const lost = gone.filter(
    (name) => announced.length === 0 || (saysFile(name) && !isAnnounced(name)),
  );
  return [...failing, ...lost];
}

/** Gone also where nothing but the announced material is as delivered. */
function excused(
  away: readonly string[],
  seen: readonly SuiteComparison[],
  announced: readonly string[],
): string[] {
  if (announced.length === 0) return [];
  const isGone = (name: string) =>
    seen.every(({ disappeared, newlySkipped }) => [...disappeared, ...newlySkipped].includes(name));
  return away.filter(
    (name) => isGone(name) && (!saysFile(name) || announced.some((path) => isAbout(name, path))),
  );
}

/** With `::`, as `test_adds (tests.test_cart.Total.test_adds)`, or behind its file or class. */
const SAYS_FILE = /::|\([\w-]+(?:\.[\w-]+)+\)|^[\w/-]+\.[\w./-]+ > /;

function saysFile(name: string): boolean {
  return SAYS_FILE.test(name);
}

function isAbout(name: string, path: string): boolean {
  const stem = fileName(path).replace(/\.[^.]*$/, '');
  return name.includes(path) || name.split(/[^\w-]+/).includes(stem);
}
