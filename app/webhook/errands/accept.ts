// `/accept`: the approval of a report is a row of its own, bound to the commit that was verified; then
// the pull request is marked ready, or it is said who has to.
import type { ErrandContext, ErrandEnd } from '../../engine/errands/port.ts';
import { AppError } from '../../errors.ts';
import type { Records } from '../../store/records.ts';
import { judgeAcceptance } from './acceptance.ts';
import { type ErrandsDeps, placeOf, refuse } from './deps.ts';

export async function runAccept(deps: ErrandsDeps, context: ErrandContext): Promise<ErrandEnd> {
  const { errand } = context;
  const { errand: said } = errand.request;
  const { thread, headSha, reports, approval } = await readFacts(deps, errand.jobId);
  if (approval !== undefined) {
    const by = `\`${approval.approvedBy}\` approved the report of \`${short(approval.commitSha)}\` already.`;
    return { outcome: { isRefused: false, say: by } };
  }
  const isOverride = said.type === 'accept' && said.isOverride;
  const judged = judgeAcceptance(reports, { isOverride, redact: deps.redact });
  if (!judged.ok) return refuse(`\`/accept\` was refused: ${judged.problem}.`);
  const { pullNumber } = thread;
  if (pullNumber === undefined || headSha === undefined) {
    return refuse('`/accept` was refused: there is no pull request.');
  }
  const pull = await deps.github.pullRequest(placeOf(errand.request), pullNumber);
  if (pull.state === 'closed') {
    return refuse(
      `\`/accept\` was refused: #${pullNumber} is closed. Reopen it, then say it again.`,
    );
  }
  if (pull.headSha !== headSha) return refuse(movedText(pull.headSha, headSha));
  return approve(deps, context, { reportId: judged.reportId, headSha, headline: judged.headline });
}

function movedText(headSha: string, verifiedSha: string): string {
  return `\`/accept\` was refused: the newest commit here is \`${short(headSha)}\`, and the report is about \`${short(verifiedSha)}\`. \`/verify\` checks the newest commit against the criteria; taken off again, the verified one can be accepted.`;
}

type Approved = { reportId: string; headSha: string; headline: string };

function approve(
  deps: ErrandsDeps,
  { errand, record }: ErrandContext,
  { reportId, headSha, headline }: Approved,
): ErrandEnd {
  const { sender, permission, errand: said } = errand.request;
  const id = deps.newId();
  const isOverride = said.type === 'accept' && said.isOverride;
  const approval = {
    id,
    jobId: errand.jobId,
    reportId,
    approvedBy: sender.login,
    approverId: sender.id,
    permission,
    commitSha: headSha,
    isOverride,
  };
  return {
    outcome: {
      isRefused: false,
      say: `\`${sender.login}\` (${permission}) approved the report of \`${short(headSha)}\`, “${headline}”.`,
      detail: { reportId, commitSha: headSha, permission, isOverride },
    },
    async write(records: Records) {
      if (!(await records.verdicts.approve(approval))) return;
      const subject = { subject: 'report_approval', subjectId: id, action: 'approved' };
      const detail = { reportId, commitSha: headSha, permission, isOverride };
      const { installationId } = record;
      const by = { installationId, actor: sender.login, jobId: errand.jobId };
      await records.audit.append({ ...by, ...subject, detail });
    },
  };
}

/** What is to be said beside the outcome. The acceptance counts whatever GitHub says to this. */
export async function markReady(deps: ErrandsDeps, { errand }: ErrandContext): Promise<string> {
  const { thread, approval } = await readFacts(deps, errand.jobId);
  const { pullNumber } = thread;
  if (approval === undefined || pullNumber === undefined) return '';
  await deps.refresh(errand.jobId);
  const repository = placeOf(errand.request);
  const pull = await deps.github.pullRequest(repository, pullNumber);
  if (pull.headSha !== approval.commitSha) {
    return 'Somebody has pushed since, so the pull request was not marked ready.';
  }
  const answer = pull.isDraft ? await deps.github.markReady(repository, pullNumber) : 'ready';
  if (answer === 'ready') return 'The pull request is ready for review.';
  return `GitHub does not let this App mark it ready: somebody with write access presses “Ready for review” at ${pull.url}.`;
}

async function readFacts(deps: ErrandsDeps, jobId: string) {
  return await deps.store.transaction(async ({ threads, movements, proof, verdicts }) => {
    const thread = await threads.find(jobId);
    if (thread === undefined) throw new AppError('NOT_FOUND', { details: { jobId } });
    const commits = await movements.commits(jobId);
    const headSha = commits.findLast(({ kind }) => kind === 'delivered')?.sha;
    const reports = await proof.reportsOfJob(jobId);
    return { thread, headSha, reports, approval: await verdicts.approvalOf(jobId) };
  });
}

function short(sha: string): string {
  return sha.slice(0, 7);
}
