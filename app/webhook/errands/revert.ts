// `/revert`: one commit on the branch that puts back what the delivered commit changed. The job stays
// as it is; what somebody changed since is never overwritten.
import { Plan } from '../../../sandbox/protocol/plan.ts';
import type { ErrandContext, ErrandEnd } from '../../engine/errands/port.ts';
import type { Reverted } from '../../github/shapes/port.ts';
import { authoredFiles } from '../../proof/case.ts';
import { code } from '../../proof/markdown/filter.ts';
import { buildVerificationTree } from '../../proof/verification-tree.ts';
import type { Records } from '../../store/records.ts';
import { type ErrandsDeps, placeOf, refuse } from './deps.ts';

const MOST_NAMED = 20;

export async function runRevert(deps: ErrandsDeps, { errand }: ErrandContext): Promise<ErrandEnd> {
  const { request, jobId } = errand;
  const delivered = await deps.store.transaction(
    async (records) => await readDelivered(records, jobId),
  );
  if (delivered === undefined) {
    return refuse('`/revert` was refused: this job has put no verified commit on a branch.');
  }
  const { branch, headSha, before, paths, pushed } = delivered;
  const place = placeOf(request);
  const theirs = pushed && new Set((await deps.github.movement(place, pushed)).paths);
  const mixed = paths.filter((path) => theirs?.has(path));
  const named = (some: readonly string[]) => namesOf(some, deps.redact);
  const words = { branch, headSha, named };
  if (mixed.length > 0) return refuseMixed(mixed, words);
  const done = await deps.github.revert(place, {
    branch,
    delivered: headSha,
    before,
    paths,
    message: `Revert what ${headSha.slice(0, 7)} changed\n\nAsked for by ${request.sender.login} with /revert.`,
  });
  return toEnd(done, words);
}

type Words = { branch: string; headSha: string; named(some: readonly string[]): string };

/** No commit has these files without ours and with theirs. */
function refuseMixed(paths: readonly string[], { headSha, named }: Words): ErrandEnd {
  return refuse(
    `\`/revert\` was refused: ${named(paths)} ${paths.length === 1 ? 'holds' : 'hold'} what somebody else put on the branch, merged with ours in \`${headSha.slice(0, 7)}\`. Take the change back by hand.`,
    { paths: paths.slice(0, MOST_NAMED) },
  );
}

function toEnd(done: Reverted, { branch, headSha, named }: Words): ErrandEnd {
  switch (done.kind) {
    case 'overlap':
      return refuse(
        `\`/revert\` was refused: ${named(done.paths)} ${done.paths.length === 1 ? 'was' : 'were'} changed since \`${headSha.slice(0, 7)}\`, and nobody's later work is overwritten. Put that back first, or take the change back by hand.`,
        { paths: done.paths.slice(0, MOST_NAMED) },
      );
    case 'branch-gone':
      return refuse(`\`/revert\` was refused: the branch \`${branch}\` is gone.`);
    case 'nothing':
      return {
        outcome: {
          isRefused: false,
          say: `The files are as they were before \`${headSha.slice(0, 7)}\` already, at \`${done.headSha.slice(0, 7)}\`.`,
        },
      };
    case 'reverted':
      return {
        outcome: {
          isRefused: false,
          say: `\`${done.sha.slice(0, 7)}\` takes back what \`${headSha.slice(0, 7)}\` changed: ${named(done.paths)}.`,
          detail: { commitSha: done.sha, delivered: headSha, files: done.paths.length },
        },
      };
  }
}

/** What is our own in the delivered commit: others' work in it is left alone. */
async function readDelivered(records: Records, jobId: string) {
  const thread = await records.threads.find(jobId);
  const commits = await records.movements.commits(jobId);
  const last = commits.findLast(({ kind }) => kind === 'delivered');
  const stored = await records.plans.approved(jobId);
  if (thread?.baseSha === undefined || last?.attemptNumber === undefined || stored === undefined) {
    return undefined;
  }
  const { branch, baseSha } = thread;
  const changes = await records.files.ofAttempt(jobId, last.attemptNumber);
  const cases = await records.proof.casesOfPlan(stored.id);
  const plan = Plan.parse(stored.content);
  const tree = buildVerificationTree(plan, changes, authoredFiles(cases));
  const seen = await records.movements.validation(jobId, last.attemptNumber);
  return {
    branch,
    headSha: last.sha,
    /** What the base got meanwhile is no change of ours. */
    before: seen?.base === 'joined' ? seen.tipSha : baseSha,
    paths: tree.changes.map(({ path }) => path),
    pushed: seen && seen.branchCommits > 0 ? { from: seen.ownSha, to: seen.branchSha } : undefined,
  };
}

function namesOf(paths: readonly string[], redact: ErrandsDeps['redact']): string {
  const names = paths.slice(0, MOST_NAMED).map((path) => code(path, redact));
  const rest = paths.length - names.length;
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
