// An admitted command → its event on the job, its answer, or the check it asks for, in the
// transaction of the delivery.
import type { Admission } from '../command/admission.ts';
import type { AnswerName } from '../command/commands.ts';
import type { JobCommand, Move } from '../command/job-command.ts';
import { helpText, refusalText, statusText } from '../command/sayable.ts';
import { AppError } from '../errors.ts';
import { objectionText } from '../job/branch-check.ts';
import type { CommandBody } from '../job/events.ts';
import type { Job } from '../job/types.ts';
import type { Layers } from '../settings/effective.ts';
import { settingsText } from '../settings/text.ts';
import type { HoldAnswer } from '../store/hold-answers.ts';
import type { JobRecord } from '../store/jobs.ts';
import type { Records } from '../store/records.ts';
import type { CheckedPull } from './checked-pull.ts';
import type { WebhookDeps } from './deps.ts';
import type { Recorded } from './handled.ts';
import { requestCheck } from './request-check.ts';
import { revisionMeant } from './revision.ts';

type Admitted<K extends string> = Extract<Admission, { kind: K }>;
type AdmittedCommand = Admitted<'command'> & { layers: Layers };

export async function runCommand(
  deps: Pick<WebhookDeps, 'jobs'>,
  records: Records,
  admitted: AdmittedCommand,
): Promise<Recorded> {
  const { job } = await findRecord(records, admitted.jobId);
  const { command, jobId, layers } = admitted;
  if (command.kind === 'job') return await runMove(deps, records, { admitted, command, job });
  const say = ANSWERS[command.name](job, layers);
  return { outcome: 'accepted', jobId, reaction: '+1', say, audit: auditOf(admitted, {}) };
}

/** What is told at once; a command of this kind without a line here does not compile. */
const ANSWERS: Record<AnswerName, (job: Job, layers: Layers) => string> = {
  help: helpText,
  status: statusText,
  config: (_job, layers) => settingsText(layers),
};

/** Refused in one sentence: what else can be said is no answer to it. */
export async function runCheck(
  deps: Pick<WebhookDeps, 'newId'>,
  records: Records,
  admitted: Admitted<'check'> & { pull: CheckedPull | undefined },
): Promise<Recorded> {
  const { jobId, trigger, pull } = admitted;
  const record = await findRecord(records, jobId);
  const requested = await requestCheck(deps, records, { record, trigger, pull });
  if (!requested.ok) {
    const text = objectionText(requested.objection);
    return refused(admitted, text, text);
  }
  const { checkId, commitSha } = requested;
  const audit = auditOf(admitted, { checkId, commitSha });
  return { outcome: 'accepted', jobId, reaction: 'eyes', audit };
}

async function findRecord(records: Records, jobId: string): Promise<JobRecord> {
  const record = await records.jobs.find(jobId);
  if (record === undefined) throw new AppError('NOT_FOUND', { details: { jobId } });
  return record;
}

async function runMove(
  deps: Pick<WebhookDeps, 'jobs'>,
  records: Records,
  { admitted, command, job }: { admitted: AdmittedCommand; command: Move; job: Job },
): Promise<Recorded> {
  const { jobId, name, trigger } = admitted;
  const event = await toEvent(records, admitted, command.command);
  const actor = trigger.sender.login;
  const applied = await deps.jobs.apply(records, jobId, { event, actor });
  if (!applied.ok) {
    const record = await records.jobs.find(jobId);
    const reason = `\`/${name}\`: ${applied.reason}`;
    return refused(admitted, reason, refusalText(reason, record?.job));
  }
  const { said = {} } = command;
  const { type: kind } = command.command;
  if (job.hold !== undefined && isAnswer(kind)) {
    const answer = { kind, said, actor, commentId: trigger.comment.id };
    await records.holdAnswers.add(jobId, job.hold.number, answer);
  }
  return { outcome: 'accepted', jobId, reaction: '+1', audit: auditOf(admitted, said) };
}

/** Commands by which people end a hold; what they say goes to the agent that asked. */
function isAnswer(type: string): type is HoldAnswer['kind'] {
  return ['answer', 'allow', 'deny', 'widen'].includes(type);
}

async function toEvent(
  records: Records,
  { jobId, trigger }: AdmittedCommand,
  command: JobCommand,
): Promise<CommandBody> {
  if (command.type !== 'approve') return command;
  const { revision } = command;
  if (revision !== undefined) return { ...command, revision };
  const events = await records.audit.ofJob(jobId);
  // No revision can be meant: the state machine refuses the empty one with the right words.
  return { ...command, revision: revisionMeant(events, trigger.comment.writtenAt) ?? '' };
}

function refused(admitted: Admitted<'command' | 'check'>, reason: string, say: string): Recorded {
  const { jobId } = admitted;
  const audit = auditOf(admitted, { reason });
  return { outcome: 'refused', reason, jobId, reaction: 'confused', say, audit };
}

function auditOf(
  { trigger, name }: Admitted<'command' | 'check'>,
  detail: Record<string, unknown>,
): NonNullable<Recorded['audit']> {
  const { installationId, sender, comment } = trigger;
  return {
    installationId,
    actor: sender.login,
    detail: { command: name, commentId: comment.id, ...detail },
  };
}
