// What can be said now, and where the job stands, in words for people. Every command stands in code
// marks: our own words must not read as a command when someone quotes them. Pure.
import { allowedCommands, whereItStands } from '../job/commands.ts';
import type { CommandType } from '../job/events.ts';
import { isTerminal, type Job, WAITING_STATES } from '../job/types.ts';
import { type CommandName, GRAMMAR } from './grammar.ts';

const NAMES: Record<CommandType, CommandName | undefined> = {
  start: undefined,
  choose_strategy: 'strategy',
  approve: 'approve',
  revise: 'revise',
  answer: 'answer',
  allow: 'allow',
  deny: 'deny',
  widen: 'widen',
  extend: 'extend',
  continue: 'continue',
  deep_fix: 'deep-fix',
  confirm_deep_fix: 'deep-fix',
  decline_deep_fix: 'deep-fix',
  intervene: 'intervene',
  test: 'test',
  escalate: 'escalate',
  decline_escalation: 'escalate',
  cancel: 'stop',
};

const ALWAYS: readonly CommandName[] = ['model', 'config', 'status', 'help'];

/** The commands that help now; what helps most comes first. */
export function sayable(job: Job): CommandName[] {
  const forJob = allowedCommands(job).flatMap((type) => NAMES[type] ?? []);
  return [...new Set([...forJob, ...besides(job), ...ALWAYS])];
}

function besides(job: Job): readonly CommandName[] {
  if (job.state === 'DELIVERED') return ['accept', 'fix', 'verify', 'revert', 'rate'];
  if (isTerminal(job.state)) return ['retry', 'rate'];
  return WAITING_STATES.some((state) => state === job.state) ? ['clear'] : [];
}

/** The answer to `/help`, and the end of every refusal. */
export function helpText(job: Job): string {
  const lines = sayable(job).map((name) => `- \`${GRAMMAR[name].usage}\` ${GRAMMAR[name].does}`);
  return ['What can be said now:', ...lines].join('\n');
}

/** The answer to `/status`. */
export function statusText(job: Job): string {
  const { costUsd } = job.spent;
  const lines = [
    `\`${job.state}\`: ${whereItStands(job)}.`,
    `Spent $${costUsd.toFixed(2)} of $${job.budget.costUsd.toFixed(2)}, ${attempts(job)}.`,
    ...(job.hold?.ask === undefined ? [] : [`Question ${job.hold.number}: ${job.hold.ask}`]),
    ...(job.failureReason === undefined ? [] : [`It ended with \`${job.failureReason}\`.`]),
  ];
  return lines.join('\n');
}

function attempts({ attemptNumber }: Job): string {
  return attemptNumber === 1 ? '1 attempt' : `${attemptNumber} attempts`;
}

/** One sentence why, then what helps. */
export function refusalText(reason: string, job?: Job): string {
  const why = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`;
  return job === undefined ? why : `${why}\n\n${helpText(job)}`;
}
