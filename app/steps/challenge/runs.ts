// Further cases on the base and then on the head, each round in trees of its own, without any other
// authored file. Their runs are rows under a name of their own, so that no case of the plan has them.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { authoredFiles } from '../../proof/case.ts';
import {
  challengedCriteria,
  challengeRun,
  droppedBy,
} from '../../proof/challenge/judge-challenge.ts';
import { furtherLimit } from '../../proof/run-limit.ts';
import { buildVerificationTree } from '../../proof/verification-tree.ts';
import type { ChallengeCase } from '../../store/challenges.ts';
import type { TestRun } from '../../store/proof.ts';
import type { StepDeps } from '../deps.ts';
import { isAllRun, keepRuns, runCases } from '../runs/cases.ts';
import { type BaseTree, prepareBaseTree, prepareChangedTree } from '../tree/begin.ts';
import { withLaidTree } from '../tree/laid-tree.ts';
import type { StoredChallenge } from './facts.ts';
import type { ChallengeContext, Verified } from './verified.ts';

type Where = 'base' | 'head';
type RunRequest = Verified & StoredChallenge;

/** Whatever was not run yet; on the head only what says something on the base. */
export async function runChallenge(
  deps: StepDeps,
  context: ChallengeContext,
  { facts, cases, runs, ...request }: RunRequest,
): Promise<void> {
  const { kept, active } = request;
  const asked = challengedCriteria(facts);
  const own = cases.filter(({ planId, criterionId }) => {
    return planId === active.stored.id && asked.includes(criterionId);
  });
  const rounds = Map.groupBy(own, ({ attemptNumber, round }) => `${attemptNumber} ${round}`);
  for (const round of rounds.values()) {
    const files = authoredFiles(round);
    const onBase = { runs, cases: round, where: 'base', head: request.head, active } as const;
    const base = await runRound(deps, context, {
      ...onBase,
      tree: async () => ({ baseTree: await prepareBaseTree(deps, context), changes: files }),
    });
    const seen = { ...facts, runs: [...runs, ...base] };
    const telling = round.filter((one) => droppedBy(seen, one) === '');
    await runRound(deps, context, {
      ...onBase,
      cases: telling,
      where: 'head',
      tree: async () => await headTree(deps, context, { active, kept, files }),
    });
  }
}

type Tree = { baseTree: BaseTree; changes: readonly FileChange[] };

async function headTree(
  deps: StepDeps,
  context: ChallengeContext,
  {
    active,
    kept,
    files,
  }: Pick<Verified, 'active' | 'kept'> & { files: ReturnType<typeof authoredFiles> },
): Promise<Tree> {
  const { changes } = buildVerificationTree(active.plan, kept, files);
  return { baseTree: await prepareChangedTree(deps, context, changes), changes };
}

type Round = {
  cases: readonly ChallengeCase[];
  where: Where;
  runs: readonly TestRun[];
  tree: () => Promise<Tree>;
} & Pick<Verified, 'head' | 'active'>;

/** Answers with the rows as they are kept. */
async function runRound(
  deps: StepDeps,
  context: ChallengeContext,
  { cases, where, runs, tree, head, active }: Round,
): Promise<TestRun[]> {
  const { attempt: attemptNumber } = context.effect;
  const known = cases.flatMap(({ id: caseId }) =>
    runs
      .filter((run) => {
        const isNow = where === 'base' || run.attemptNumber === attemptNumber;
        return isNow && run.hunk === challengeRun(caseId, where);
      })
      .map((run) => Object.assign({ caseId }, run)),
  );
  if (isAllRun({ cases, suite: undefined, known })) return [];
  const { baseTree, changes } = await tree();
  const request = { purpose: 'challenge', baseTree, changes, read: async () => undefined };
  const added: TestRun[] = [];
  const store = keepRuns(deps, context.fence);
  await withLaidTree(deps, context, request, async (laid) => {
    await runCases(deps, context, {
      laid,
      key: {
        jobId: context.record.job.id,
        planId: active.stored.id,
        tree: 'hunk',
        attemptNumber,
      },
      cases,
      known,
      limitOf: () => furtherLimit(head),
      keep: async (...seen) => {
        const rows = seen.map((run) => toRow(run, where));
        added.push(...rows);
        await store(...rows);
      },
    });
  });
  return added;
}

/** Of the plan's own cases there is none of this name. */
function toRow({ caseId = '', ...run }: TestRun, where: Where): TestRun {
  return { ...run, hunk: challengeRun(caseId, where) };
}
