// What rules look at in a tool call: its command, path, address or name. Pure but for the shell line,
// which the caller has taken apart.
import { resolve } from 'node:path';
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
  shell?: { text: string; line: ShellLine };
};

const SEARCHES: ReadonlySet<string> = new Set(['Glob', 'Grep']);

export function subjectOf(call: ToolCall, root: string): Subject {
  const tool = toolNamed(call.name, true);
  const paths = pathsOf(tool, call.input, root);
  const address = textOf(call.input, 'url');
  const url = address === undefined ? undefined : (URL.parse(address) ?? undefined);
  const name =
    tool === 'Agent'
      ? textOf(call.input, 'subagent_type')
      : (textOf(call.input, 'skill') ?? textOf(call.input, 'name'));
  return {
    tool,
    ...(paths !== undefined && { paths }),
    ...(url !== undefined && { url }),
    ...(name !== undefined && { name }),
  };
}

export function commandOf({ input }: ToolCall): string {
  return textOf(input, 'command') ?? '';
}

function pathsOf(tool: string, input: unknown, root: string): string[] | undefined {
  if (SEARCHES.has(tool)) {
    const directory = resolve(root, textOf(input, 'path') ?? '.', patternStart(tool, input));
    return [directory, childOfDirectory(directory)];
  }
  const path = textOf(input, 'file_path') ?? textOf(input, 'notebook_path');
  return path === undefined ? undefined : [resolve(root, path)];
}

/** A pattern may itself lead elsewhere: `/etc/*`, `../x/*`. */
function patternStart(tool: string, input: unknown): string {
  const pattern = tool === 'Glob' ? (textOf(input, 'pattern') ?? '') : '';
  const fixed = /^[^*?[{]*\//.exec(pattern)?.[0] ?? '';
  return fixed.startsWith('/') || fixed.includes('..') ? fixed : '.';
}

function textOf(input: unknown, key: string): string | undefined {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, key)) return undefined;
  const value: unknown = Reflect.get(input, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
