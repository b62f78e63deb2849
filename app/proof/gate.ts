// The gate before DELIVERED (decision 31): every criterion traced, all green on the head, right on the
// base, the plan's fence kept, the existing suite no redder. Reasons are for people. Pure.
import { RUNS_AT_LEAST } from './baseline.ts';
import type { ProofRun } from './case.ts';
import { type Challenged, failedText } from './challenge/challenged.ts';
import { type CaseStatus, isRedByLoadOnly, type MatrixCase, type MatrixRow } from './matrix.ts';
import { hiddenText, type OldSuite } from './old-suite/words.ts';
import { redKind } from './output/red-kind.ts';
import { deafText, type Perturbed } from './perturb/words.ts';
import { dependenceText, type World } from './world/words.ts';

export const GATE_RULES = [
  'trace',
  'base',
  'head',
  'load',
  'twin',
  'world',
  'notice',
  'challenge',
  'fence',
  'suite',
  'blocked',
  'setup',
] as const;
type GateRule = (typeof GATE_RULES)[number];
export type GateReason = { rule: GateRule; message: string; criterion?: string; caseId?: string };
export type GateResult = { passed: boolean; reasons: GateReason[] };

/** A run on the head with something in it replaced. */
export type LookRun = Pick<ProofRun, 'caseId' | 'exitCode' | 'output' | 'redKind'>;

/** What was looked at beside the head itself. Absent: not looked, and then not asked about. */
export type Looks = {
  /** With every added function returning nothing, or where there is none each hunk undone alone. */
  hollow?: readonly LookRun[] | undefined;
  /** With tests that expect something else. */
  twins?: readonly LookRun[] | undefined;
  /** In another world. */
  world?: World | undefined;
  /** With other results of the changed code. */
  perturbed?: Perturbed | undefined;
  /** With all material of the tests as on the base. */
  oldSuite?: OldSuite | undefined;
  /** With further cases. */
  challenged?: Challenged | undefined;
};

export type GateFacts = Looks & {
  matrix: readonly MatrixRow[];
  outsideFence: readonly string[];
  /** The repository's own suite; absent when it has none. */
  suite?: { base: CaseStatus; head: CaseStatus; newlyFailing?: readonly string[] } | undefined;
  /** Why the head could not be set up; absent when it could. */
  setup?: string | undefined;
};

export function gate(facts: GateFacts): GateResult {
  const { matrix, outsideFence, suite, hollow, twins = [], setup } = facts;
  const active = matrix.filter(({ blocked }) => !blocked);
  const reasons: GateReason[] = [];
  if (active.length === 0) {
    reasons.push({ rule: 'blocked', message: 'Every criterion is blocked: nothing is proven.' });
  }
  // Nothing ran there, so nothing more is to be said of each test.
  if (setup === undefined) reasons.push(...active.flatMap(judgeRow));
  else reasons.push({ rule: 'setup', message: setup });
  if (hollow !== undefined) reasons.push(...active.flatMap((row) => judgeLoad(row, hollow)));
  reasons.push(...active.flatMap((row) => judgeTwins(row, twins)));
  reasons.push(...active.flatMap((row) => worldReasons(row, facts.world)));
  reasons.push(...active.flatMap((row) => deafReasons(row, facts.perturbed)));
  reasons.push(...active.flatMap((row) => challengeReasons(row, facts.challenged)));
  for (const path of outsideFence) {
    reasons.push({ rule: 'fence', message: `${path} was changed and is not in the plan.` });
  }
  if (setup === undefined && suite !== undefined) reasons.push(...judgeSuite(suite));
  if (facts.oldSuite !== undefined && facts.oldSuite.hidden.length > 0) {
    reasons.push({ rule: 'suite', message: hiddenText(facts.oldSuite) });
  }
  return { passed: reasons.length === 0, reasons };
}

const MOST_NAMED = 10;

/** It may be red already, but not redder: by names where they are known. */
function judgeSuite({
  base,
  head,
  newlyFailing = [],
}: NonNullable<GateFacts['suite']>): GateReason[] {
  if (base === 'green' && head !== 'green') {
    const message = `The repository’s own tests are green on the base and ${head} on the head.`;
    return [{ rule: 'suite', message }];
  }
  if (newlyFailing.length === 0) return [];
  const named = newlyFailing.slice(0, MOST_NAMED).join('; ');
  const more =
    newlyFailing.length > MOST_NAMED ? ` and ${newlyFailing.length - MOST_NAMED} more` : '';
  const message = `The repository’s own tests are redder on the head: ${named}${more}.`;
  return [{ rule: 'suite', message }];
}

function judgeRow({ criterion, kind, cases }: MatrixRow): GateReason[] {
  if (cases.length === 0) {
    return [{ rule: 'trace', criterion, message: `${criterion} has no test.` }];
  }
  return cases.flatMap((one) => {
    const about = { criterion, caseId: one.id };
    const base = baseProblem(kind, one);
    const head = headProblem(one);
    return [
      ...(base === undefined ? [] : [{ rule: 'base' as const, ...about, message: base }]),
      ...(head === undefined ? [] : [{ rule: 'head' as const, ...about, message: head }]),
    ];
  });
}

/** Red on the base by `load` alone shows no assertion: one must fail where all is there but empty. */
function judgeLoad(row: MatrixRow, hollow: readonly LookRun[]): GateReason[] {
  if (!isRedByLoadOnly(row)) return [];
  const { criterion, cases } = row;
  const own = hollow.filter(({ caseId }) => cases.some(({ id }) => id === caseId));
  const kinds = new Set(own.map((run) => redKind(run) ?? 'green'));
  if (kinds.has('assertion') || kinds.has('error')) return [];
  const seen = kinds.size === 0 ? 'no case was run' : `every case is ${[...kinds].join(' or ')}`;
  const message = `${criterion} was red on the base only because nothing could be loaded, and ${seen} on the head with all added functions returning nothing.`;
  return [{ rule: 'load', criterion, message }];
}

/** A test that stays green whatever it expects says nothing when it is green. */
function judgeTwins({ criterion, cases }: MatrixRow, twins: readonly LookRun[]): GateReason[] {
  return cases
    .filter(({ id }) => twins.some(({ caseId, exitCode }) => caseId === id && exitCode === 0))
    .map(({ id }) => ({
      rule: 'twin' as const,
      criterion,
      caseId: id,
      message: `${id} stays green on the head when it expects something else: nothing it says counts.`,
    }));
}

/** What is promised is promised everywhere. */
function worldReasons({ criterion, cases }: MatrixRow, world: World | undefined): GateReason[] {
  const own = world?.dependent.filter(({ caseId }) => cases.some(({ id }) => id === caseId)) ?? [];
  return own.map(({ caseId, on }) => {
    const message = dependenceText(caseId, criterion, on);
    return { rule: 'world' as const, criterion, caseId, message };
  });
}

/** What is promised to stay may be about what did not change. */
function deafReasons({ criterion, kind, cases }: MatrixRow, perturbed?: Perturbed): GateReason[] {
  if (kind === 'keep') return [];
  const deaf = perturbed?.cases.filter(({ isDeaf }) => isDeaf) ?? [];
  const isOwn = ({ caseId }: { caseId: string }) => cases.some(({ id }) => id === caseId);
  return deaf.filter(isOwn).map(({ caseId }) => {
    const message = deafText(caseId);
    return { rule: 'notice' as const, criterion, caseId, message };
  });
}

/** A promise that is broken with inputs nobody had tried. */
function challengeReasons({ criterion }: MatrixRow, challenged?: Challenged): GateReason[] {
  const failed = challenged?.cases.filter(({ result }) => result === 'failed') ?? [];
  const own = failed.filter((one) => one.criterion === criterion);
  return own.map((one) => {
    const message = failedText(one);
    return { rule: 'challenge' as const, criterion, caseId: one.id, message };
  });
}

function baseProblem(kind: MatrixRow['kind'], { id, base, baseRuns }: MatrixCase) {
  const wanted = kind === 'new' ? 'red' : 'green';
  if (base !== wanted) return `${id} is ${base} on the base and must be ${wanted}.`;
  return baseRuns < RUNS_AT_LEAST ? `${id} ran only once on the base.` : undefined;
}

function headProblem({ id, head, headWhy, headRuns }: MatrixCase): string | undefined {
  if (head === 'green') {
    return headRuns < RUNS_AT_LEAST ? `${id} ran only once on the head.` : undefined;
  }
  if (head === 'mixed') return `${id} is green in some runs on the head and red in others.`;
  const kind = headWhy === undefined ? '' : ` (${headWhy})`;
  return head === 'red' ? `${id} is red on the head${kind}.` : `${id} was not run on the head.`;
}
