// Every tool, one row each (tools/row.ts). Step lists, permission modes, planning gate, protected
// paths, rules and `redgreen agent` ask here, so that a new row is known everywhere. The order is the
// order in which a model is told; the same rows give the same bytes. Pure.
import type { z } from 'zod';
import { FILE_TOOLS, SEARCH_TOOLS } from './tools/files.ts';
import { PROCESS_TOOLS } from './tools/processes.ts';
import type { ToolRow, ToolStep, Trait } from './tools/row.ts';
import { STEP_TOOLS } from './tools/step.ts';
import { TALK_TOOLS } from './tools/talk.ts';

const TABLE = {
  ...FILE_TOOLS,
  ...PROCESS_TOOLS,
  ...SEARCH_TOOLS,
  ...TALK_TOOLS,
  ...STEP_TOOLS,
} as const;

export type ToolName = keyof typeof TABLE;
export type ToolInput<Name extends ToolName> = z.output<(typeof TABLE)[Name]['input']>;

export const TOOLS: {
  readonly [Name in ToolName]: ToolRow & { input: z.ZodType<ToolInput<Name>> };
} = TABLE;
export const TOOL_NAMES: readonly ToolName[] = Object.keys(TOOLS).filter(isToolName);

/** Names of Claude Code that rules may speak of; this version has no such tools. */
const LATER: Readonly<Record<string, Trait>> = {
  WebFetch: { does: 'network', about: { kind: 'address', key: 'url' } },
  WebSearch: { does: 'network' },
  Agent: { does: 'delegates', about: { kind: 'name', key: 'subagent_type' } },
  Skill: { does: 'delegates', about: { kind: 'name', key: 'skill' } },
  ListMcpResources: { does: 'looks' },
  ReadMcpResource: { does: 'looks' },
  ToolSearch: { does: 'looks' },
};

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(TABLE, name);
}

export function isLater(name: string): boolean {
  return Object.hasOwn(LATER, name);
}

/** Every name without a server: those that rules may speak of. */
export function builtInNames(): string[] {
  return [...TOOL_NAMES.filter((name) => !name.startsWith('mcp__')), ...Object.keys(LATER)];
}

/** Undefined for what nobody has heard of, and for tools of MCP servers. */
export function traitOf(name: string): Trait | undefined {
  if (isToolName(name)) return TOOLS[name];
  return isLater(name) ? LATER[name] : undefined;
}

/** What a step offers unless a repository says otherwise. */
export function toolsOfStep(step: ToolStep): ToolName[] {
  return TOOL_NAMES.filter((name) => TOOLS[name].steps.includes(step));
}

/** By the planning gate and in the mode `plan`. */
export function isClosedWhilePlanning(name: string): boolean {
  const does = traitOf(name)?.does;
  return does === 'writes' || does === 'runs';
}

/** `A, B and C`: of those closed while planning. */
export function closedWhilePlanning(): string {
  return inWords(TOOL_NAMES.filter(isClosedWhilePlanning));
}

export function inWords(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
