// An admitted command → its event on the job, in the transaction of the delivery; or, for what moves
// no state machine, a request to be done once it is recorded.
import type { Admission } from '../command/admission.ts';
import { helpText, refusalText, statusText } from '../command/sayable.ts';
import type { ThreadCommand } from '../command/thread-command.ts';
import type { CommentTrigger } from '../command/trigger.ts';
import { AppError } from '../errors.ts';
import { objectionText } from '../job/branch-check.ts';
import type { CommandBody } from '../job/events.ts';
import type { Layers } from '../settings/effective.ts';
import { settingsText } from '../settings/text.ts';
import type { HoldAnswer } from '../store/hold-answers.ts';
import type { JobRecord } from '../store/jobs.ts';
import type { Records } from '../store/records.ts';
import type { CheckedPull } from './checked-pull.ts';
import type { OtherRequest, WebhookDeps } from './deps.ts';
import { repositoryOf } from './facts.ts';
import type { Recorded } from './handled.ts';
import { requestCheck } from './request-check.ts';
import { revisionMeant } from './revision.ts';

type AdmittedCommand = Extract<Admission, { kind: 'command' }> & {
  trigger: CommentTrigger;
  layers: Layers;
  /** For `/verify` only. */
  pull: CheckedPull | undefined;
};

type CommandDeps = Pick<WebhookDeps, 'jobs' | 'doOther' | 'newId'>;

export async function runCommand(
  deps: CommandDeps,
  records: Records,
  admitted: AdmittedCommand,
): Promise<Recorded> {
  const record = await records.jobs.find(admitted.jobId);
  if (record === undefined) {
    throw new AppError('NOT_FOUND', { details: { jobId: admitted.jobId } });
  }
  const { command } = admitted;
  if (command.kind === 'job') {
    const holdNumber = record.job.hold?.number;
    return await runJobCommand(deps, records, { admitted, command, holdNumber });
  }
  if (command.command.type === 'verify') return await runVerify(deps, records, admitted, record);
  return answerOther(deps, record, { admitted, command });
}

/** Refused in one sentence: what else can be said is no answer to it. */
async function runVerify(
  deps: CommandDeps,
  records: Records,
  admitted: AdmittedCommand,
  record: JobRecord,
): Promise<Recorded> {
  const requested = await requestCheck(deps, records, { record, ...admitted });
  if (!requested.ok) {
    const text = objectionText(requested.objection);
    return refused(admitted, text, text);
  }
  const { checkId, commitSha } = requested;
  const audit = auditOf(admitted, { checkId, commitSha });
  return { outcome: 'accepted', jobId: admitted.jobId, reaction: 'eyes', audit };
}

type Given<K extends ThreadCommand['kind']> = {
  admitted: AdmittedCommand;
  command: Extract<ThreadCommand, { kind: K }>;
};

async function runJobCommand(
  deps: CommandDeps,
  records: Records,
  { admitted, command, holdNumber }: Given<'job'> & { holdNumber: number | undefined },
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
  if (holdNumber !== undefined && isAnswer(kind)) {
    const answer = { kind, said, actor, commentId: trigger.comment.id };
    await records.holdAnswers.add(jobId, holdNumber, answer);
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
  command: Given<'job'>['command']['command'],
): Promise<CommandBody> {
  if (command.type !== 'approve') return command;
  const { revision } = command;
  if (revision !== undefined) return { ...command, revision };
  const events = await records.audit.ofJob(jobId);
  // No revision can be meant: the state machine refuses the empty one with the right words.
  return { ...command, revision: revisionMeant(events, trigger.comment.writtenAt) ?? '' };
}

function answerOther(
  deps: CommandDeps,
  record: JobRecord,
  { admitted, command: { command } }: Given<'other'>,
): Recorded {
  const { jobId, name, trigger } = admitted;
  const accepted = { outcome: 'accepted', jobId, audit: auditOf(admitted, {}) } as const;
  if (command.type === 'help') return { ...accepted, reaction: '+1', say: helpText(record.job) };
  if (command.type === 'status')
    return { ...accepted, reaction: '+1', say: statusText(record.job) };
  if (command.type === 'config')
    return { ...accepted, reaction: '+1', say: settingsText(admitted.layers) };
  if (deps.doOther === undefined) {
    const reason = `\`/${name}\` cannot be done in this installation`;
    return refused(admitted, reason, refusalText(reason, record.job));
  }
  const other: OtherRequest = {
    name,
    command,
    record,
    repository: repositoryOf(trigger),
    sender: trigger.sender,
    commentId: trigger.comment.id,
    threadNumber: trigger.thread.number,
  };
  return { ...accepted, reaction: 'eyes', other };
}

function refused(admitted: AdmittedCommand, reason: string, say: string): Recorded {
  const { jobId } = admitted;
  const audit = auditOf(admitted, { reason });
  return { outcome: 'refused', reason, jobId, reaction: 'confused', say, audit };
}

function auditOf({ trigger, name }: AdmittedCommand, detail: Record<string, unknown>) {
  const { installationId, sender, comment } = trigger;
  return {
    installationId,
    actor: sender.login,
    detail: { command: name, commentId: comment.id, ...detail },
  };
}
