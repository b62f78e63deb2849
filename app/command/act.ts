// Commands that act beside the course of a job: their rows of the table, and what each says. Pure.
import { isTerminal, JOB_STATES, type JobState, TERMINAL_STATES } from '../job/types.ts';
import { readNumber } from './arguments.ts';
import type { Form, Who } from './form.ts';
import { isOnly, NOTHING_FOLLOWS, shown, type Words } from './words.ts';

/** Has to be done on GitHub, or asks it: done after the commit of the delivery that brought it. */
export type Errand =
  | { type: 'accept'; isOverride: boolean }
  | { type: 'fix'; text: string }
  | { type: 'retry' }
  | { type: 'revert' };

/** Written down at once. */
type Note = { type: 'rate'; stars: number; why?: string } | { type: 'model'; model: string };

export type Act = Errand | Note;

const MOST_STARS = 5;
const LONGEST_WHY = 2_000;
const LONGEST_MODEL = 200;

/** In these states; app/webhook/run-act.ts says how. */
export type ActRow = Form & {
  kind: 'act';
  who: Who;
  states: readonly JobState[];
  /** It needs a process that goes on: what helps where there is none. */
  inAction: string;
  read(words: Words): Act | string;
};

export const ACTS = {
  accept: {
    kind: 'act',
    who: 'accept',
    usage: '/accept [override]',
    does: 'approves the report and marks the pull request ready; `override`: although it has reservations',
    states: ['DELIVERED'],
    inAction: 'read the report, then press "Ready for review" on the pull request',
    read: readAccept,
  },
  fix: {
    kind: 'act',
    who: 'role',
    usage: '/fix TEXT',
    does: 'starts a follow-up job on this pull request; in a review, a comment that ends in it',
    states: ['DELIVERED'],
    inAction: 'open an issue that says what to fix, and label it',
    read: readFix,
  },
  retry: {
    kind: 'act',
    who: 'role',
    usage: '/retry',
    does: 'starts a new job from the same issue as it is now',
    states: ['FAILED', 'FALLBACK_REQUIRED'],
    inAction: 'take the label off the issue and put it on again',
    read: actAlone('retry'),
  },
  revert: {
    kind: 'act',
    who: 'role',
    usage: '/revert',
    does: 'takes the change back with one commit on the branch',
    states: ['DELIVERED'],
    inAction: 'close the pull request, or revert its commit with git',
    read: actAlone('revert'),
  },
  rate: {
    kind: 'act',
    who: 'role',
    usage: '/rate 1..5 [WHY]',
    does: 'says how good the result is; the last word of a person counts',
    states: TERMINAL_STATES,
    inAction: 'write it as a comment; it is read by people only',
    read: readRate,
  },
  model: {
    kind: 'act',
    who: 'role',
    usage: '/model [PROVIDER/]ID',
    does: 'has this model asked from the next turn of the job on',
    states: JOB_STATES.filter((state) => !isTerminal(state)),
    inAction: 'set `models.plan` and `models.code` in `.github/redgreen.yml` before the next job',
    read: readModel,
  },
} as const satisfies Record<Act['type'], ActRow>;

export function isErrand(act: Act): act is Errand {
  return act.type !== 'rate' && act.type !== 'model';
}

function readAccept({ words }: Words): Act | string {
  if (words.length === 0) return { type: 'accept', isOverride: false };
  return isOnly(words, 'override')
    ? { type: 'accept', isOverride: true }
    : 'only `override` may follow';
}

function readFix({ text }: Words): Act | string {
  return text === '' ? 'it does not say what to fix' : { type: 'fix', text };
}

/** For those that are one word. */
function actAlone(type: 'retry' | 'revert'): (given: Words) => Act | string {
  return ({ words }) => (words.length === 0 ? { type } : NOTHING_FOLLOWS);
}

function readRate({ words: [first = ''], text }: Words): Act | string {
  const stars = readNumber(first);
  if (stars === undefined || stars > MOST_STARS) return 'it needs a number from 1 to 5';
  const why = text.replace(/^\S+/, '').trim().slice(0, LONGEST_WHY);
  return { type: 'rate', stars, ...(why !== '' && { why }) };
}

function readModel({ words }: Words): Act | string {
  const [model = ''] = words;
  const isName = words.length === 1 && model.length <= LONGEST_MODEL && !/[`|<>]/.test(model);
  if (isName) return { type: 'model', model };
  return words.length === 0
    ? 'it needs the id of a model'
    : `\`${shown(words.join(' '))}\` is no id`;
}
