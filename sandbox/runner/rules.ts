// Rule strings about tool calls, e.g. `Bash(npm run *)`, `Write(src/**)`, `mcp__redgreen`: does a
// call match? A shell line is taken apart at its operators; what hides a command (substitution) is
// never taken for allowed, and is looked into for what is disallowed. Pure.
import { isAbsolute, relative } from 'node:path';
import { compilePathGlob } from './files/glob-pattern.ts';
import type { ToolCall } from './tool.ts';

/** `deny`: any part of the call matches. `allow`: the call matches as a whole. */
export type RulePurpose = 'deny' | 'allow';

/** A rule that cannot be read denies its tool, and allows nothing. */
export function ruleMatches(
  rule: string,
  call: ToolCall,
  { purpose, root }: { purpose: RulePurpose; root: string },
): boolean {
  const parts = /^([\w*-]+)(?:\(([\s\S]*)\))?$/.exec(rule.trim());
  if (parts === null) return purpose === 'deny' && rule.trim().startsWith(call.name);
  const [, name = '', specifier] = parts;
  if (!isSameTool(name, call.name)) return false;
  if (specifier === undefined || specifier === '' || specifier === '*') return true;
  if (call.name === 'Bash') {
    return commandMatches(specifier, textOf(call.input, 'command'), purpose);
  }
  return pathMatches(specifier, pathOf(call.input), { purpose, root });
}

function isSameTool(name: string, called: string): boolean {
  if (name === called) return true;
  if (!called.startsWith('mcp__')) return false;
  // A server's name stands for all its tools.
  const beginning = name.endsWith('__*') ? name.slice(0, -1) : `${name}__`;
  return name.startsWith('mcp__') && called.startsWith(beginning);
}

function commandMatches(pattern: string, command: string, purpose: RulePurpose): boolean {
  const matcher = compileCommandPattern(pattern);
  if (purpose === 'allow') {
    if (/[`<>]|\$\(/.test(command)) return false;
    const commands = splitCommands(command, /&&|\|\||[;|&\n]/);
    return commands.length > 0 && commands.every((one) => matcher.test(one));
  }
  const pieces = splitCommands(command, /&&|\|\||[;|&\n(){}`]|\$\(/);
  return [command.trim(), ...pieces].some(
    (one) => matcher.test(one) || matcher.test(withoutAssignments(one)),
  );
}

/** `npm run:*` and `npm run *` are prefixes that end at a word; other stars match anything. */
function compileCommandPattern(pattern: string): RegExp {
  const prefix = /^([\s\S]*?)(?::\*| \*)$/.exec(pattern)?.[1];
  if (prefix !== undefined) return new RegExp(`^${toSource(prefix)}(?:\\s[\\s\\S]*)?$`);
  return new RegExp(`^${toSource(pattern)}$`);
}

function toSource(pattern: string): string {
  return pattern
    .split('*')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replaceAll(/\s+/g, '\\s+'))
    .join('[\\s\\S]*');
}

function splitCommands(command: string, separator: RegExp): string[] {
  return command
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function withoutAssignments(command: string): string {
  return command.replace(/^(?:\w+=\S*\s+)+/, '');
}

function pathMatches(
  pattern: string,
  path: string | undefined,
  { purpose, root }: { purpose: RulePurpose; root: string },
): boolean {
  if (path === undefined) return purpose === 'deny';
  const isFromTop = pattern.startsWith('//');
  const inside = isAbsolute(path) ? relative(root, path) : path.replace(/^\.\//, '');
  const subject = isFromTop ? path.slice(1) : inside;
  if (!isFromTop && subject.startsWith('..')) return false;
  try {
    return compilePathGlob(isFromTop ? `./${pattern.slice(2)}` : pattern).test(subject);
  } catch {
    return purpose === 'deny';
  }
}

function pathOf(input: unknown): string | undefined {
  const path = textOf(input, 'file_path') || textOf(input, 'path');
  return path === '' ? undefined : path;
}

function textOf(input: unknown, key: string): string {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, key)) return '';
  const value: unknown = Reflect.get(input, key);
  return typeof value === 'string' ? value : '';
}
