// Whether a trigger may start or steer anything, and what it then starts. Pure; the rules are the
// table in admission-rules.ts.
import { AppError } from '../errors.ts';
import { branchName, jobKey } from '../job/names.ts';
import {
  type AdmissionFacts,
  type AdmissionSettings,
  type Case,
  COMMENT_RULES,
  type Denial,
  DISPATCH_RULES,
  LABEL_RULES,
  type Need,
  type Rule,
} from './admission-rules.ts';
import type { CommandName } from './grammar.ts';
import { parseComment } from './parse.ts';
import type { ThreadCommand } from './thread-command.ts';
import type { IssueTrigger, Sender, Trigger, TriggerRepository } from './trigger.ts';
import { type FrozenText, freezeText } from './visible-text.ts';

/** What an admitted label or dispatch starts. */
export type JobSpec = {
  key: string;
  branch: string;
  installationId: number;
  repository: TriggerRepository;
  issueNumber: number;
  requestedBy: Sender;
  text: FrozenText;
};

export type Admission =
  | { ok: true; kind: 'job'; spec: JobSpec }
  | { ok: true; kind: 'command'; name: CommandName; command: ThreadCommand; jobId: string }
  | Denial;

/**
 * The rules that can decide by what is `known`, without asking GitHub about the sender: whoever
 * fails here costs no call.
 */
export function screen(
  trigger: Trigger,
  settings: AdmissionSettings,
  { known, jobId }: { known: readonly Need[]; jobId?: string | undefined },
): Denial | undefined {
  const facts = { jobId, permission: undefined, recentJobs: { ofIssue: 0, ofRepository: 0 } };
  return judge(trigger, { settings, facts }, known);
}

export function admit(
  trigger: Trigger,
  settings: AdmissionSettings,
  facts: AdmissionFacts,
): Admission {
  const denial = judge(trigger, { settings, facts }, ['payload', 'job', 'settings', 'live']);
  if (denial !== undefined) return denial;
  if (trigger.kind !== 'comment') return { ok: true, kind: 'job', spec: specOf(trigger) };
  const parsed = parseComment(trigger.comment.body);
  const { jobId } = facts;
  // The rules let nothing else through.
  if (parsed.kind !== 'command' || jobId === undefined) throw new AppError('INTERNAL_ERROR');
  return { ok: true, kind: 'command', name: parsed.name, command: parsed.command, jobId };
}

function judge(
  trigger: Trigger,
  { settings, facts }: Pick<Case, 'settings' | 'facts'>,
  known: readonly Need[],
): Denial | undefined {
  const isDecidable = ({ needs }: { needs: Need }) => known.includes(needs);
  const unsaid = { settings, facts, parsed: { kind: 'none' } } as const;
  switch (trigger.kind) {
    case 'label':
      return firstDenial(LABEL_RULES.filter(isDecidable), { trigger, ...unsaid });
    case 'dispatch':
      return firstDenial(DISPATCH_RULES.filter(isDecidable), { trigger, ...unsaid });
    case 'comment': {
      const parsed = parseComment(trigger.comment.body);
      return firstDenial(COMMENT_RULES.filter(isDecidable), { trigger, settings, facts, parsed });
    }
  }
}

function firstDenial<T extends Trigger>(
  rules: readonly Rule<T>[],
  one: Case<T>,
): Denial | undefined {
  for (const { id, outcome, isTold = false, denies } of rules) {
    const reason = denies(one);
    if (reason !== undefined) return { ok: false, rule: id, outcome, reason, isTold };
  }
  return undefined;
}

function specOf({ repository, issue, installationId, sender }: IssueTrigger): JobSpec {
  const subject = {
    kind: 'issue',
    repositoryId: repository.id,
    issueNumber: issue.number,
  } as const;
  return {
    key: jobKey(subject),
    branch: branchName(subject),
    installationId,
    repository,
    issueNumber: issue.number,
    requestedBy: sender,
    text: freezeText(issue),
  };
}
