// What can be said now, and where the job stands, in words for people. Every command stands in code
// marks: our own words must not read as a command when someone quotes them. Pure.
import { allowedCommands, whereItStands } from '../job/commands.ts';
import type { Job } from '../job/types.ts';
import { COMMAND_NAMES, type Form, formsOf, rowOf, type SaidType } from './commands.ts';

/** What moves the job now; what helps most comes first. */
export function movesNow(job: Job): Form[] {
  return allowedCommands(job).flatMap((type) => (type === 'start' ? [] : (FORMS.get(type) ?? [])));
}

/** By the event; a command of the state machine that no row leads to does not compile above. */
const FORMS = new Map(
  COMMAND_NAMES.map(rowOf).flatMap((row) =>
    row.kind === 'job' ? (Object.entries(row.forms) as [SaidType, Form][]) : [],
  ),
);

/** All that can be said now. */
export function sayable(job: Job): Form[] {
  const others = COMMAND_NAMES.map(rowOf).filter(
    (row) => row.kind === 'answer' || (row.kind === 'check' && row.states.includes(job.state)),
  );
  return [...movesNow(job), ...others.flatMap(formsOf)];
}

export function formLine({ usage, does }: Form): string {
  return `\`${usage}\` ${does}`;
}

/** The answer to `/help`, and the end of every refusal. */
export function helpText(job: Job): string {
  return ['What can be said now:', ...sayable(job).map((form) => `- ${formLine(form)}`)].join('\n');
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
