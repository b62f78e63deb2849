// A comment → the one command on its first line, or none. Quoted lines and code never count; a
// command that cannot be understood is told what is wrong with it. Pure, and throws for no text.

import { seenText } from '../text/seen-text.ts';
import type { Act } from './act.ts';
import {
  type AnswerName,
  type CommandName,
  commandName,
  formsOf,
  isAnswerName,
  rowOf,
} from './commands.ts';
import type { Move } from './job-command.ts';
import { visibleText } from './visible-text.ts';
import { NOTHING_FOLLOWS, type Words } from './words.ts';

/** What a job is moved or asked by. */
export type ThreadCommand = Move | { kind: 'answer'; name: AnswerName } | { kind: 'act'; act: Act };

export type ParsedComment =
  | { kind: 'none' }
  | { kind: 'command'; name: CommandName; command: ThreadCommand }
  /** `/verify` */
  | { kind: 'check'; name: CommandName }
  | { kind: 'malformed'; problem: string };

/** At the start of a line, at most three spaces in: four would be code. */
const COMMAND = /^ {0,3}\/([a-z][a-z-]{0,31})(?=\s|$)(.*)$/i;
const LONGEST_TEXT = 16_384;
/** Enough for any number of arguments a command takes. */
const MOST_WORDS = 64;

export function parseComment(body: string): ParsedComment {
  const lines = visibleText(body).text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const [, word, rest = ''] = COMMAND.exec(lines[first] ?? '') ?? [];
  if (word === undefined) return { kind: 'none' };
  const name = commandName(word);
  if (name === undefined) return malformed(`There is no command \`/${word.toLowerCase()}\`.`);
  const row = rowOf(name);
  const text = [rest, ...lines.slice(first + 1)].join('\n').trim();
  if (text.length > LONGEST_TEXT) {
    return malformed(`\`/${name}\` takes at most ${LONGEST_TEXT} characters.`);
  }
  const words = rest.split(/\s+/).filter((one) => one !== '');
  const line = rest.trim();
  const parsed = read(name, {
    words: words.slice(0, MOST_WORDS),
    line,
    text: text === '' ? '' : seenText(text).text,
  });
  if (typeof parsed !== 'string') return parsed;
  const usages = formsOf(row).map(({ usage }) => `\`${usage}\``);
  return malformed(
    `\`/${name}\` was not understood: ${parsed}. It is written ${usages.join(' or ')}.`,
  );
}

/** What is said, or what is wrong with its words. */
function read(name: CommandName, given: Words): ParsedComment | string {
  const row = rowOf(name);
  if (row.kind === 'job') {
    const command = row.read(given);
    return typeof command === 'string' ? command : { kind: 'command', name, command };
  }
  if (row.kind === 'act') {
    const act = row.read(given);
    if (typeof act === 'string') return act;
    return { kind: 'command', name, command: { kind: 'act', act } };
  }
  if (given.words.length > 0) return NOTHING_FOLLOWS;
  if (!isAnswerName(name)) return { kind: 'check', name };
  return { kind: 'command', name, command: { kind: 'answer', name } };
}

function malformed(problem: string): ParsedComment {
  return { kind: 'malformed', problem };
}
