// What failed, for two readers: the fingerprint that tells identical failures, and the implementer,
// who gets the output of shown cases and of withheld ones only criterion and title. Pure.

import { type ProofCase, type ProofRun, runsOf } from './case.ts';
import type { Challenged } from './challenge/challenged.ts';
import type { FailingCase } from './fingerprint.ts';
import type { GateReason } from './gate.ts';
import { plainText, shortened } from './output/terminal-text.ts';

export type FailureFacts = {
  cases: readonly ProofCase[];
  runs: readonly ProofRun[];
  attempt: number;
  outsideFence: readonly string[];
  /** Why the gate did not let the attempt through. */
  reasons: readonly Pick<GateReason, 'rule' | 'message'>[];
  /** What further cases said. */
  challenged?: Challenged | undefined;
  /** Why the head could not be set up: then nothing ran there. */
  setup?: string | undefined;
};

export type ShownFailure =
  | { kind: 'case'; id: string; criterion: string; title: string; run: string; output: string }
  | { kind: 'withheld'; criterion: string; title: string }
  | { kind: 'suite'; output: string }
  | { kind: 'fence'; paths: readonly string[] }
  | { kind: 'gate'; message: string; help: string }
  | { kind: 'setup'; output: string };

/** Enough for a stack trace and a difference, little enough for twenty of them in one prompt. */
const OUTPUT_SHOWN = 8_000;

/** Input of `failureFingerprint`; withheld cases count as well, it never leaves the host. */
export function failingCases(facts: FailureFacts): FailingCase[] {
  const cases = redRuns(facts).map(({ one, red }) => ({ id: one.id, output: red.output }));
  const suite = redSuite(facts);
  return [
    ...cases,
    ...(suite === undefined ? [] : [{ id: 'suite', output: suite.output }]),
    ...facts.outsideFence.map((path) => ({ id: `fence ${path}`, output: '' })),
    ...unseen(facts).map(({ message }) => ({ id: message, output: '' })),
    ...broken(facts).map(({ criterion }) => ({ id: `challenge ${criterion}`, output: '' })),
    ...(facts.setup === undefined ? [] : [{ id: 'setup', output: facts.setup }]),
  ];
}

export function shownFailures(facts: FailureFacts): ShownFailure[] {
  const cases = redRuns(facts).map(({ one, red }): ShownFailure => {
    const { id, criterion, title, run, withheld } = one;
    if (withheld) return { kind: 'withheld', criterion, title };
    return { kind: 'case', id, criterion, title, run, output: shown(red.output) };
  });
  const suite = redSuite(facts);
  const { outsideFence, setup } = facts;
  return [
    ...(setup === undefined ? [] : [{ kind: 'setup' as const, output: shown(setup) }]),
    ...cases,
    ...(suite === undefined ? [] : [{ kind: 'suite' as const, output: shown(suite.output) }]),
    ...(outsideFence.length === 0 ? [] : [{ kind: 'fence' as const, paths: outsideFence }]),
    ...unseen(facts).map(({ rule, message }) => ({
      kind: 'gate' as const,
      message,
      help: HELP[rule as keyof typeof HELP] ?? HELP.load,
    })),
    ...broken(facts).map(({ criterion, title }) => ({
      kind: 'withheld' as const,
      criterion,
      title,
    })),
  ];
}

const HELP = {
  twin: 'The code under test must not end the process, touch assertions or read the tests.',
  load: 'What the plan asks for must be done by the code that was added.',
  notice: 'A test has to notice when what the changed code gives back is another value.',
  world: 'What the plan asks for must hold on every machine, at any date and for any user.',
  suite: 'The tests of the base must pass on the new code as they were on the base.',
};

/** What no red run shows. */
function unseen(facts: FailureFacts) {
  const isSuiteShown = redSuite(facts) !== undefined;
  return facts.reasons.filter(
    ({ rule }) =>
      rule === 'twin' ||
      rule === 'load' ||
      rule === 'world' ||
      rule === 'notice' ||
      (rule === 'suite' && !isSuiteShown),
  );
}

/** Further cases stay withheld: criterion and title are all that is told. */
function broken({ challenged }: FailureFacts) {
  return challenged?.cases.filter(({ result }) => result === 'failed') ?? [];
}

/** The first red run of every case that is red on the head. */
function redRuns({ cases, runs, attempt }: FailureFacts): { one: ProofCase; red: ProofRun }[] {
  const head = runsOf(runs, 'head', attempt);
  return cases.flatMap((one) => {
    const red = head.find(({ caseId, exitCode }) => caseId === one.id && exitCode !== 0);
    return red === undefined ? [] : [{ one, red }];
  });
}

/** A suite that was red before is no failure of this attempt. */
function redSuite({ runs, attempt }: FailureFacts): ProofRun | undefined {
  const isSuite = ({ caseId }: ProofRun) => caseId === undefined;
  const isRed = ({ exitCode }: ProofRun) => exitCode !== 0;
  const base = runsOf(runs, 'base').filter(isSuite);
  if (base.length === 0 || base.some(isRed)) return undefined;
  return runsOf(runs, 'head', attempt).find((run) => isSuite(run) && isRed(run));
}

function shown(output: string): string {
  return shortened(plainText(output), OUTPUT_SHOWN);
}
