// What can be said now, and where the job stands, in words for people. Every command stands in code
// marks: our own words must not read as a command when someone quotes them. Pure.
import { allowedCommands } from '../job/commands.ts';
import type { Job } from '../job/types.ts';
import { COMMAND_NAMES, formsOf, rowOf, type SaidType } from './commands.ts';
import type { Form } from './form.ts';

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

/** All that can be said now; `isCheckable`: as the records say, where somebody looked. */
export function sayable(job: Job, isCheckable?: boolean): Form[] {
  const others = COMMAND_NAMES.map(rowOf).filter((row) => {
    if (row.kind === 'answer') return true;
    if (row.kind === 'check' && isCheckable !== undefined) return isCheckable;
    return row.kind !== 'job' && row.states.includes(job.state);
  });
  return [...movesNow(job), ...others.flatMap(formsOf)];
}

export function formLine({ usage, does }: Form): string {
  return `\`${usage}\` ${does}`;
}

/** The answer to `/help`, and the end of every refusal. */
export function helpText(job: Job, isCheckable?: boolean): string {
  const lines = sayable(job, isCheckable).map((form) => `- ${formLine(form)}`);
  return ['What can be said now:', '', ...lines].join('\n');
}

export function modelText({ model, chosenBy }: { model: string; chosenBy: string }): string {
  return `The coming turns ask \`${model}\`, as \`${chosenBy}\` chose with \`/model\`.`;
}

/** One sentence why, then what helps; what others wrote in the reason was filtered. */
export function refusalText(reason: string, job?: Job, isCheckable?: boolean): string {
  const why = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`;
  return job === undefined ? why : `${why}\n\n${helpText(job, isCheckable)}`;
}
