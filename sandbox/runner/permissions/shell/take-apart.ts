// A shell line → everything it runs and writes, down through wrappers and the scripts inside it.
// What cannot be read for certain is unreadable, and refused by whoever asks.
import type { Parsers } from '../../../syntax/parsers.ts';
import { collect, type Written, type WrittenCommand } from './collect.ts';
import {
  ANY,
  type Assignment,
  type ShellLine,
  toWord,
  type Unreadable,
  type Word,
} from './line.ts';
import { plainCommand } from './plain-line.ts';
import { findUnsoundness } from './soundness.ts';
import { unwrap } from './wrappers.ts';

/** A person's line takes the grammar less than a millisecond. */
const LIMITS = { cpuMs: 250, maxNodes: 20_000 };
const MAX_SCRIPTS = 50;
const MAX_COMMANDS = 2_000;
const MAX_DEPTH = 10;

type TakeApart = (line: string) => Promise<ShellLine | Unreadable>;

type Script = { text: string; depth: number };
type Found = {
  commands: { command: WrittenCommand; isTransparent: boolean }[];
  redirects: Word[];
  assignments: Assignment[];
  directories: Word[];
  hazards: string[];
};

/** Never throws: without its grammar every line but those of plain words is unreadable. */
export function createTakeApart(parsers: Parsers): TakeApart {
  return async (line) => {
    const found: Found = {
      commands: [],
      redirects: [],
      assignments: [],
      directories: [],
      hazards: [],
    };
    const scripts: Script[] = [{ text: line, depth: 0 }];
    for (const [at, script] of scripts.entries()) {
      if (at >= MAX_SCRIPTS || script.depth > MAX_DEPTH) {
        return { problem: 'too many scripts are nested in it' };
      }
      const written = await readScript(script.text, parsers);
      if ('problem' in written) return written;
      found.redirects.push(...written.redirects);
      found.assignments.push(...written.assignments);
      found.hazards.push(...written.hazards);
      scripts.push(...written.scripts.map((text) => ({ text, depth: script.depth + 1 })));
      const isFollowed = written.commands.every((one) => follow(one, { script, scripts, found }));
      if (!isFollowed) return { problem: 'too many commands are wrapped in each other' };
      if (found.commands.length > MAX_COMMANDS) return { problem: 'it has too many commands' };
    }
    const commands = found.commands.map(({ command, isTransparent }) => {
      return { words: command.words, raw: command.raw, isTransparent };
    });
    return { ...found, commands };
  };
}

async function readScript(text: string, parsers: Parsers): Promise<Written | Unreadable> {
  const none = { commands: [], redirects: [], assignments: [], scripts: [], hazards: [] };
  // A script that only the run knows is a command with an unknown name.
  if (text === ANY) return { ...none, commands: [{ words: [toWord(ANY)], raw: '' }] };
  if (text.includes('\0')) return { problem: 'it contains a NUL' };
  if (/^[ \t\n]*$/.test(text)) return none;
  const plain = plainCommand(text);
  if (plain !== undefined) return { ...none, commands: [{ ...plain, words: [...plain.words] }] };
  const tree = await parsers.parse('bash', text, LIMITS).catch(toError);
  if (tree instanceof Error) return { problem: `the grammar cannot be used (${tree.message})` };
  const problem = findUnsoundness(tree);
  if (problem !== undefined) return { problem };
  const written = collect(tree);
  return written ?? { problem: 'words that follow a redirection belong to no command' };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

type Walk = { script: Script; scripts: Script[]; found: Found };

/** The command, and what it runs: those are commands of their own. False: there is no end to it. */
function follow(first: WrittenCommand, { script, scripts, found }: Walk): boolean {
  const waiting = [{ command: first, depth: script.depth }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { command, depth } = next;
    if (depth > MAX_DEPTH) return false;
    const inside = unwrap(command);
    found.commands.push({ command, isTransparent: inside?.isTransparent ?? false });
    found.directories.push(...directoriesOf(command));
    if (inside === undefined) continue;
    found.redirects.push(...(inside.writes ?? []));
    found.hazards.push(...(inside.hazards ?? []));
    found.assignments.push(...(inside.assignments ?? []).map(toAssignment));
    scripts.push(...inside.scripts.map((text) => ({ text, depth: depth + 1 })));
    for (const words of inside.commands) {
      const { stdin } = command;
      const inner = { words, raw: '', ...(stdin !== undefined && { stdin }) };
      waiting.push({ command: inner, depth: depth + 1 });
    }
  }
  return true;
}

function toAssignment({ text }: Word): Assignment {
  const at = text.indexOf('=');
  return { name: text.slice(0, at), value: toWord(text.slice(at + 1)) };
}

/** Without an argument `cd` goes home, and `-` to where it was: nowhere that the line tells. */
function directoriesOf({ words }: WrittenCommand): Word[] {
  const [name, ...rest] = words;
  if (name?.text === 'popd') return [toWord(ANY)];
  if (name?.text !== 'cd' && name?.text !== 'pushd') return [];
  const target = rest.find(({ text }) => !/^-[LPe@n]*$/.test(text) || text === '-');
  return target === undefined || /^[-+]/.test(target.text) ? [toWord(ANY)] : [target];
}
