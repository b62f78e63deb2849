// A comment → the one command on its first line, or none. Quoted lines and code never count; a
// command that cannot be understood is told what is wrong with it. Pure, and throws for no text.

import { closestWord } from '../text/closest-word.ts';
import { seenText } from '../text/seen-text.ts';
import type { Act } from './act.ts';
import {
  type AnswerName,
  COMMAND_NAMES,
  type CommandName,
  commandName,
  formsOf,
  isAnswerName,
  rowOf,
} from './commands.ts';
import type { Move } from './job-command.ts';
import { visibleText } from './visible-text.ts';
import { NOTHING_FOLLOWS, shown, type Words } from './words.ts';

/** What a job is moved or asked by. */
export type ThreadCommand = Move | { kind: 'answer'; name: AnswerName } | { kind: 'act'; act: Act };

export type ParsedComment =
  | { kind: 'none' }
  | { kind: 'command'; name: CommandName; command: ThreadCommand }
  /** `/verify` */
  | { kind: 'check'; name: CommandName }
  | { kind: 'malformed'; problem: string };

/** At the start of a line, at most three spaces in: four would be code. */
const COMMAND = /^\p{Zs}{0,3}\/([a-z][a-z-]{0,31})(?=\s|$)(.*)$/isu;
/** Another slash or sign than ours, or what ends a sentence: a person means the command in it. */
const ALMOST = /^\p{Zs}{0,3}([/／]([a-z][a-z_-]{0,31})[.,;:!?)]{0,3})(?=\s|$)/iu;
/** A word as people put it to mean it exactly. */
const MARKED = /^(["'`])((?:(?!\1).)+)\1$/;
const LONGEST_TEXT = 16_384;
/** Enough for any number of arguments a command takes. */
const MOST_WORDS = 64;

export function parseComment(body: string): ParsedComment {
  const lines = visibleText(body).text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const [, word, rest = ''] = COMMAND.exec(lines[first] ?? '') ?? [];
  if (word === undefined) return almost(lines[first] ?? '');
  const name = commandName(word);
  if (name === undefined) return unknown(`/${word.toLowerCase()}`, nameNear(word));
  const row = rowOf(name);
  const text = [rest, ...lines.slice(first + 1)].join('\n').trim();
  if (text.length > LONGEST_TEXT) {
    return malformed(`\`/${name}\` takes at most ${LONGEST_TEXT} characters.`);
  }
  const words = rest.split(/\s+/).filter((one) => one !== '');
  const parsed = read(name, {
    words: words.slice(0, MOST_WORDS).map(unmarked),
    line: unmarked(rest.trim()),
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

/** What only stands beside a command is told; any other line with a slash is talk. */
function almost(line: string): ParsedComment {
  const [, said = '', word = ''] = ALMOST.exec(line) ?? [];
  const meant = commandName(word.replaceAll('_', '-'));
  return meant === undefined ? { kind: 'none' } : unknown(said, meant);
}

function nameNear(word: string): CommandName | undefined {
  return closestWord(
    word,
    COMMAND_NAMES.map((name) => ({ word: name, meant: name })),
  );
}

function unknown(said: string, meant: CommandName | undefined): ParsedComment {
  const known = `There is no command \`${shown(said)}\``;
  return malformed(
    meant === undefined
      ? `${known}. \`/help\` lists what can be said now.`
      : `${known}; did you mean \`/${meant}\`?`,
  );
}

function unmarked(word: string): string {
  return MARKED.exec(word)?.[2] ?? word;
}

function malformed(problem: string): ParsedComment {
  return { kind: 'malformed', problem };
}
