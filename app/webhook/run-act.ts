// An admitted command that acts beside the course of its job → what is written down at once, or the row
// of an errand, in the transaction of the delivery. GitHub is not asked here.
import { ACTS, type Act, type Errand, isErrand } from '../command/act.ts';
import type { Admission } from '../command/admission.ts';
import { ErrandRequest } from '../command/errand.ts';
import { whereItStands } from '../job/commands.ts';
import type { JobRecord } from '../store/jobs.ts';
import type { Records } from '../store/records.ts';
import type { WebhookDeps } from './deps.ts';
import { judgeAcceptance } from './errands/acceptance.ts';
import { atWork } from './errands/begin-again.ts';
import { coveredText, isCovered } from './errands/reviewed.ts';

type AdmittedAct = Extract<Admission, { kind: 'command' }> & { act: Act; record: JobRecord };

/** What became of it; a refusal names its cause and what would pass. */
export type Acted =
  | { ok: true; reaction: '+1' | 'eyes'; say?: string; detail: Record<string, unknown> }
  | { ok: false; reason: string; isHelped?: true };

type ActDeps = Pick<WebhookDeps, 'newId' | 'models' | 'isAction' | 'redact'>;

export async function runAct(
  deps: ActDeps,
  records: Records,
  admitted: AdmittedAct,
): Promise<Acted> {
  const { act, name } = admitted;
  const { job } = admitted.record;
  const { states, inAction } = ACTS[act.type];
  if (deps.isAction) {
    const reason = `\`/${name}\` works with the App only: between two runs of the Action nobody is there to do it. Instead, ${inAction}.`;
    return { ok: false, reason };
  }
  if (act.type === 'fix' && (await isCovered(records, job.id, admitted.trigger.comment))) {
    return { ok: true, reaction: '+1', say: coveredText(job.id), detail: {} };
  }
  if (!states.some((state) => state === job.state)) {
    return {
      ok: false,
      reason: `\`/${name}\`: not possible now: ${whereItStands(job)}`,
      isHelped: true,
    };
  }
  if (isErrand(act)) return await ask(deps, records, { ...admitted, act });
  if (act.type === 'rate') return await rate(records, admitted, act);
  return await choose(deps, records, { ...admitted, act });
}

async function ask(
  deps: Pick<WebhookDeps, 'newId' | 'redact'>,
  records: Records,
  admitted: AdmittedAct & { act: Errand },
): Promise<Acted> {
  const { act, jobId, record } = admitted;
  const problem = await objectionTo(deps, records, { act, record });
  if (problem !== undefined) return { ok: false, reason: problem };
  const id = deps.newId();
  await records.errands.request({ id, jobId, request: toRequest(admitted) });
  await records.audit.append({
    installationId: record.installationId,
    actor: admitted.trigger.sender.login,
    subject: 'errand',
    subjectId: id,
    jobId,
    action: 'requested',
    detail: { kind: act.type },
  });
  return { ok: true, reaction: 'eyes', detail: { errandId: id } };
}

/** What the records alone can say; the rest is asked of GitHub afterwards. */
async function objectionTo(
  { redact }: Pick<WebhookDeps, 'redact'>,
  records: Records,
  { act, record: { job, key } }: { act: Errand; record: JobRecord },
): Promise<string | undefined> {
  if (act.type === 'accept') {
    const reports = await records.proof.reportsOfJob(job.id);
    const judged = judgeAcceptance(reports, { isOverride: act.isOverride, redact });
    const isDone = (await records.verdicts.approvalOf(job.id)) !== undefined;
    return judged.ok || isDone ? undefined : `\`/accept\` was refused: ${judged.problem}`;
  }
  if (act.type === 'revert') return undefined;
  const open = await records.jobs.findOpen(key);
  return open && atWork(act.type, open.job.id);
}

function toRequest({ act, trigger, permission }: AdmittedAct & { act: Errand }): ErrandRequest {
  const { sender, installationId, repository, thread, comment } = trigger;
  const { id, line, place } = comment;
  return ErrandRequest.parse({
    errand: act,
    sender,
    permission,
    installationId,
    repository,
    thread,
    comment: { id, ...(line && { line }), ...(place === 'review' && { isReview: true }) },
  });
}

async function rate(
  records: Records,
  { jobId, trigger }: AdmittedAct,
  { stars, why }: Extract<Act, { type: 'rate' }>,
): Promise<Acted> {
  const { sender } = trigger;
  const plan = await records.plans.latest(jobId);
  const thread = await records.threads.find(jobId);
  const planned = plan?.content['goal'];
  const goal = typeof planned === 'string' && planned !== '' ? planned : thread?.issueTitle;
  const person = { personId: sender.id, person: sender.login };
  await records.verdicts.rate({ jobId, ...person, stars, why, goal: goal || 'unknown' });
  return { ok: true, reaction: '+1', detail: { stars } };
}

async function choose(
  { models }: Pick<WebhookDeps, 'models'>,
  records: Records,
  admitted: AdmittedAct & { act: Extract<Act, { type: 'model' }> },
): Promise<Acted> {
  const { act, jobId, trigger, record } = admitted;
  const found = models.find(act.model);
  if (!found.ok) return { ok: false, reason: `\`/model\` was refused: ${found.problem}` };
  const { model } = found;
  const { modelClass } = record.job;
  const chosenBy = trigger.sender.login;
  await records.verdicts.choose(jobId, modelClass, { model, chosenBy });
  const say = `From the next turn on \`${model}\` is asked, as long as the job works with class ${modelClass}. A stronger class that is agreed to has its own model.`;
  return { ok: true, reaction: '+1', say, detail: { model, modelClass } };
}
