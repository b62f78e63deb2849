// Every command in one table: how it is written, what it does, who may say it, what it leads to.
// Parser, `/help`, refusals, the ends of our pages and docs/commands.md are made from it. Pure.
import type { JobState } from '../job/types.ts';
import { ACTS, type ActRow } from './act.ts';
import { readNumber, readPath } from './arguments.ts';
import type { Form, Who } from './form.ts';
import type { JobCommand, Move } from './job-command.ts';
import { alone, isOnly, move, one, readApprove, readExtend, type Words } from './words.ts';

type JobType = JobCommand['type'];
/** Moves the job by these events; app/job/commands.ts says in which states and holds. */
type JobRow<T extends JobType = JobType> = {
  kind: 'job';
  who: Who;
  aliases?: readonly string[];
  forms: { [K in T]?: Form };
  read(words: Words): Move<Extract<JobCommand, { type: T }>> | string;
};
/** Told at once from what is recorded; its handler is in app/webhook/run-command.ts. */
type AnswerRow = Form & { kind: 'answer'; who: Who; aliases?: readonly string[] };
/** Asks for a check of a branch, also on pull requests of no job; offered in these states. */
type CheckRow = Form & { kind: 'check'; who: Who; states: readonly JobState[] };
/** Shown in full wherever the end of the job is told. */
const LONGEST_REASON = 500;

export const COMMANDS = {
  approve: moves({
    who: 'role',
    forms: {
      approve: {
        usage: '/approve [REVISION] [max=$N] [escalate=L2]',
        does: 'approves the plan and may cap the spend',
      },
    },
    read: readApprove,
  }),
  revise: moves({
    who: 'role',
    forms: { revise: { usage: '/revise TEXT', does: 'asks for another plan' } },
    read: ({ text }) =>
      text === '' ? 'it does not say what to change' : move({ type: 'revise', text }),
  }),
  strategy: moves({
    who: 'role',
    forms: { choose_strategy: { usage: '/strategy N', does: 'chooses one of the strategies' } },
    read: ({ words }) =>
      one(words, readNumber, 'the number of a strategy', (strategy) => ({
        type: 'choose_strategy',
        strategy,
      })),
  }),
  answer: moves({
    who: 'role',
    forms: { answer: { usage: '/answer TEXT', does: 'answers the open question' } },
    read: ({ text }) =>
      text === '' ? 'the answer is missing' : move({ type: 'answer' }, { text }),
  }),
  continue: moves({
    who: 'role',
    forms: { continue: { usage: '/continue', does: 'lets it try again' } },
    read: alone({ type: 'continue' }),
  }),
  'deep-fix': moves({
    who: 'role',
    forms: {
      deep_fix: { usage: '/deep-fix', does: 'asks what the strongest model would cost' },
      confirm_deep_fix: { usage: '/deep-fix yes', does: 'starts it at the price that was told' },
      decline_deep_fix: { usage: '/deep-fix no', does: 'stops the job' },
    },
    read: ({ words }) => {
      if (words.length === 0) return move({ type: 'deep_fix' });
      if (isOnly(words, 'yes')) return move({ type: 'confirm_deep_fix' });
      return isOnly(words, 'no')
        ? move({ type: 'decline_deep_fix' })
        : 'only `yes` or `no` may follow';
    },
  }),
  intervene: moves({
    who: 'role',
    forms: { intervene: { usage: '/intervene', does: 'hands the branch over to you' } },
    read: alone({ type: 'intervene' }),
  }),
  test: moves({
    who: 'role',
    forms: { test: { usage: '/test', does: 'runs the tests on what you pushed' } },
    read: alone({ type: 'test' }),
  }),
  escalate: moves({
    who: 'role',
    forms: {
      escalate: { usage: '/escalate yes', does: 'goes on with the stronger model' },
      decline_escalation: {
        usage: '/escalate no',
        does: 'stops here and keeps the work on the branch',
      },
    },
    read: ({ words }) => {
      if (isOnly(words, 'yes')) return move({ type: 'escalate' });
      return isOnly(words, 'no')
        ? move({ type: 'decline_escalation' })
        : 'it needs `yes` or `no`, and nothing else';
    },
  }),
  extend: moves({
    who: 'extend',
    forms: {
      extend: {
        usage: '/extend [$N] [TIME]',
        does: 'raises the cap in dollars, or the time (30m, 2h)',
      },
    },
    read: readExtend,
  }),
  open: moves({
    who: 'role',
    forms: { open: { usage: '/open', does: 'opens an ordinary pull request instead of a draft' } },
    read: alone({ type: 'open' }),
  }),
  widen: moves({
    who: 'role',
    forms: { widen: { usage: '/widen PATH', does: 'lets the job change that path too' } },
    read: ({ words, line }) => {
      const path = words.length === 0 ? undefined : readPath(line);
      if (path === undefined) return 'it needs a path inside the repository, such as `src/lib/`';
      return move({ type: 'widen' }, { path });
    },
  }),
  allow: moves({
    who: 'role',
    forms: {
      allow: {
        usage: '/allow N [always]',
        does: 'allows the call with that number; `always` also every later one like it',
      },
    },
    read: ({ words: [first, ...rest] }) => {
      const always = isOnly(rest, 'always');
      const hold = rest.length === 0 || always ? readNumber(first ?? '') : undefined;
      if (hold === undefined) return 'it needs the number of the question, then at most `always`';
      return move({ type: 'allow', hold }, always ? { isAlways: true } : undefined);
    },
  }),
  deny: moves({
    who: 'role',
    forms: { deny: { usage: '/deny N', does: 'denies the call with that number' } },
    read: ({ words }) =>
      one(words, readNumber, 'the number of the question', (hold) => ({ type: 'deny', hold })),
  }),
  stop: moves({
    who: 'role',
    forms: {
      cancel: { usage: '/stop [WHY]', does: 'stops the job; the work stays on the branch' },
    },
    read: ({ text }) =>
      move({ type: 'cancel', ...(text !== '' && { detail: text.slice(0, LONGEST_REASON) }) }),
  }),
  clear: moves({
    who: 'role',
    aliases: ['reset', 'new'],
    forms: {
      clear: { usage: '/clear', does: 'drops the conversation and keeps the plan and the files' },
    },
    read: alone({ type: 'clear' }),
  }),
  verify: {
    kind: 'check',
    who: 'role',
    usage: '/verify',
    does: 'checks the newest commit of the PR against the criteria and changes nothing',
    states: ['DELIVERED'],
  },
  config: {
    kind: 'answer',
    who: 'role',
    usage: '/config',
    does: 'shows the settings and where each comes from',
    aliases: ['settings'],
  },
  status: { kind: 'answer', who: 'role', usage: '/status', does: 'says where it stands' },
  help: { kind: 'answer', who: 'role', usage: '/help', does: 'lists what can be said now' },
  ...ACTS,
  login: { kind: 'answer', who: 'role', usage: '/login', does: 'says how models are paid for' },
  logout: {
    kind: 'answer',
    who: 'role',
    usage: '/logout',
    does: 'says how the credential for models is taken away',
  },
} as const satisfies Record<string, Row>;

type Row = JobRow | AnswerRow | CheckRow | ActRow;
type Commands = typeof COMMANDS;
export type CommandName = keyof Commands;
export type AnswerName = {
  [N in CommandName]: Commands[N] extends { kind: 'answer' } ? N : never;
}[CommandName];
type EventOfRow<R> = R extends { forms: infer F } ? keyof F : never;
/** What some row leads to. */
export type SaidType = EventOfRow<Commands[CommandName]>;

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

export function rowOf(name: CommandName): Row {
  return COMMANDS[name];
}

/** By its name or another word for it, in any letters. */
export function commandName(word: string): CommandName | undefined {
  const said = word.toLowerCase();
  return COMMAND_NAMES.find((name) => {
    const row = rowOf(name);
    return name === said || ('aliases' in row && row.aliases?.includes(said));
  });
}

export function isAnswerName(name: CommandName): name is AnswerName {
  return COMMANDS[name].kind === 'answer';
}

/** Every way to write it. */
export function formsOf(row: Row): Form[] {
  return row.kind === 'job' ? Object.values(row.forms) : [row];
}

/** Ties what a row reads to the events that it shows. */
function moves<T extends JobType>(row: {
  who: Who;
  aliases?: readonly string[];
  forms: Record<T, Form>;
  read: JobRow<NoInfer<T>>['read'];
}) {
  return { kind: 'job', ...row } as const;
}
