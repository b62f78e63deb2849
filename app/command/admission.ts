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
import type { CommandName } from './commands.ts';
import type { ThreadCommand } from './parse.ts';
import {
  type CommentTrigger,
  type IssueTrigger,
  isVerify,
  type Sender,
  type Trigger,
  type TriggerRepository,
  type VerifyTrigger,
} from './trigger.ts';
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
  | {
      ok: true;
      kind: 'command';
      name: CommandName;
      command: ThreadCommand;
      jobId: string;
      trigger: CommentTrigger;
    }
  | { ok: true; kind: 'check'; name: CommandName; jobId: string; trigger: VerifyTrigger }
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
  const { jobId } = facts;
  const { parsed } = trigger;
  if (jobId !== undefined && isVerify(trigger)) {
    return { ok: true, kind: 'check', name: trigger.parsed.name, jobId, trigger };
  }
  // The rules let nothing else through.
  if (parsed.kind !== 'command' || jobId === undefined) throw new AppError('INTERNAL_ERROR');
  const { name, command } = parsed;
  return { ok: true, kind: 'command', name, command, jobId, trigger };
}

function judge(
  trigger: Trigger,
  { settings, facts }: Pick<Case, 'settings' | 'facts'>,
  known: readonly Need[],
): Denial | undefined {
  const isDecidable = ({ needs }: { needs: Need }) => known.includes(needs);
  switch (trigger.kind) {
    case 'label':
      return firstDenial(LABEL_RULES.filter(isDecidable), { trigger, settings, facts });
    case 'dispatch':
      return firstDenial(DISPATCH_RULES.filter(isDecidable), { trigger, settings, facts });
    case 'comment':
      return firstDenial(COMMENT_RULES.filter(isDecidable), { trigger, settings, facts });
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
