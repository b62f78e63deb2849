// What others put on the job's branch and on the base since the work began, so that it is verified
// together with the work and never written over.
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import type { EffectContext, EffectOf } from '../../engine/effects/port.ts';
import {
  type JudgedMovement,
  judgeMovement,
  type MovedBranch,
  quoted,
} from '../../proof/moved/judge-movement.ts';
import type { BranchCommit, RebaseValidation } from '../../store/movements.ts';
import type { StepDeps } from '../deps.ts';
import { type BasedThread, isFollowUp, readBase } from '../thread.ts';
import { type Beside, readBeside, type Work } from './beside.ts';
import { ownAt } from './own-commits.ts';

type Context = Pick<
  EffectContext<EffectOf<'verify' | 'publish'>>,
  'record' | 'effect' | 'fence' | 'signal'
>;

/** What is verified beside the work, and where all of it stands. */
export type Others = Beside & { validation: RebaseValidation };
type ReadOthers = ({ ok: true } & Others) | { ok: false; problem: string };

/** The first answer for an attempt stays, also when it is asked again after a kill. */
export async function readOthers(
  deps: StepDeps,
  context: Context,
  { ours, authored }: Work,
): Promise<ReadOthers> {
  const known = await knownOthers(deps, context, ours);
  if (known !== undefined) return { ok: true, ...known };
  const { record, effect, fence } = context;
  const based = await readBase(deps, record.job.id);
  const seen = await seeMovement(deps, based);
  if (typeof seen === 'string') return { ok: false, problem: seen };
  const { branch, base, own, ...places } = seen;
  const adopted =
    own?.kind === 'adopted' ? await changesBetween(deps, context, based, own.sha) : [];
  if (typeof adopted === 'string') return { ok: false, problem: adopted };
  const isMerged =
    base !== undefined && (await hasMerged(deps, based, { own, tip: places.tipSha }));
  const judged = judgeMovement({
    ours: [...new Set([...ours, ...adopted].map(({ path }) => path))],
    ...(branch && { branch }),
    ...(base && { base: { ...base, isMerged } }),
  });
  const validation: RebaseValidation = {
    jobId: record.job.id,
    attemptNumber: effect.attempt,
    ...places,
    branchCommits: branch?.commits ?? 0,
    baseCommits: base?.commits ?? 0,
    ...toldOf(judged),
  };
  const beside =
    judged.kind === 'conflict'
      ? judged
      : await besideIt(deps, context, validation, { ours, authored });
  const isAsked = 'problem' in beside;
  const conflict = isAsked && ({ base: 'conflict', problem: beside.problem } as const);
  const stored: RebaseValidation = { ...validation, ...conflict };
  await deps.store.transaction(async ({ movements }) => {
    await movements.addValidation(fence, stored);
  });
  return isAsked ? { ok: false, problem: beside.problem } : { ok: true, validation, ...beside };
}

/** What the attempt was verified on. */
export async function knownOthers(
  deps: StepDeps,
  context: Context,
  ours: readonly FileChange[],
): Promise<Others | undefined> {
  const { id: jobId } = context.record.job;
  const validation = await deps.store.transaction(
    async ({ movements }) => await movements.validation(jobId, context.effect.attempt),
  );
  if (validation === undefined) return undefined;
  // What is kept byte for byte was looked at when it was asked first.
  const read = await besideIt(deps, context, validation, { ours, authored: new Set() });
  return 'problem' in read ? undefined : { validation, ...read };
}

/** Whether what was verified may still be published: the base may have moved where nothing is touched. */
export async function isStill(
  deps: StepDeps,
  { record }: Context,
  { validation, ours }: { validation: RebaseValidation; ours: readonly string[] },
): Promise<boolean> {
  const { repository, thread } = await readBase(deps, record.job.id);
  const { baseBranch } = thread;
  // What moves there is the branch, and the commit's parent minds that.
  if (isFollowUp(thread)) return true;
  const tip = await deps.github.branchSha(repository, baseBranch);
  if (tip === undefined || (await otherBase(deps, { repository, thread })) !== undefined)
    return false;
  if (tip === validation.tipSha) return true;
  const moved = await deps.github.movement(repository, { from: validation.tipSha, to: tip });
  const judged = judgeMovement({ ours, base: { name: baseBranch, ...moved } });
  return judged.kind === 'clean' && judged.base !== 'joined';
}

function toldOf(judged: JudgedMovement): Pick<RebaseValidation, 'base' | 'problem'> {
  return judged.kind === 'conflict'
    ? { base: 'conflict', problem: judged.problem }
    : { base: judged.base };
}

/** Whoever pushed may have merged the base branch as it is, and settled what both changed. */
async function hasMerged(
  deps: StepDeps,
  { repository }: BasedThread,
  { own, tip }: { own: BranchCommit | undefined; tip: string },
): Promise<boolean> {
  if (own?.kind !== 'adopted') return false;
  const { isForward } = await deps.github.movement(repository, { from: tip, to: own.sha });
  return isForward;
}

/** Since the commit the job works on; in words, why it cannot be told. */
async function changesBetween(
  deps: StepDeps,
  { signal }: Context,
  { repository, thread }: BasedThread,
  to: string,
): Promise<readonly FileChange[] | string> {
  const read = await deps.workspaces.changes({ repository, from: thread.baseSha, to }, signal);
  return read.ok ? read.files : `what was pushed cannot be verified: ${read.problem}`;
}

type Movement = Pick<RebaseValidation, 'branchSha' | 'ownSha' | 'tipSha'> & {
  own?: BranchCommit;
  branch?: MovedBranch;
  base?: MovedBranch;
};

async function seeMovement(
  deps: StepDeps,
  { thread, repository }: BasedThread,
): Promise<Movement | string> {
  const { jobId, branch: name, baseBranch, baseSha } = thread;
  const commits = await deps.store.transaction(
    async ({ movements }) => await movements.commits(jobId),
  );
  const branchSha = await deps.github.branchSha(repository, name);
  const own = ownAt(commits, branchSha);
  const ownSha = own?.sha ?? baseSha;
  if (branchSha === undefined) return `the branch \`${name}\` is gone; restore it on GitHub`;
  const tipSha = isFollowUp(thread) ? baseSha : await deps.github.branchSha(repository, baseBranch);
  if (tipSha === undefined)
    return `the base branch \`${baseBranch}\` is gone; restore it on GitHub`;
  const elsewhere = await otherBase(deps, { repository, thread });
  if (elsewhere !== undefined) return elsewhere;
  const moved = async (branch: string, from: string, to: string) =>
    from === to
      ? undefined
      : { name: branch, ...(await deps.github.movement(repository, { from, to })) };
  const branch = await moved(name, ownSha, branchSha);
  const base = await moved(baseBranch, baseSha, tipSha);
  const places = { branchSha, ownSha, tipSha, ...(own && { own }) };
  return { ...places, ...(branch && { branch }), ...(base && { base }) };
}

/** Asked each time: the event of it may have come while the job was held by something else. */
async function otherBase(
  deps: StepDeps,
  { repository, thread }: Pick<BasedThread, 'repository' | 'thread'>,
): Promise<string | undefined> {
  const { pullNumber, baseBranch } = thread;
  if (pullNumber === undefined || isFollowUp(thread)) return undefined;
  const { baseBranch: now } = await deps.github.pullRequest(repository, pullNumber);
  return now === baseBranch
    ? undefined
    : `the pull request is to be merged into ${quoted(now)} by now, and the work stands on ${quoted(baseBranch)}: give it its base back, or \`/stop\` this job and begin another`;
}

async function besideIt(
  deps: StepDeps,
  { record, signal }: Context,
  validation: RebaseValidation,
  work: Work,
): Promise<Beside | { problem: string }> {
  const based = await readBase(deps, record.job.id);
  const commits = await deps.store.transaction(
    async ({ movements }) => await movements.commits(record.job.id),
  );
  const isAdopted = commits.some(
    ({ sha, kind }) => sha === validation.ownSha && kind === 'adopted',
  );
  return await readBeside(deps, { ...based, validation, isAdopted, signal }, work);
}
