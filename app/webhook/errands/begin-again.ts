// `/retry`: a new job from the same issue as it is now, admitted like any other; `/fix`: a follow-up job
// on the delivered pull request, which stands on the head that it finds.
import { admit } from '../../command/admission.ts';
import type { ErrandRequest } from '../../command/errand.ts';
import type { DispatchTrigger } from '../../command/trigger.ts';
import type { ErrandContext, ErrandEnd } from '../../engine/errands/port.ts';
import { AppError, isAppError } from '../../errors.ts';
import { createJob } from '../../job/create.ts';
import { type Job, MODEL_CLASSES } from '../../job/types.ts';
import { type Layers, toAdmission, toBudget } from '../../settings/effective.ts';
import type { Records } from '../../store/records.ts';
import type { Thread } from '../../store/threads.ts';
import { composeText } from '../../text/frozen-text.ts';
import { beginFromIssue } from '../begin-job.ts';
import { factsInside, liveFacts } from '../facts.ts';
import { repositorySettings } from '../repository-settings.ts';
import { type ErrandsDeps, placeOf, refuse } from './deps.ts';
import { followUpText } from './follow-up-text.ts';
import { coveredText, isCovered, type Remark, readReviewed } from './reviewed.ts';

export async function runRetry(deps: ErrandsDeps, context: ErrandContext): Promise<ErrandEnd> {
  const { errand } = context;
  const trigger = await asTrigger(deps, context);
  if (trigger === undefined) return refuse(goneText(context.record.issueNumber));
  const settings = await repositorySettings(deps, trigger, undefined);
  if (!settings.ok) return refuse(`\`/retry\` was refused: ${settings.reason}.`);
  const { layers } = settings;
  const admission = { ...deps.admission, ...toAdmission(layers) };
  const live = await liveFacts(deps, trigger);
  const most = admission.hourly.ofRepository;
  const facts = await deps.store.transaction(
    async (records) => await factsInside(records, trigger, { ...live, jobId: undefined, most }),
  );
  const admitted = admit(trigger, admission, facts);
  if (!admitted.ok) {
    if (admitted.outcome === 'unclear') throw unanswered(admitted.reason);
    return refuse(`\`/retry\` was refused: ${admitted.reason}.`);
  }
  if (admitted.kind !== 'job') throw new AppError('INTERNAL_ERROR');
  const id = deps.newId();
  const spec = { ...admitted.spec, parentJobId: errand.jobId };
  return {
    outcome: {
      isRefused: false,
      say: `A new job (\`${id}\`) begins from #${spec.issueNumber} as it is now, on a branch of its own.`,
    },
    begunJobId: id,
    write: async (records) => {
      await beginFromIssue({ jobs: deps.jobs, newId: () => id }, records, spec, layers);
    },
  };
}

/** As if the person ran the workflow for the issue: everything is looked at anew. */
async function asTrigger(
  deps: ErrandsDeps,
  { errand: { request }, record: { issueNumber } }: ErrandContext,
): Promise<DispatchTrigger | undefined> {
  if (issueNumber === undefined) throw new AppError('INTERNAL_ERROR');
  try {
    const found = await deps.github.issue(placeOf(request), issueNumber);
    const { title, body, isPullRequest = false } = found;
    return dispatched(request, { number: issueNumber, title, body, isPullRequest });
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

function dispatched(
  { installationId, repository, sender }: ErrandRequest,
  issue: DispatchTrigger['issue'],
): DispatchTrigger {
  return { kind: 'dispatch', installationId, repository, sender, issue };
}

function goneText(issueNumber: number | undefined): string {
  return `\`/retry\` was refused: issue #${issueNumber} is not in this repository any more. Label it where it is now, or open another.`;
}

export async function runFix(deps: ErrandsDeps, context: ErrandContext): Promise<ErrandEnd> {
  const { errand, record } = context;
  const { request, jobId } = errand;
  const { open, thread } = await deps.store.transaction(async ({ jobs, threads }) => ({
    open: await jobs.findOpen(record.key),
    thread: await threads.find(jobId),
  }));
  if (open !== undefined) return await meetOpen(deps, request, open.job.id);
  if (thread?.pullNumber === undefined) {
    return refuse('`/fix` was refused: there is no pull request.');
  }
  const { pullNumber } = thread;
  const pull = await deps.github.pullRequest(placeOf(request), pullNumber);
  const { opensReady } = record.job;
  const problem = objectionToPull({ ...pull, isOpen: opensReady === true }, pullNumber);
  if (problem !== undefined) return refuse(`\`/fix\` was refused: ${problem}`);
  const { issueNumber: number, issueTitle: title } = thread;
  // What the issue says by now does not matter, nor whether it is still there.
  const trigger = dispatched(request, { number, title, body: '', isPullRequest: false });
  const settings = await repositorySettings(deps, trigger, undefined);
  if (!settings.ok) return refuse(`\`/fix\` was refused: ${settings.reason}.`);
  const remarks = await readReviewed(deps, request);
  if (remarks.length === 0 && isSilent(request)) return refuse(SILENT);
  const id = deps.newId();
  const { layers } = settings;
  const standsOn = pull.headSha;
  return {
    outcome: {
      isRefused: false,
      say: `A follow-up job (\`${id}\`) begins here and stands on \`${standsOn.slice(0, 7)}\`. Its plan will be shown on this pull request.`,
      detail: { standsOn, pullNumber },
      covers: remarks.map(({ id: of, inReplyTo }) => ({ id: of, inReplyTo })),
    },
    begunJobId: id,
    write: async (records) =>
      await beginFollowUp(deps, records, { context, id, layers, thread, standsOn, remarks }),
  };
}

const SILENT =
  '`/fix` was refused: it does not say what to fix, and no comment on a line was submitted with it.';

function isSilent({ errand }: ErrandRequest): boolean {
  return errand.type === 'fix' && errand.text === '';
}

/** One review is one wish, however many of its comments say so. */
async function meetOpen(
  { store }: ErrandsDeps,
  { comment }: ErrandRequest,
  jobId: string,
): Promise<ErrandEnd> {
  const isPart = await store.transaction(
    async (records) => await isCovered(records, jobId, comment),
  );
  if (!isPart) return refuse(atWork('fix', jobId));
  return { outcome: { isRefused: false, say: coveredText(jobId) } };
}

export function atWork(name: string, jobId: string): string {
  return `\`/${name}\` was refused: job \`${jobId}\` is at work on this. Say it again when that has ended, or \`/stop\` it.`;
}

function objectionToPull(
  { state, isDraft, isOpen }: { state: 'open' | 'closed'; isDraft: boolean; isOpen: boolean },
  number: number,
): string | undefined {
  if (state === 'closed') return `#${number} is closed. Reopen it, then say it again.`;
  // Where there are no drafts, a person has said `/open`.
  if (isDraft || isOpen) return undefined;
  return `#${number} is ready for review, and unfinished work may only lie on a draft. Convert it to a draft, then say it again.`;
}

type FollowUp = {
  context: ErrandContext;
  id: string;
  layers: Layers;
  thread: Thread;
  standsOn: string;
  remarks: readonly Remark[];
};

async function beginFollowUp(
  deps: ErrandsDeps,
  records: Records,
  { context: { errand, record }, id, layers, thread, standsOn, remarks }: FollowUp,
): Promise<void> {
  const { request, jobId } = errand;
  const at = await records.now();
  const budget = toBudget(layers);
  const created = createJob({ id, at, tierClasses: MODEL_CLASSES, budget });
  // Settings were checked when they were read.
  if (!created.ok) throw new AppError('CONFIG_INVALID', { problem: created.reason });
  const { installationId, repositoryId, key, issueNumber } = record;
  const place = { installationId, repositoryId, key, ...(issueNumber && { issueNumber }) };
  const actor = request.sender.login;
  const { opensReady } = record.job;
  const job: Job = { ...created.job, ...(opensReady && { opensReady }) };
  await deps.jobs.begin(records, { job, ...place, parentJobId: jobId }, actor);
  await records.settings.freeze(id, layers);
  await records.threads.insert({ ...threadOf(request, thread, remarks), jobId: id });
  await records.threads.setBase(id, standsOn);
  if (thread.pullNumber !== undefined) {
    await records.threads.setPullRequest(id, thread.pullNumber);
  }
}

/** Its base is the branch itself: what others put there meanwhile is a base that moved. */
function threadOf(
  request: ErrandRequest,
  { issueTitle, ...thread }: Thread,
  remarks: readonly Remark[],
): Omit<Thread, 'jobId'> {
  const { issueComments: comments = [] } = thread;
  const body = followUpText(request, thread, remarks);
  const text = composeText({ title: issueTitle, body, comments });
  return {
    repositoryId: thread.repositoryId,
    issueNumber: thread.issueNumber,
    issueTitle: text.title,
    issueText: text.body,
    issueDigest: text.digest,
    issueComments: text.comments,
    issueRemoved: text.removed,
    isComposed: true,
    requestedBy: request.sender.login,
    baseBranch: thread.branch,
    branch: thread.branch,
  };
}

function unanswered(reason: string): AppError {
  return new AppError('GITHUB_UNAVAILABLE', { problem: `${reason}.` });
}
