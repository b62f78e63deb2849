// An admitted command → its event on the job, its answer, or the check it asks for, in the
// transaction of the delivery.
import type { Admission } from '../command/admission.ts';
import type { AnswerName } from '../command/commands.ts';
import type { JobCommand, Move } from '../command/job-command.ts';
import { helpText, modelText, refusalText } from '../command/sayable.ts';
import { AppError } from '../errors.ts';
import { objectionText } from '../job/branch-check.ts';
import type { CommandBody } from '../job/events.ts';
import type { Job } from '../job/types.ts';
import { statusAnswer } from '../proof/markdown/status-answer.ts';
import { isWithinLimits } from '../proof/path-rules.ts';
import type { Layers } from '../settings/effective.ts';
import { effective } from '../settings/effective.ts';
import { settingsText } from '../settings/text.ts';
import type { ChosenModel } from '../store/acts/verdicts.ts';
import type { HoldAnswer } from '../store/hold-answers.ts';
import type { JobRecord } from '../store/jobs.ts';
import type { Records } from '../store/records.ts';
import type { CheckedPull } from './checked-pull.ts';
import type { WebhookDeps } from './deps.ts';
import { isAboutWords, type LiveFacts, unclear } from './facts.ts';
import type { Recorded } from './handled.ts';
import { requestCheck } from './request-check.ts';
import { revisionMeant } from './revision.ts';
import { type Acted, runAct } from './run-act.ts';
import { bindApproval, meetWords } from './words/approval.ts';
import { objectionToReading } from './words/shown-plan.ts';

type Admitted<K extends string> = Extract<Admission, { kind: K }>;
type AdmittedCommand = Admitted<'command'> & { layers: Layers; live: LiveFacts };
type CommandDeps = Pick<WebhookDeps, 'jobs' | 'newId' | 'models' | 'isAction' | 'redact'>;

export async function runCommand(
  deps: CommandDeps,
  records: Records,
  admitted: AdmittedCommand,
): Promise<Recorded> {
  const record = await findRecord(records, admitted.jobId);
  const { command, jobId } = admitted;
  const { job } = record;
  if (command.kind === 'job') return await runMove(deps, records, { admitted, command, job });
  if (command.kind === 'act') {
    const acted = await runAct(deps, records, { ...admitted, act: command.act, record });
    return await toRecorded(records, admitted, acted);
  }
  const say = ANSWERS[command.name](await readAnswerFacts(deps, records, { admitted, job }));
  return { outcome: 'accepted', jobId, reaction: '+1', say, audit: auditOf(admitted, {}) };
}

async function toRecorded(
  records: Records,
  admitted: AdmittedCommand,
  acted: Acted,
): Promise<Recorded> {
  const { jobId } = admitted;
  if (!acted.ok) {
    const { reason, isHelped } = acted;
    const record = isHelped && (await findRecord(records, jobId));
    return refused(admitted, reason, refusalText(reason, record?.job));
  }
  const { reaction, say, detail } = acted;
  const audit = auditOf(admitted, detail);
  return { outcome: 'accepted', jobId, reaction, ...(say !== undefined && { say }), audit };
}

type AnswerFacts = {
  job: Job;
  layers: Layers;
  models: WebhookDeps['models'];
  redact: WebhookDeps['redact'];
  chosen: ChosenModel | undefined;
  acceptedBy: string | undefined;
};

async function readAnswerFacts(
  { models, redact }: CommandDeps,
  records: Records,
  { admitted: { layers, jobId }, job }: { admitted: AdmittedCommand; job: Job },
): Promise<AnswerFacts> {
  const chosen = await records.verdicts.chosenModel(jobId, job.modelClass);
  const approval = await records.verdicts.approvalOf(jobId);
  return { job, layers, models, redact, chosen, acceptedBy: approval?.approvedBy };
}

/** What is told at once; a command of this kind without a line here does not compile. */
const ANSWERS: Record<AnswerName, (facts: AnswerFacts) => string> = {
  help: ({ job }) => helpText(job),
  status: ({ job, redact, models: { credential }, chosen, acceptedBy }) =>
    statusAnswer(job, { redact, credential, model: chosen, acceptedBy }),
  config: ({ layers, chosen }) =>
    [settingsText(layers), ...(chosen === undefined ? [] : ['', modelText(chosen)])].join('\n'),
  login: ({ models: { credential, ways } }) =>
    `Models are paid by: ${credential}. Nobody signs in here: whoever operates this installation sets ${ways} in its environment and starts it again.`,
  logout: ({ models: { credential } }) =>
    `Models are paid by: ${credential}. Nobody signs out here: whoever operates this installation takes that variable out of its environment and starts it again.`,
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
  deps: CommandDeps,
  records: Records,
  { admitted, command, job }: { admitted: AdmittedCommand; command: Move; job: Job },
): Promise<Recorded> {
  const { jobId, name, trigger } = admitted;
  const problem =
    objectionToPath(admitted, command) ?? (await objectionToPlan(records, admitted, command));
  if (problem !== undefined) return refused(admitted, problem, refusalText(problem));
  const event = await toEvent(records, admitted, command.command);
  const actor = trigger.sender.login;
  const words = await readAndMeet(deps, records, { admitted, job, event });
  if (words.refusal !== undefined) {
    return refused(admitted, words.refusal, refusalText(words.refusal));
  }
  const applied = await deps.jobs.apply(records, jobId, { event, actor });
  if (!applied.ok) {
    const record = await records.jobs.find(jobId);
    const reason = refusedWords(name, command.command.type, applied.reason);
    return refused(admitted, reason, refusalText(reason, record?.job));
  }
  await keepAnswer(records, admitted, { command, job });
  const say = event.type === 'clear' ? await clear(records, jobId, job) : words.say;
  const bound = event.type === 'approve' ? await bindApproval(records, { ...admitted, job }) : {};
  const audit = auditOf(admitted, { ...command.said, ...bound });
  return { outcome: 'accepted', jobId, reaction: '+1', ...(say !== undefined && { say }), audit };
}

/** Of commands that are about the words of the issue. */
async function readAndMeet(
  deps: CommandDeps,
  records: Records,
  { admitted, job, event }: { admitted: AdmittedCommand; job: Job; event: CommandBody },
): ReturnType<typeof meetWords> {
  const { trigger, live } = admitted;
  if (!isAboutWords(trigger)) return {};
  const { text } = live;
  if (text === undefined) throw unclear('GitHub does not say how the issue reads');
  return await meetWords(deps, records, { job, event, actor: trigger.sender.login, text });
}

/** What people say to a hold goes to the agent that asked. */
async function keepAnswer(
  records: Records,
  { jobId, trigger }: AdmittedCommand,
  { command, job }: { command: Move; job: Job },
): Promise<void> {
  const { said = {} } = command;
  const { type: kind } = command.command;
  if (job.hold === undefined || !isAnswer(kind)) return;
  const answer = { kind, said, actor: trigger.sender.login, commentId: trigger.comment.id };
  await records.holdAnswers.add(jobId, job.hold.number, answer);
}

/** The conversation is over with the event that says so; plan and files stay. */
async function clear(records: Records, jobId: string, { hold }: Job): Promise<string> {
  const dropped = await records.sessions.clear(jobId);
  if (dropped === 0) {
    return 'No conversation is open. The next one begins without a transcript anyway; the plan stays.';
  }
  const waits = hold === undefined ? '' : ' The step begins a new one, without the transcript.';
  return `The conversation is dropped.${waits} The plan and the files stay as they are.`;
}

/** Who names the revision knows what he approves. */
async function objectionToPlan(
  records: Records,
  admitted: AdmittedCommand,
  { command }: Move,
): Promise<string | undefined> {
  const isOpen = command.type === 'approve' && command.revision === undefined;
  return isOpen ? await objectionToReading(records, admitted) : undefined;
}

/** No word in the thread goes over what the admins of the repository have set. */
function objectionToPath({ layers }: AdmittedCommand, { said }: Move): string | undefined {
  const { path } = said ?? {};
  if (path === undefined || isWithinLimits(effective(layers).paths, path)) return undefined;
  return `\`/widen\`: the settings of the repository do not allow changes to \`${path.replaceAll('`', "'")}\`; an admin can change \`paths\` there`;
}

/** The state machine calls a command by its event, people by what they wrote. */
function refusedWords(name: string, event: string, reason: string): string {
  const own = `${event} is `;
  return reason.startsWith(own)
    ? `\`/${name}\` is ${reason.slice(own.length)}`
    : `\`/${name}\`: ${reason}`;
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
