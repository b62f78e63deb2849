// The words behind a command's name → what it says, or in words what is wrong with them. Pure.
import { readDollars, readRevision, readTimeMs } from './arguments.ts';
import type { ApproveDraft, JobCommand, Move, Said } from './job-command.ts';

export type Words = {
  /** The words behind the name, on the first line. */
  words: readonly string[];
  /** The rest of the line as it was typed: a path, a number. */
  line: string;
  /** The rest of the line and all that follows, as the page shows it. */
  text: string;
};

export const NOTHING_FOLLOWS = 'nothing may follow it on its line';

export function readApprove({ words }: Words): Move<ApproveDraft> | string {
  const draft: ApproveDraft = { type: 'approve' };
  for (const word of words) {
    const [, key, value = ''] = /^(max|escalate)=(.*)$/i.exec(word) ?? [];
    const name = key?.toLowerCase();
    if (name === 'max' && draft.maxUsd === undefined) {
      const maxUsd = readDollars(value);
      if (maxUsd === undefined) return objectionToMax(value);
      draft.maxUsd = maxUsd;
    } else if (name === 'escalate' && draft.escalate === undefined) {
      if (value.toUpperCase() !== 'L2') return 'only `escalate=L2` can be agreed to beforehand';
      draft.escalate = 'L2';
    } else if (name === undefined && draft.revision === undefined) {
      const revision = readRevision(word);
      if (revision === undefined) {
        return `\`${shown(word)}\` is neither the token of a revision nor \`max=$N\` nor \`escalate=L2\``;
      }
      draft.revision = revision;
    } else return `\`${shown(word)}\` is said twice`;
  }
  return move(draft);
}

function objectionToMax(value: string): string {
  const needs = '`max` needs an amount of dollars above 0';
  if (value === '') return `${needs}, right behind the \`=\``;
  return `\`${shown(value)}\` is no amount of dollars; ${needs} and at most 999999, such as \`$3\` or \`$3.50\``;
}

type Extend = Extract<JobCommand, { type: 'extend' }>;

export function readExtend({ words }: Words): Move<Extend> | string {
  const body: Extend = { type: 'extend' };
  for (const word of words) {
    const wallTimeMs = readTimeMs(word);
    const costUsd = readDollars(word);
    if (wallTimeMs !== undefined && body.wallTimeMs === undefined) body.wallTimeMs = wallTimeMs;
    else if (costUsd !== undefined && body.costUsd === undefined) body.costUsd = costUsd;
    else if (wallTimeMs ?? costUsd) return `\`${shown(word)}\` is said twice`;
    else
      return `\`${shown(word)}\` is neither an amount of dollars such as $2 nor a time such as 30m`;
  }
  return move(body);
}

export function move<C extends JobCommand>(command: C, said?: Said): Move<C> {
  return said === undefined ? { kind: 'job', command } : { kind: 'job', command, said };
}

/** For commands that are one word. */
export function alone<C extends JobCommand>(command: C): (given: Words) => Move<C> | string {
  return ({ words }) => (words.length === 0 ? move(command) : NOTHING_FOLLOWS);
}

export function one<T, C extends JobCommand>(
  words: readonly string[],
  read: (text: string) => T | undefined,
  what: string,
  make: (value: T) => C,
): Move<C> | string {
  const value = words.length === 1 ? read(words[0] ?? '') : undefined;
  return value === undefined ? `it needs ${what}, and nothing else` : move(make(value));
}

export function isOnly(words: readonly string[], word: string): boolean {
  return words.length === 1 && words[0]?.toLowerCase() === word;
}

/** A stranger's word inside our sentence: short, and unable to end the code it stands in. */
export function shown(word: string): string {
  return word.replaceAll('`', "'").slice(0, 40);
}
