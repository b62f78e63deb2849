// Rule strings about tool calls, parsed once: `Tool`, `Tool(*)`, `Bash(npm run *)`, `Write(src/**)`,
// `WebFetch(domain:example.com)`, `mcp__server__tool`, `Agent(type)`, `Skill(name)`. Pure.
import { builtInNames, traitOf } from '../../protocol/tools.ts';
import { type PathPattern, parsePathPattern } from './path-pattern.ts';
import { parseUrlPattern, type UrlPattern } from './url-pattern.ts';

export type Rule = { text: string; tool: string; scope: Scope };

type Scope =
  /** Every call of the tool. */
  | { kind: 'all' }
  /** Texts with stars, one of which a command matches. */
  | { kind: 'command'; patterns: readonly string[] }
  | { kind: 'path'; patterns: readonly PathPattern[] }
  | { kind: 'url'; pattern: UrlPattern }
  /** The kind of agent, or the name of a skill. */
  | { kind: 'name'; patterns: readonly string[] };

/** `tool`: the one it seems to be about, which a rule that denies then denies altogether. */
type RuleProblem = { text: string; problem: string; tool?: string };

const BUILT_IN_TOOLS: readonly string[] = builtInNames();

export function parseRule(given: string): Rule | RuleProblem {
  const text = given.trim();
  const parts = /^([A-Za-z][\w*.-]*)(?:\(([\s\S]*)\))?$/.exec(text);
  const tool = toolNamed(parts?.[1] ?? /^[A-Za-z][\w-]*/.exec(text)?.[0] ?? '');
  const problem = (what: string): RuleProblem => {
    return { text, problem: what, ...(tool !== '' && { tool }) };
  };
  if (parts === null) return problem('it is not of the form Tool or Tool(what)');
  if (!isTool(tool)) return problem(`there is no tool ${tool}`);
  if (tool !== toolNamed(parts[1] ?? '', true)) return problem(`the tool is spelt ${tool}`);
  const specifier = parts[2]?.trim();
  if (specifier === undefined || specifier === '*') return { text, tool, scope: { kind: 'all' } };
  if (specifier === '') return problem('nothing stands between its parentheses');
  const scope = parseScope(tool, specifier);
  return typeof scope === 'string' ? problem(scope) : { text, tool, scope };
}

export function isRule(parsed: Rule | RuleProblem): parsed is Rule {
  return 'scope' in parsed;
}

/** `Task` is the former name of `Agent`. */
export function toolNamed(name: string, isExact = false): string {
  if (name === 'Task') return 'Agent';
  if (isExact || name.startsWith('mcp__')) return name;
  const known = BUILT_IN_TOOLS.find((one) => one.toLowerCase() === name.toLowerCase());
  return known ?? name;
}

function isTool(name: string): boolean {
  return BUILT_IN_TOOLS.includes(name) || /^mcp__[\w.-]*[A-Za-z0-9][\w*.-]*$/.test(name);
}

/** Text: why there is none. */
function parseScope(tool: string, specifier: string): Scope | string {
  switch (traitOf(tool)?.about?.kind) {
    case 'command':
      return { kind: 'command', patterns: commandPatterns(specifier) };
    case 'file':
    case 'folder': {
      const patterns = parsePathPattern(specifier);
      return patterns === undefined ? 'it names no path' : { kind: 'path', patterns };
    }
    case 'address': {
      const pattern = parseUrlPattern(specifier);
      return pattern === undefined ? 'it names no domain and no address' : { kind: 'url', pattern };
    }
    case 'name':
      return { kind: 'name', patterns: commandPatterns(specifier) };
    case undefined:
      return `rules about ${tool} take nothing between parentheses`;
  }
}

/** `npm run:*` and `npm run *` are beginnings that end where a word ends. */
function commandPatterns(specifier: string): string[] {
  const squeezed = specifier.trim().replaceAll(/\s+/g, ' ');
  const beginning = /^([^*]*?)(?::\*| \*)$/.exec(squeezed)?.[1];
  if (beginning === undefined) return [squeezed.replace(/:\*$/, '*')];
  return [beginning, `${beginning} *`];
}
