// The permission rules that follow the PreToolUse chain, in this order: what is denied, what is
// asked, what is allowed, then the mode.
import { resolve } from 'node:path';
import type { CommandPolicy, PermissionPolicy } from '../../protocol/permission-policy.ts';
import { isStepTool } from '../../protocol/tools/step.ts';
import { traitOf } from '../../protocol/tools.ts';
import type { Parsers } from '../../syntax/parsers.ts';
import type { ToolCall } from '../tool.ts';
import { type BashContext, decideByAllowing, forbidsWrites, refuseOutright } from './bash.ts';
import { createCommandList } from './commands/command-list.ts';
import type { Decision } from './decision.ts';
import { decideByMode } from './modes.ts';
import type { Places } from './path-pattern.ts';
import type { Rule } from './rule.ts';
import { couldForbid, doesAllow, isAbout } from './rule-match.ts';
import { parseRules, type RuleSet } from './rule-set.ts';
import { isUnreadable, type ShellLine } from './shell/line.ts';
import { createTakeApart } from './shell/take-apart.ts';
import { type Subject, subjectOf } from './subject.ts';
import { createResolve, isProtectedIn } from './writes.ts';

export type PermissionDeps = {
  parsers: Parsers;
  /** Of the workspace: its true path. */
  root: string;
  home: string;
  /** Where the next command begins; the root unless given. */
  cwd?: () => string;
};

export type Permissions = (call: ToolCall) => Promise<Decision>;

/** The first of the rules that forbids a call. */
export type Disallowed = (call: ToolCall) => Promise<string | undefined>;

/** A reason is shown and stored: a hostile line must not make it long. */
const REASON_LENGTH = 1_000;

/** What it gives never throws. */
export function createPermissions(policy: PermissionPolicy, deps: PermissionDeps): Permissions {
  const judge = createJudge(policy, deps);
  return async (call) => {
    const decision = await judge.decide(call);
    return { ...decision, reason: decision.reason.slice(0, REASON_LENGTH) };
  };
}

/** For patterns that hold before any hook is asked. A line that cannot be read is left to later. */
export function createDisallowed(rules: readonly string[], deps: PermissionDeps): Disallowed {
  const policy = { mode: 'bypassPermissions' as const, allow: [], ask: [], deny: [...rules] };
  const judge = createJudge({ ...policy, additionalDirectories: [] }, deps);
  return async (call) => {
    if (judge.rules.deny.length === 0) return undefined;
    const decision = await judge.decide(call);
    return decision.by === 'deny_rule' ? decision.rule : undefined;
  };
}

type Judge = {
  rules: RuleSet;
  decide(call: ToolCall): Promise<Decision>;
};

function createJudge(policy: PermissionPolicy, deps: PermissionDeps): Judge {
  const { mode, additionalDirectories } = policy;
  const { root, home } = deps;
  const rules = parseRules(policy);
  const further = additionalDirectories.map((path) => resolve(root, path));
  const places: Places = { roots: [root, ...further], home };
  const list = policy.commands === undefined ? undefined : listOf(policy.commands);
  const takeApart = createTakeApart(deps.parsers);
  const decideCommand = async (subject: Subject): Promise<Decision> => {
    const whole = rules.deny.find(
      (rule) => isAbout(rule, subject.tool) && rule.scope.kind === 'all',
    );
    if (whole !== undefined) return forbidden(whole);
    const line = await takeApart(subject.command ?? '');
    if (isUnreadable(line)) return unreadable(line.problem);
    const context: BashContext = {
      rules,
      places,
      resolve: createResolve(line, deps.cwd?.() ?? root),
      ...(list !== undefined && { list }),
      mayWrite: mode === 'acceptEdits' || mode === 'bypassPermissions',
    };
    const decided = decideBash({ ...subject, line }, line, context);
    return decided ?? decideByMode(mode, subject.tool);
  };
  return {
    rules,
    async decide(call) {
      const subject = subjectOf(call, root);
      if (subject.command !== undefined) return await decideCommand(subject);
      return decideOther(subject, { rules, places }) ?? decideByMode(mode, subject.tool);
    },
  };
}

function listOf(commands: CommandPolicy): BashContext['list'] {
  return { commands: createCommandList(commands), tier: commands.tier };
}

function decideOther(
  subject: Subject,
  { rules, places }: { rules: RuleSet; places: Places },
): Decision | undefined {
  const path = subject.paths?.find((one) => isProtectedIn(places.roots[0], one));
  if (traitOf(subject.tool)?.does === 'writes' && path !== undefined) {
    const reason = `${path} steers the agent itself and is protected`;
    return { kind: 'deny', reason, by: 'protected_path' };
  }
  const denying = rules.deny.find((rule) => couldForbid(rule, subject, places));
  if (denying !== undefined) return forbidden(denying);
  // What hands a step's work over changes nothing in the sandbox, and the host judges it.
  if (isStepTool(subject.tool)) {
    return { kind: 'allow', reason: 'it hands the work of the step over', by: 'step_tool' };
  }
  const asking = rules.ask.find((rule) => couldForbid(rule, subject, places));
  if (asking !== undefined) return asked(asking);
  const rule = rules.allow.find((one) => doesAllow(one, subject, places))?.text;
  if (rule === undefined) return undefined;
  return { kind: 'allow', reason: `the rule ${rule} allows it`, rule, by: 'allow_rule' };
}

function decideBash(subject: Subject, line: ShellLine, context: BashContext): Decision | undefined {
  const { rules, places } = context;
  const matches = (rule: Rule) =>
    couldForbid(rule, subject, places) || forbidsWrites(rule, line, context);
  const denying = rules.deny.find(matches);
  if (denying !== undefined) return forbidden(denying);
  const refused = refuseOutright(line, context);
  if (refused !== undefined) return refused;
  const asking = rules.ask.find(matches);
  if (asking !== undefined) return asked(asking);
  return decideByAllowing(line, context);
}

function forbidden({ text }: Rule): Decision {
  const reason = `the rule ${text} forbids it (permissions.deny)`;
  return { kind: 'deny', reason, rule: text, by: 'deny_rule' };
}

function asked({ text }: Rule): Decision {
  const reason = `the rule ${text} asks a person first (permissions.ask)`;
  return { kind: 'ask', reason, rule: text, by: 'ask_rule' };
}

function unreadable(problem: string): Decision {
  const help = 'write it more simply, or put it into a file with Write and run that';
  return {
    kind: 'deny',
    reason: `the line cannot be judged: ${problem}; ${help}`,
    by: 'unparsable',
  };
}
