// Every command of GITHUB.md §1 in one table: how it is written, what it does, and how its words
// become a command. A reader answers the command, or in words what is wrong. Pure.
import {
  readDollars,
  readModel,
  readNumber,
  readPath,
  readRevision,
  readTimeMs,
} from './arguments.ts';
import type { ApproveDraft, OtherCommand, Said, ThreadCommand } from './thread-command.ts';

type Words = {
  /** The words behind the name, on the first line. */
  words: readonly string[];
  /** The rest of the line and all that follows. */
  text: string;
};

type CommandGrammar = {
  usage: string;
  does: string;
  read(words: Words): ThreadCommand | string;
};

/** Shown in full wherever the end of the job is told. */
const LONGEST_REASON = 500;

export const GRAMMAR = {
  approve: {
    usage: '/approve [REVISION] [max=$N] [escalate=L2]',
    does: 'approves the shown plan and may cap the spend',
    read: ({ words }) => readApprove(words),
  },
  revise: {
    usage: '/revise TEXT',
    does: 'asks for a new revision of the plan',
    read: ({ text }) =>
      text === '' ? 'it does not say what to change' : job({ type: 'revise', text }),
  },
  strategy: {
    usage: '/strategy N',
    does: 'chooses one of the strategies',
    read: ({ words }) =>
      one(words, readNumber, 'the number of a strategy', (strategy) =>
        job({ type: 'choose_strategy', strategy }),
      ),
  },
  answer: {
    usage: '/answer TEXT',
    does: 'answers the open question',
    read: ({ text }) => (text === '' ? 'the answer is missing' : job({ type: 'answer' }, { text })),
  },
  continue: {
    usage: '/continue',
    does: 'lets it try again',
    read: none(job({ type: 'continue' })),
  },
  'deep-fix': {
    usage: '/deep-fix [yes|no]',
    does: 'asks for the strongest model; `yes` accepts its price, `no` stops the job',
    read: ({ words }) => {
      if (words.length === 0) return job({ type: 'deep_fix' });
      if (isOnly(words, 'yes')) return job({ type: 'confirm_deep_fix' });
      return isOnly(words, 'no')
        ? job({ type: 'decline_deep_fix' })
        : 'only `yes` or `no` may follow';
    },
  },
  intervene: {
    usage: '/intervene',
    does: 'lets you take over the branch',
    read: none(job({ type: 'intervene' })),
  },
  test: { usage: '/test', does: 'tests what you pushed', read: none(job({ type: 'test' })) },
  escalate: {
    usage: '/escalate yes|no',
    does: 'decides about a stronger model',
    read: ({ words }) => {
      if (isOnly(words, 'yes')) return job({ type: 'escalate' });
      return isOnly(words, 'no')
        ? job({ type: 'decline_escalation' })
        : 'it needs `yes` or `no`, and nothing else';
    },
  },
  extend: {
    usage: '/extend [$N] [TIME]',
    does: 'raises the cap in dollars, or the time (30m, 2h)',
    read: ({ words }) => readExtend(words),
  },
  widen: {
    usage: '/widen PATH',
    does: "widens the plan's fence by a path",
    read: ({ words, text }) => {
      const path = words.length === 0 ? undefined : readPath(text.split('\n')[0]?.trim() ?? '');
      if (path === undefined) return 'it needs a path inside the repository';
      return job({ type: 'widen' }, { path });
    },
  },
  allow: {
    usage: '/allow N [always]',
    does: 'allows the call with that number',
    read: ({ words: [first, ...rest] }) => {
      const always = isOnly(rest, 'always');
      const hold = rest.length === 0 || always ? readNumber(first ?? '') : undefined;
      if (hold === undefined) return 'it needs the number of the question, then at most `always`';
      return job({ type: 'allow', hold }, always ? { isAlways: true } : undefined);
    },
  },
  deny: {
    usage: '/deny N',
    does: 'denies the call with that number',
    read: ({ words }) =>
      one(words, readNumber, 'the number of the question', (hold) => job({ type: 'deny', hold })),
  },
  stop: {
    usage: '/stop [WHY]',
    does: 'stops the job; the work stays on the branch',
    read: ({ text }) =>
      job({ type: 'cancel', ...(text !== '' && { detail: text.slice(0, LONGEST_REASON) }) }),
  },
  verify: {
    usage: '/verify',
    does: 'checks the newest commit of the PR against the criteria and changes nothing',
    read: other({ type: 'verify' }),
  },
  accept: {
    usage: '/accept [override]',
    does: 'accepts the report and marks the PR ready',
    read: ({ words }) => {
      const isOverride = isOnly(words, 'override');
      if (words.length > 0 && !isOverride) return 'only `override` may follow';
      return { kind: 'other', command: { type: 'accept', isOverride } };
    },
  },
  fix: {
    usage: '/fix TEXT',
    does: 'starts a follow-up job on the same branch',
    read: ({ text }) =>
      text === ''
        ? 'it does not say what to fix'
        : { kind: 'other', command: { type: 'fix', text } },
  },
  retry: { usage: '/retry', does: 'starts a new job', read: other({ type: 'retry' }) },
  open: { usage: '/open', does: 'opens the PR without a draft', read: other({ type: 'open' }) },
  revert: { usage: '/revert', does: 'takes the change back', read: other({ type: 'revert' }) },
  rate: {
    usage: '/rate 1..5 [WHY]',
    does: 'rates a finished job',
    read: ({ words: [first = ''], text }) => {
      if (!/^[1-5]$/.test(first)) return 'it needs a number from 1 to 5';
      const why = text.slice(first.length).trim();
      const stars = Number(first);
      return { kind: 'other', command: { type: 'rate', stars, ...(why !== '' && { why }) } };
    },
  },
  model: {
    usage: '/model [PROVIDER/]ID',
    does: 'chooses the model for the coming turns',
    read: ({ words }) =>
      one(words, readModel, 'the id of a model', (model) => ({
        kind: 'other',
        command: { type: 'model', ...model },
      })),
  },
  config: {
    usage: '/config',
    does: 'shows the settings and where each comes from',
    read: other({ type: 'config' }),
  },
  clear: {
    usage: '/clear',
    does: 'drops the conversation and keeps the plan',
    read: other({ type: 'clear' }),
  },
  status: { usage: '/status', does: 'says where it stands', read: other({ type: 'status' }) },
  help: { usage: '/help', does: 'lists what can be said now', read: other({ type: 'help' }) },
  login: {
    usage: '/login',
    does: 'says how the operator signs in',
    read: other({ type: 'login' }),
  },
  logout: {
    usage: '/logout',
    does: 'says how the operator signs out',
    read: other({ type: 'logout' }),
  },
} as const satisfies Record<string, CommandGrammar>;

export type CommandName = keyof typeof GRAMMAR;

/** RULINGS 27. */
const ALIASES: Readonly<Record<string, CommandName>> = {
  settings: 'config',
  reset: 'clear',
  new: 'clear',
};

export function commandName(word: string): CommandName | undefined {
  const name = word.toLowerCase();
  if (Object.hasOwn(ALIASES, name)) return ALIASES[name];
  return isCommandName(name) ? name : undefined;
}

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(GRAMMAR, name);
}

function readApprove(words: readonly string[]): ThreadCommand | string {
  const draft: ApproveDraft = { type: 'approve' };
  for (const word of words) {
    const [, key, value = ''] = /^(max|escalate)=(.*)$/i.exec(word) ?? [];
    const name = key?.toLowerCase();
    if (name === 'max' && draft.maxUsd === undefined) {
      const maxUsd = readDollars(value);
      if (maxUsd === undefined) return '`max` needs an amount of dollars above 0';
      draft.maxUsd = maxUsd;
    } else if (name === 'escalate' && draft.escalate === undefined) {
      if (value.toUpperCase() !== 'L2') return 'only `escalate=L2` can be agreed to beforehand';
      draft.escalate = 'L2';
    } else if (name === undefined && draft.revision === undefined) {
      const revision = readRevision(word);
      if (revision === undefined) return `\`${shown(word)}\` is not the token of a revision`;
      draft.revision = revision;
    } else return `\`${shown(word)}\` is said twice`;
  }
  return job(draft);
}

function readExtend(words: readonly string[]): ThreadCommand | string {
  const body: { type: 'extend'; costUsd?: number; wallTimeMs?: number } = { type: 'extend' };
  for (const word of words) {
    const wallTimeMs = readTimeMs(word);
    const costUsd = readDollars(word);
    if (wallTimeMs !== undefined && body.wallTimeMs === undefined) body.wallTimeMs = wallTimeMs;
    else if (costUsd !== undefined && body.costUsd === undefined) body.costUsd = costUsd;
    else return `\`${shown(word)}\` is neither an amount of dollars nor a time such as 30m`;
  }
  return job(body);
}

type JobCommandOf = Extract<ThreadCommand, { kind: 'job' }>;

function job(command: JobCommandOf['command'], said?: Said): ThreadCommand {
  return said === undefined ? { kind: 'job', command } : { kind: 'job', command, said };
}

function other(command: OtherCommand): CommandGrammar['read'] {
  return none({ kind: 'other', command });
}

function none(command: ThreadCommand): CommandGrammar['read'] {
  return ({ words }) => (words.length === 0 ? command : 'nothing may follow it on its line');
}

function one<T>(
  words: readonly string[],
  read: (text: string) => T | undefined,
  what: string,
  make: (value: T) => ThreadCommand,
): ThreadCommand | string {
  const value = words.length === 1 ? read(words[0] ?? '') : undefined;
  return value === undefined ? `it needs ${what}, and nothing else` : make(value);
}

function isOnly(words: readonly string[], word: string): boolean {
  return words.length === 1 && words[0]?.toLowerCase() === word;
}

/** A stranger's word inside our sentence: short, and unable to end the code it stands in. */
function shown(word: string): string {
  return word.replaceAll('`', "'").slice(0, 40);
}
