// Hands the verified tree over: one commit on the job's branch, the report as the PR's body, a check
// run. Its tree is the one that was verified, on the commit it was verified on; what moved meanwhile
// is verified again. Only what GitHub shows when asked again counts as published.
import type { FileChange } from '../../sandbox/protocol/cases.ts';
import type { EffectContext, EffectFunction, EffectOf } from '../engine/effects/port.ts';
import { AppError } from '../errors.ts';
import { refusalOf } from '../github/port.ts';
import { authoredFiles } from '../proof/case.ts';
import { reportAnnotations } from '../proof/markdown/annotations.ts';
import { pullRequestTitle, reportCheck } from '../proof/markdown/check-run.ts';
import { reportBody } from '../proof/markdown/report-body.ts';
import { withMerged } from '../proof/moved/merge-sides.ts';
import { readReport } from '../proof/read-report.ts';
import type { Report } from '../proof/report.ts';
import { buildVerificationTree } from '../proof/verification-tree.ts';
import type { BranchCommit, RebaseValidation } from '../store/movements.ts';
import { closeEarlier } from './branch/checks.ts';
import { commitOnto, treeWith } from './branch/commit.ts';
import { isStill, knownOthers } from './branch/others.ts';
import { ownCommits } from './branch/own-commits.ts';
import type { StepDeps } from './deps.ts';
import { openPullRequest, opensReady, putStatus, setBody } from './publisher.ts';
import { type BasedThread, readBase, readPlan } from './thread.ts';

type Context = EffectContext<EffectOf<'publish'>>;

export function createPublishStep(deps: StepDeps): EffectFunction<'publish'> {
  return async (context) => {
    const { id: jobId } = context.record.job;
    await putStatus(deps, jobId);
    const { id, report } = await readVerified(deps, context);
    const head = await publishTree(deps, context);
    if (head === undefined) return { type: 'moved' };
    const based = await readBase(deps, jobId);
    const shown = await show(deps, context, { based, head, report });
    if (shown === 'closed') return { type: 'moved', ask: CLOSED };
    if (shown === 'moved') return { type: 'moved' };
    await deps.store.transaction(async ({ proof }) => await proof.markPublished(id));
    deps.log.info({ jobId, branch: based.thread.branch }, 'published');
    return { type: 'published' };
  };
}

type Published = { based: BasedThread; head: BranchCommit; report: Report };
type Shown = 'as published' | 'moved' | 'closed';

const CLOSED =
  'Nothing was published: the pull request is closed. Reopen it, then say `/continue`: everything is verified again.';

/** Of what the branch is not at GitHub may not say that it is proven, whoever said so before. */
async function show(
  deps: StepDeps,
  context: Context,
  { based, head, report }: Published,
): Promise<Shown> {
  const { thread, repository } = based;
  await requireClaim(deps, context);
  const pull = await openPullRequest(deps, { jobId: thread.jobId, fence: context.fence });
  if (!(await isThere(deps, based, head))) return await unsay(deps, context);
  if (pull.state === 'closed') return 'closed';
  const body = reportBody(report, deps.redact);
  await deps.github.updatePullRequest(repository, pull.number, { body });
  const { conclusion, title, summary } = reportCheck(report, deps.redact);
  await deps.github.putCheckRun(repository, {
    sha: head.sha,
    status: 'completed',
    conclusion,
    title,
    summary,
    detailsUrl: pull.url,
    annotations: reportAnnotations(report, await shownFiles(deps, thread.jobId), deps.redact),
  });
  await closeEarlier(deps, { thread, repository }, head.sha);
  const isDraft = !(await opensReady(deps, thread.jobId));
  const shown = await readBack(deps, based, { number: pull.number, head, body, isDraft });
  return shown === 'moved' ? await unsay(deps, context) : shown;
}

const AGAIN =
  'Somebody moved this branch while it was delivered. All of it is verified again; nothing here is proven until then.';

async function unsay(deps: StepDeps, context: Context): Promise<'moved'> {
  await requireClaim(deps, context);
  await setBody(deps, context.record.job.id, AGAIN);
  return 'moved';
}

/** What a worker says whose claim has ended would stand over what its successor said. */
async function requireClaim(deps: StepDeps, { record, fence }: Context): Promise<void> {
  const now = await deps.store.transaction(async ({ work }) => await work.fence(record.job.id));
  if (now !== fence) throw new AppError('STALE_WORKER', { details: { jobId: record.job.id } });
}

/** A pull request may show an older commit for a while; the branch itself does not. */
async function isThere(
  deps: StepDeps,
  { repository, thread }: BasedThread,
  { sha }: BranchCommit,
): Promise<boolean> {
  return (await deps.github.branchSha(repository, thread.branch)) === sha;
}

/** By their ids. */
async function shownFiles(deps: StepDeps, jobId: string): Promise<Map<string, string>> {
  const { stored } = await readPlan(deps, jobId);
  const cases = await deps.store.transaction(
    async ({ proof }) => await proof.casesOfPlan(stored.id),
  );
  const shown = cases.filter(({ isWithheld }) => !isWithheld);
  return new Map(shown.map(({ id, files }) => [id, files[0]?.path ?? '']));
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

/** Exactly the tree that was verified, on the commit that it stood on; undefined: that has moved. */
async function publishTree(deps: StepDeps, context: Context): Promise<BranchCommit | undefined> {
  const { id: jobId } = context.record.job;
  const { attempt } = context.effect;
  const commits = await ownCommits(deps, await readBase(deps, jobId));
  const done = commits.find(
    ({ kind, attemptNumber }) => kind === 'delivered' && attemptNumber === attempt,
  );
  // A run before this one was killed after its commit.
  if (done !== undefined) return done;
  const ours = await verifiedFiles(deps, context);
  const paths = ours.map(({ path }) => path);
  const others = await knownOthers(deps, context, ours);
  if (others === undefined) {
    throw new AppError('INTERNAL_ERROR', { problem: 'Nobody knows what was verified stands on.' });
  }
  const { validation } = others;
  if (!(await isStill(deps, context, { validation, ours: paths }))) return undefined;
  const files = [...others.files, ...withMerged(ours, others.merged)];
  return await commitVerified(deps, context, { validation, files });
}

async function verifiedFiles(deps: StepDeps, { record, effect }: Context): Promise<FileChange[]> {
  const { id: jobId } = record.job;
  const { plan, stored } = await readPlan(deps, jobId);
  const { changes, cases } = await deps.store.transaction(async ({ files, proof }) => ({
    changes: await files.ofAttempt(jobId, effect.attempt),
    cases: await proof.casesOfPlan(stored.id),
  }));
  return buildVerificationTree(plan, changes, authoredFiles(cases)).changes;
}

async function commitVerified(
  deps: StepDeps,
  { record, effect, fence, signal }: Context,
  { validation, files }: { validation: RebaseValidation; files: FileChange[] },
): Promise<BranchCommit | undefined> {
  const { id: jobId } = record.job;
  const based = await readBase(deps, jobId);
  const { plan } = await readPlan(deps, jobId);
  const title = pullRequestTitle(plan.goal, deps.redact);
  const message = `${title}\n\nFor #${based.thread.issueNumber}, attempt ${effect.attempt}.`;
  const joins = validation.base === 'joined' ? { joins: validation.tipSha } : {};
  try {
    return await commitOnto(deps, based, {
      parent: validation.branchSha,
      ...joins,
      message,
      files,
      treeSha: await treeWith(deps, based, { files, signal }),
      kind: 'delivered',
      attemptNumber: effect.attempt,
      fence,
    });
  } catch (error) {
    if (refusalOf(error) !== 'branch-moved') throw error;
    return undefined;
  }
}

type Expected = { number: number; head: BranchCommit; body: string; isDraft: boolean };

async function readBack(deps: StepDeps, based: BasedThread, expected: Expected): Promise<Shown> {
  const { number, head } = expected;
  const { repository } = based;
  const pull = await deps.github.pullRequest(repository, number);
  if (!(await isThere(deps, based, head))) return 'moved';
  if (pull.state === 'closed') return 'closed';
  const { treeSha } = await deps.github.commitFacts(repository, pull.headSha);
  const isVerified = pull.headSha === head.sha && treeSha === head.treeSha;
  const isShown = isVerified && plain(pull.body) === plain(expected.body);
  if (isShown && pull.isDraft === expected.isDraft) return 'as published';
  throw new AppError('GITHUB_UNAVAILABLE', {
    problem: 'GitHub does not show the published commit and report yet.',
    details: { pull: number, isDraft: pull.isDraft, state: pull.state },
  });
}

/** GitHub stores line breaks its own way. */
function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
