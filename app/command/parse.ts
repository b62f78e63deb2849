// A comment → the one command on its first line, or none. Quoted lines and code never count; a
// command that cannot be understood is told what is wrong with it. Pure, and throws for no text.
import { type CommandName, commandName, GRAMMAR } from './grammar.ts';
import type { ThreadCommand } from './thread-command.ts';
import { visibleText } from './visible-text.ts';

export type ParsedComment =
  | { kind: 'none' }
  | { kind: 'command'; name: CommandName; command: ThreadCommand }
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
  const { usage, read } = GRAMMAR[name];
  const text = [rest, ...lines.slice(first + 1)].join('\n').trim();
  if (text.length > LONGEST_TEXT) {
    return malformed(`\`/${name}\` takes at most ${LONGEST_TEXT} characters.`);
  }
  const words = rest.split(/\s+/).filter((one) => one !== '');
  const command = read({ words: words.slice(0, MOST_WORDS), text });
  if (typeof command !== 'string') return { kind: 'command', name, command };
  return malformed(`\`/${name}\` was not understood: ${command}. It is written \`${usage}\`.`);
}

export function isVerify(body: string): boolean {
  const parsed = parseComment(body);
  return parsed.kind === 'command' && parsed.name === 'verify';
}

function malformed(problem: string): ParsedComment {
  return { kind: 'malformed', problem };
}
