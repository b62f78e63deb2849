// Hands the verified tree over: one commit on the job's branch, the report as the PR's body, a check
// run. Only what GitHub shows when asked again counts as published.
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import type { EffectContext, EffectFunction, EffectOf } from '../engine/effects/port.ts';
import { AppError } from '../errors.ts';
import type { CommitFile } from '../github/port.ts';
import { authoredFiles } from '../proof/case.ts';
import { pullRequestTitle, reportCheck } from '../proof/markdown/check-run.ts';
import { reportBody } from '../proof/markdown/report-body.ts';
import { readReport } from '../proof/read-report.ts';
import type { Report } from '../proof/report.ts';
import { buildVerificationTree } from '../proof/verification-tree.ts';
import type { StepDeps } from './deps.ts';
import { openPullRequest, putStatus } from './publisher.ts';
import { readBase, readPlan } from './thread.ts';

type Context = EffectContext<EffectOf<'publish'>>;

export function createPublishStep(deps: StepDeps): EffectFunction<'publish'> {
  return async (context) => {
    const { id: jobId } = context.record.job;
    await putStatus(deps, jobId);
    const { id, report } = await readVerified(deps, context);
    const headSha = await publishTree(deps, context);
    const { thread, repository } = await readBase(deps, jobId);
    const pull = await openPullRequest(deps, jobId);
    const body = reportBody(report, deps.redact);
    await deps.github.updatePullRequest(repository, pull.number, { body });
    const { conclusion, title, summary } = reportCheck(report, deps.redact);
    const check = { sha: headSha, status: 'completed', conclusion, title, summary } as const;
    await deps.github.putCheckRun(repository, check);
    await readBack(deps, { repository, number: pull.number, headSha, body });
    await deps.store.transaction(async ({ proof }) => await proof.markPublished(id));
    deps.log.info({ jobId, pull: pull.number, branch: thread.branch }, 'published');
    return { type: 'published' };
  };
}

async function readVerified(
  deps: StepDeps,
  { record, effect }: Context,
): Promise<{ id: string; report: Report }> {
  const reports = await deps.store.transaction(
    async ({ proof }) => await proof.reportsOfJob(record.job.id),
  );
  const stored = reports.find(({ attemptNumber }) => attemptNumber === effect.attempt);
  const report = stored && readReport(stored.content);
  if (stored?.isGatePassed !== true || report === undefined) {
    throw new AppError('INTERNAL_ERROR', { problem: 'There is no passed report to publish.' });
  }
  return { id: stored.id, report };
}

/** Exactly the tree that was verified, committed onto what the branch is now. */
async function publishTree(deps: StepDeps, { record, effect }: Context): Promise<string> {
  const { id: jobId } = record.job;
  const { thread, repository } = await readBase(deps, jobId);
  const { branch } = thread;
  const head = await deps.github.branchSha(repository, branch);
  // A run before this one was killed after its commit.
  if (thread.headSha !== undefined && head === thread.headSha) return thread.headSha;
  const { plan, stored } = await readPlan(deps, jobId);
  const { changes, cases } = await deps.store.transaction(async ({ files, proof }) => ({
    changes: await files.ofAttempt(jobId, effect.attempt),
    cases: await proof.casesOfPlan(stored.id),
  }));
  const tree = buildVerificationTree(plan, changes, authoredFiles(cases));
  const commit = await deps.github.commit(repository, {
    branch,
    parent: head ?? thread.baseSha,
    message: `${pullRequestTitle(plan.goal, deps.redact)}\n\nFor #${thread.issueNumber}, attempt ${effect.attempt}.`,
    files: tree.changes.map(toCommitFile),
  });
  await deps.store.transaction(async ({ threads }) => await threads.setHead(jobId, commit.sha));
  return commit.sha;
}

const MODES = { [0o644]: '100644', [0o755]: '100755', [0o120000]: '120000' } as const;

function toCommitFile(change: FileChange): CommitFile {
  if ('deleted' in change) return { path: change.path, deleted: true };
  const { path, mode, content } = change;
  return { path, mode: MODES[mode], content: Buffer.from(content, 'base64') };
}

async function readBack(
  deps: StepDeps,
  expected: {
    repository: Parameters<StepDeps['github']['pullRequest']>[0];
    number: number;
    headSha: string;
    body: string;
  },
): Promise<void> {
  const pull = await deps.github.pullRequest(expected.repository, expected.number);
  const isShown = pull.headSha === expected.headSha && plain(pull.body) === plain(expected.body);
  if (isShown && pull.isDraft && pull.state === 'open') return;
  throw new AppError('GITHUB_UNAVAILABLE', {
    problem: 'GitHub does not show the published commit and report yet.',
    details: { pull: expected.number, isDraft: pull.isDraft, state: pull.state },
  });
}

/** GitHub stores line breaks its own way. */
function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
