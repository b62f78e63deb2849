// Bash calls: is everything that the line runs and writes allowed? Each command for itself, by a rule
// or by the list; what the line hides is allowed by neither. Pure.
import type { CommandTier } from '../../protocol/permission-policy.ts';
import { isInside } from '../files/workspace.ts';
import type { ArgumentContext } from './commands/arguments.ts';
import type { CommandList } from './commands/command-list.ts';
import type { Decision } from './decision.ts';
import { isSteering } from './environment.ts';
import { type Places, pathMatches } from './path-pattern.ts';
import type { Rule } from './rule.ts';
import { doesAllowCommand, isAbout } from './rule-match.ts';
import type { RuleSet } from './rule-set.ts';
import { isLiteral, programOf, type ShellCommand, type ShellLine } from './shell/line.ts';
import { ROOT_PROGRAMS } from './shell/wrappers.ts';
import { isDevice, isProtectedIn, type Resolve, shownWord, writtenBy } from './writes.ts';

export type BashContext = {
  rules: RuleSet;
  places: Places;
  resolve: Resolve;
  list?: { commands: CommandList; tier: CommandTier };
  /** The mode lets files be written. */
  mayWrite: boolean;
};

/** What is refused before any rule is asked. */
export function refuseOutright(line: ShellLine, context: BashContext): Decision | undefined {
  const root = context.places.roots[0];
  const words = [...line.redirects, ...line.commands.flatMap(writtenBy)];
  for (const word of words) {
    const isProtected = context.resolve(word)?.some((path) => isProtectedIn(root, path));
    if (isProtected === true) {
      const reason = `${shownWord(word)} steers the agent itself and is protected`;
      return { kind: 'deny', reason, by: 'protected_path' };
    }
  }
  const asRoot = line.commands.map(programOf).find((name) => ROOT_PROGRAMS.has(name));
  if (asRoot === undefined) return undefined;
  const reason = `${asRoot} is never run: nothing here needs another user`;
  return { kind: 'deny', reason, by: 'command_list' };
}

/** A rule about files that the line may write to. */
export function forbidsWrites(rule: Rule, line: ShellLine, context: BashContext): boolean {
  if (!isAbout(rule, 'Write')) return false;
  return [...line.redirects, ...line.commands.flatMap(writtenBy)].some((word) => {
    const paths = context.resolve(word);
    const { scope } = rule;
    if (paths === undefined) return true;
    const files = paths.filter((path) => !isDevice(path));
    if (scope.kind !== 'path') return scope.kind === 'all' && files.length > 0;
    return files.some((path) => {
      return scope.patterns.some((one) => pathMatches(one, path, context.places));
    });
  });
}

/** Undefined: neither rules nor list allow it, and there is no list that would refuse it. */
export function decideByAllowing(line: ShellLine, context: BashContext): Decision | undefined {
  const { list } = context;
  const refused = vetoOf(line, context) ?? hiddenIn(line) ?? writeRefusal(line, context);
  const allowed = refused === undefined ? allowEach(line, context) : { refused };
  if ('refused' in allowed) {
    if (list === undefined) return undefined;
    return { kind: 'deny', reason: allowed.refused, by: 'command_list' };
  }
  const { rule } = allowed;
  if (rule !== undefined) {
    return { kind: 'allow', reason: `the rule ${rule} allows it`, rule, by: 'allow_rule' };
  }
  if (list === undefined) return undefined;
  return { kind: 'allow', reason: 'its commands are in the list', by: 'command_list' };
}

function vetoOf(line: ShellLine, context: BashContext): string | undefined {
  const given = argumentContext(context);
  return first(line.commands, (command) => context.list?.commands.veto(command, given));
}

/** Why nobody can vouch for the line. */
function hiddenIn(line: ShellLine): string | undefined {
  const unknown = line.commands.find(({ words }) => words[0] === undefined || !isLiteral(words[0]));
  if (unknown !== undefined) {
    return 'the name of a command in it is known only when it runs; write it out';
  }
  const variable = line.assignments.find(isSteering);
  if (variable !== undefined) return `${variable.name} decides what later commands run`;
  return line.hazards[0];
}

function writeRefusal({ redirects }: ShellLine, context: BashContext): string | undefined {
  return first(redirects, (word) => {
    const paths = context.resolve(word);
    if (paths === undefined) {
      return `where ${shownWord(word)} leads is known only when it runs; write the path out`;
    }
    const other = paths.find((path) => !isDevice(path) && !mayBeWritten(path, context));
    return other === undefined ? undefined : `${other} may not be written to in this step`;
  });
}

/** With a list, the tier tells where; without one, rules about files do. */
function mayBeWritten(path: string, { list, mayWrite, rules, places }: BashContext): boolean {
  const writing = rules.allow.filter((rule) => isAbout(rule, 'Write'));
  const isAllowed = writing.some(({ scope }) => {
    if (scope.kind !== 'path') return scope.kind === 'all';
    return scope.patterns.some((one) => pathMatches(one, path, places));
  });
  if (list === undefined) return isAllowed || mayWrite;
  if (isInside('/tmp', path)) return true;
  return list.tier === 'run' && places.roots.some((root) => isInside(root, path));
}

type Allowed = { rule?: string } | { refused: string };

/** Transparent wrappers need nobody's leave: what they run does. */
function allowEach(line: ShellLine, context: BashContext): Allowed {
  const given = argumentContext(context);
  const whole = context.rules.allow.find(({ tool, scope }) => {
    return tool === 'Bash' && scope.kind === 'all';
  });
  const judged = line.commands.filter(({ isTransparent }) => !isTransparent);
  let rule = whole?.text;
  for (const command of judged) {
    const found = ruleFor(command, context.rules.allow);
    rule ??= found;
    if (found !== undefined) continue;
    if (context.list === undefined) return { refused: 'no rule allows it' };
    const refused = context.list.commands.refusal(command, given);
    if (refused !== undefined) return { refused };
  }
  return rule === undefined ? {} : { rule };
}

function ruleFor(command: ShellCommand, rules: readonly Rule[]): string | undefined {
  return rules.find((rule) => doesAllowCommand(rule, command))?.text;
}

function argumentContext({ resolve, places }: BashContext): Omit<ArgumentContext, 'pkillTargets'> {
  return { resolve, root: places.roots[0], writable: [...places.roots, '/tmp'] };
}

function first<Item>(
  items: readonly Item[],
  find: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
