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
  LABEL_RULES,
  type Need,
  type Rule,
} from './admission-rules.ts';
import type { CommandName } from './grammar.ts';
import { parseComment } from './parse.ts';
import type { ThreadCommand } from './thread-command.ts';
import type { LabelTrigger, Sender, Trigger, TriggerRepository } from './trigger.ts';
import { type FrozenText, freezeText } from './visible-text.ts';

/** What an admitted label starts. */
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
 * The rules that need no call to GitHub: whoever fails here costs none. Before the job of a thread
 * was looked up, only those that need the payload alone.
 */
export function screen(
  trigger: Trigger,
  settings: AdmissionSettings,
  known?: Pick<AdmissionFacts, 'jobId'>,
): Denial | undefined {
  const facts = { ...known, permission: undefined, recentJobs: { ofIssue: 0, ofRepository: 0 } };
  return judge(
    trigger,
    { settings, facts },
    known === undefined ? ['payload'] : ['payload', 'job'],
  );
}

export function admit(
  trigger: Trigger,
  settings: AdmissionSettings,
  facts: AdmissionFacts,
): Admission {
  const denial = judge(trigger, { settings, facts }, ['payload', 'job', 'live']);
  if (denial !== undefined) return denial;
  if (trigger.kind === 'label') return { ok: true, kind: 'job', spec: specOf(trigger) };
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
  if (trigger.kind === 'label') {
    const parsed = { kind: 'none' } as const;
    return firstDenial(LABEL_RULES.filter(isDecidable), { trigger, settings, facts, parsed });
  }
  const parsed = parseComment(trigger.comment.body);
  return firstDenial(COMMENT_RULES.filter(isDecidable), { trigger, settings, facts, parsed });
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

function specOf({ repository, issue, installationId, sender }: LabelTrigger): JobSpec {
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
