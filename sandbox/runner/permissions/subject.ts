// What rules look at in a tool call: its command, path, address or name. Pure.
import { resolve } from 'node:path';
import { traitOf } from '../../protocol/tools.ts';
import type { ToolCall } from '../tool.ts';
import { childOfDirectory } from './path-pattern.ts';
import { toolNamed } from './rule.ts';
import type { ShellLine } from './shell/line.ts';

export type Subject = {
  /** With `Agent` for `Task`. */
  tool: string;
  /** Absolute. Undefined: the call names none. Two for a search: the directory, something in it. */
  paths?: readonly string[];
  url?: URL;
  /** Of an agent's kind, or a skill. */
  name?: string;
  command?: string;
  /** The command taken apart, which the caller does. */
  line?: ShellLine;
};

/** By the key of its input that the table of tools names. */
export function subjectOf(call: ToolCall, root: string): Subject {
  const tool = toolNamed(call.name, true);
  const about = traitOf(tool)?.about;
  const value = about && textOf(call.input, about.key);
  switch (about?.kind) {
    case 'file':
      return value === undefined ? { tool } : { tool, paths: [resolve(root, value)] };
    case 'folder': {
      const pattern = about.pattern === undefined ? '' : textOf(call.input, about.pattern);
      const directory = resolve(root, value ?? '.', patternStart(pattern));
      return { tool, paths: [directory, childOfDirectory(directory)] };
    }
    case 'address': {
      const url = value === undefined ? null : URL.parse(value);
      return url === null ? { tool } : { tool, url };
    }
    case 'name':
      return value === undefined ? { tool } : { tool, name: value };
    case 'command':
      return { tool, command: value ?? '' };
    case undefined:
      return { tool };
  }
}

/** A pattern may itself lead elsewhere: `/etc/*`, `../x/*`. */
function patternStart(pattern = ''): string {
  const fixed = /^[^*?[{]*\//.exec(pattern)?.[0] ?? '';
  return fixed.startsWith('/') || fixed.includes('..') ? fixed : '.';
}

function textOf(input: unknown, key: string): string | undefined {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, key)) return undefined;
  const value: unknown = Reflect.get(input, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
